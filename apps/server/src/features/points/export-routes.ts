import { exportPoints } from '@portal/contract/points.ts'
import { describeError } from '#server/http/errors.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import * as exports from './export-service.ts'

export const exportPointsRoutes: Routes = (scope, { db, clock }) => {
  handleFor(scope, exportPoints, ({ actor, query, request }) => {
    const report = (error: unknown) => request.log.error({ error: describeError(error) }, 'export')
    const { participant, created_at_after: after, created_at_before: before } = query
    return exports.exportPoints({ db, clock, actor, report }, { participant, after, before })
  })
}
