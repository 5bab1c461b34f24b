import { describeSite } from '@portal/contract/site.ts'
import { handle, type Routes } from '#server/http/handle.ts'
import { listOrigins } from '#server/features/partners/service.ts'
import { isReachable } from '#server/db/database.ts'

export const siteRoutes: Routes = (scope, portal) => {
  const { config, db } = portal
  handle(scope, describeSite, async () => ({
    brand: config.brand,
    demonstration: config.demonstration,
    return_origins: [...config.returnOrigins, ...(await listOrigins(portal)).all],
  }))

  /** Liveness: the process runs. */
  scope.get('/healthz', () => ({ status: 'ok' }))

  /** Readiness: the database answers. */
  scope.get('/readyz', async (_request, reply) => {
    if (await isReachable(db)) return { status: 'ok' }
    return reply.code(503).send({ status: 'the database does not answer' })
  })
}
