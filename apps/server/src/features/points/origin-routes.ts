import { explainOwnPoints, explainPoints } from '@portal/contract/points-origin.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { assertShown } from '#server/lib/restrictions/restrictions.ts'
import * as origins from './origin-service.ts'

export const pointsOriginRoutes: Routes = (scope, context) => {
  handle(scope, explainOwnPoints, async ({ actor, params }) =>
    origins.originOf(await origins.explainOwnPoints(context, actor, params.id)),
  )

  handle(scope, explainPoints, async ({ actor, params }) => {
    const origin = await origins.findOrigin(context, params.id)
    await auditRead(context, actor, {
      action: 'points.explain',
      subjectId: origin?.participantId,
      details: { record: params.id },
    })
    if (!origin) throw new ApiError('not_found')
    await assertShown(context.db, actor, origin.participantId)
    return origins.originOf(origin)
  })
}
