import { exportParticipants } from '@portal/contract/participants.ts'
import { describeFault } from '#server/http/errors.ts'
import { handleFor, type Routes } from '#server/http/handle.ts'
import * as exports from './export-service.ts'

export const exportParticipantsRoutes: Routes = (scope, { db, clock }) => {
  handleFor(scope, exportParticipants, ({ actor, query, request }) => {
    const report = (fault: unknown) => request.log.error({ fault: describeFault(fault) }, 'export')
    return exports.exportParticipants({ db, clock, actor, report }, query)
  })
}
