import { exportPoints } from '@portal/contract/points.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { read } from '#server/lib/standby/standby.ts'
import * as exports from './export-service.ts'
import { readEntryOf } from './service.ts'

export const exportPointsRoutes: Routes = (scope, context) => {
  handleFor(scope, exportPoints, async ({ actor, query, request }) => {
    const report = (error: unknown) => request.log.error({ error: describeError(error) }, 'export')
    const { participant, created_at_after: after, created_at_before: before } = query
    if (request.method === 'HEAD')
      await auditRead(context, actor, readEntryOf({ participant, after, before }, { size: true }))
    return read(context, actor, (from) =>
      exports.exportPoints({ ...context, actor, report, from }, { participant, after, before }),
    )
  })
}
