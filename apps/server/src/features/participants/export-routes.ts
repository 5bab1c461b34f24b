import { exportParticipants } from '@portal/contract/participants.ts'
import { describeError } from '#server/http/errors.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import * as exports from './export-service.ts'

export const exportParticipantsRoutes: Routes = (scope, { db, clock }) => {
  handleFor(scope, exportParticipants, ({ actor, query, request }) => {
    const report = (error: unknown) => request.log.error({ error: describeError(error) }, 'export')
    return exports.exportParticipants({ db, clock, actor, report }, query)
  })
}
