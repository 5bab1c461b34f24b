import { describeSite } from '@portal/contract/site.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { answerOfCheck, checkHeader } from '#server/lib/config/proxy-check.ts'
import { describeServer, isFromHere, stateHeader } from '#server/lib/config/server-state.ts'
import { hasCoupons } from '#server/features/coupons/service.ts'
import { hasOffers } from '#server/features/offers/service.ts'
import { listOrigins } from '#server/features/partners/service.ts'
import { hasDesks } from '#server/features/desk/service.ts'
import { hasPlaces } from '#server/features/places/service.ts'
import { isReachable } from '#server/db/database.ts'
import { hasChanges } from '#server/features/notices/service.ts'

export const siteRoutes: Routes = (scope, context) => {
  const { config, db } = context
  handle(scope, describeSite, async () => ({
    brand: config.brand,
    demonstration: config.demonstration,
    has_coupons: await hasCoupons(context),
    has_desks: await hasDesks(context),
    has_offers: await hasOffers(context),
    has_places: await hasPlaces(context),
    has_notices: await hasChanges(context.db),
    return_origins: [...config.returnOrigins, ...(await listOrigins(context)).all],
  }))

  const state = describeServer(config)
  /** Liveness: the process runs. */
  scope.get('/healthz', async (request, reply) => {
    const check = answerOfCheck(request)
    if (check) void reply.header(checkHeader, check)
    if (check && isFromHere(request)) void reply.header(stateHeader, state)
    return { status: 'ok' }
  })

  /** Readiness: the database answers. */
  scope.get('/readyz', async (_request, reply) => {
    if (await isReachable(db)) return { status: 'ok' }
    return reply.code(503).send({ status: 'the database does not answer' })
  })
}
