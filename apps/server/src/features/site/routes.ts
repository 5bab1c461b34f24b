import { describeSite } from '@portal/contract/site.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { answerOfCheck, checkHeader } from '#server/lib/config/proxy-check.ts'
import { describeServer, isFromHere, stateHeader } from '#server/lib/config/server-state.ts'
import { listOrigins } from '#server/features/partners/service.ts'
import { isReachable } from '#server/db/database.ts'
import { hasChanges } from '#server/features/notices/service.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import { findPresent } from './queries.ts'

export const siteRoutes: Routes = (scope, context) => {
  const { config, db, clock } = context
  handle(scope, describeSite, async () => ({
    brand: config.brand,
    demonstration: config.demonstration,
    ...toWire(await findPresent(db, athensDay(clock.now()))),
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
