import { explainOwnPoints, explainPoints, type PointsOrigin } from '@portal/contract/points-origin.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as origins from './origin-service.ts'

export const ownPointsOriginRoutes: Routes = (scope, context) => {
  handleFor(scope, explainOwnPoints, async ({ actor, params }) =>
    originOf(await origins.explainOwnPoints(context, actor, params.id)),
  )
}

export const pointsOriginRoutes: Routes = (scope, context) => {
  handleFor(scope, explainPoints, async ({ actor, params }) => {
    const origin = await origins.explainPoints(context, params.id)
    await auditRead(context, actor, {
      action: 'points.explain',
      subjectId: origin.participantId,
      details: { record: origin.id },
    })
    return originOf(origin)
  })
}

const originOf = (origin: origins.Origin): PointsOrigin => {
  const { id, participantId, email, points, description, reference, site, rate } = origin
  return {
    id,
    participant: { id: participantId, email },
    points,
    description,
    reference,
    site,
    ...(origin.place && { place: origin.place }),
    created_at: athensTime(origin.createdAt),
    received_at: athensTime(origin.receivedAt),
    details: detailsOf(origin.details),
    rate: rate && {
      points_per_unit: rate.pointsPerUnit,
      unit: rate.unit,
      material: rate.material,
      note: rate.note,
      valid_from: rate.validFrom,
      valid_to: rate.validTo,
    },
    reverses: origin.reverses && otherOf(origin.reverses),
    reversals: origin.reversals.map(otherOf),
    reversed_by: origin.reversals[0] ? otherOf(origin.reversals[0]) : null,
  }
}

/** Keeps only text and number values; imports and earlier versions may have stored other types. */
const detailsOf = (details: origins.Origin['details']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(details ?? {}).filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  )

const otherOf = ({ id, points, description, createdAt }: origins.Origin['reversals'][number]) => ({
  id,
  points,
  description,
  created_at: athensTime(createdAt),
})
