import { exportParticipants } from '@portal/contract/participants.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { read } from '#server/lib/standby/standby.ts'
import * as exports from './export-service.ts'
import { readEntryOf } from './service.ts'

export const exportParticipantsRoutes: Routes = (scope, context) => {
  handle(scope, exportParticipants, async ({ actor, query, request }) => {
    if (request.method === 'HEAD') await auditRead(context, actor, readEntryOf(query.search, { size: true }))
    const report = (error: unknown) => request.log.error({ error: describeError(error) }, 'export')
    return read(context, actor, (from) =>
      exports.exportParticipants({ ...context, actor, report, from }, query),
    )
  })
}
