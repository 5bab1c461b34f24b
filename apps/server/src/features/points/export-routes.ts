import { exportPoints } from '@portal/contract/points.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { assertTurn } from '#server/features/exports/service.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { read } from '#server/lib/standby/standby.ts'
import * as exports from './export-service.ts'
import { readEntryOf } from './service.ts'

export const exportPointsRoutes: Routes = (scope, context) => {
  handle(scope, exportPoints, async ({ actor, query, request }) => {
    const report = (error: unknown) => request.log.error({ error: describeError(error) }, 'export')
    const { participant, created_at_after: after, created_at_before: before } = query
    const filter = { participant, after, before }
    const audit = () => auditRead(context, actor, readEntryOf(filter, { size: true }))
    // An export leaves its own entry. Before the filter is read: 'throttled' would tell that the participant exists.
    if (request.method === 'HEAD') await audit()
    else assertTurn({ ...context, actor })
    try {
      return await read(context, actor, (from) =>
        exports.exportPoints({ ...context, actor, report, from }, filter),
      )
    } catch (error) {
      await audit()
      throw error
    }
  })
}
