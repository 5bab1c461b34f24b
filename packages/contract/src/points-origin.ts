import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { idParam, dayText, moment } from './fields.ts'
import { description, pointsRecord } from './points.ts'
import { routes } from './routes.ts'

/** A record that this record reverses, or that reverses it. */
const otherRecord = z.object({ id: z.int(), points: z.int(), description, created_at: moment })

/**
 * A record with its origin. `site` is the partner's name, null for imported records. `details` are the partner's data:
 * litres, item_count, material, sticker, collection_point, coupon, shop, reason. `rate` is not null if the portal
 * computed the points: litres or items × points_per_unit, rounded half up.
 */
export const pointsOrigin = pointsRecord.extend({
  received_at: moment,
  reference: z.string(),
  site: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number()])),
  rate: z
    .object({
      points_per_unit: z.number(),
      unit: z.enum(['litre', 'item']),
      material: z.string().nullable(),
      valid_from: dayText,
      valid_to: dayText.nullable(),
      note: z.string(),
    })
    .nullable(),
  reverses: otherRecord.nullable(),
  /** All reversals, oldest first; `reversed_by` is the first of them. */
  reversals: z.array(otherRecord),
  reversed_by: otherRecord.nullable(),
})
export type PointsOrigin = z.output<typeof pointsOrigin>

export const explainOwnPoints = endpoint({
  ...routes.explainOwnPoints,
  summary: 'Returns a points record of the signed-in account with its origin',
  params: idParam,
  reply: pointsOrigin,
  errors: ['not_signed_in', 'not_found'],
})

export const explainPoints = endpoint({
  ...routes.explainPoints,
  summary: 'Returns any points record with its origin',
  params: idParam,
  reply: pointsOrigin,
  errors: ['not_found', 'processing_restricted'],
})
