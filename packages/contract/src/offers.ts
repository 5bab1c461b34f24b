import { z } from 'zod'
import { shownCoupon } from './coupons.ts'
import { endpoint } from './endpoint.ts'
import { absentOr, dayText, shortIdParam, whole } from './fields.ts'
import { offerKinds } from './words/offer-limits.ts'
import { maxPointsPerRecord } from './partner-record-fields.ts'
import { routes } from './routes.ts'

/** Why the signed-in account cannot take an offer, apart from missing points. */
export const offerObstacles = ['offer_sold_out', 'offer_sold_out_today', 'offer_limit'] as const
export type OfferObstacle = (typeof offerObstacles)[number]

/** What everyone may know of an offer. */
export const offerFacts = {
  id: z.int(),
  kind: z.enum(offerKinds),
  title: z.string(),
  title_en: z.string().nullable(),
  description: z.string(),
  description_en: z.string().nullable(),
  place: z.string().nullable(),
  picture: z.string().nullable(),
  points: z.int(),
  coupon_days: z.int().nullable(),
  return_days: z.int().nullable(),
  returns_when_expired: z.boolean(),
  ends_on: dayText.nullable(),
}

/**
 * An offer, for the signed-in account. `points`: of a coupon its price, of a donation the least. `missing`: points that the
 * account lacks; 0: none. `shop`: the partner, or who receives donations. `picture`: its path. `coupon_days`, `return_days`:
 * days of validity and of giving back, the day of issue included; `return_days` null: never. `ends_on`: the last day.
 * `left`, `left_today`: null without limit. `limit`: how many one person may take in so many days; days null: ever.
 * `possible_on`: the day on which `obstacle` ends, if it does. `raised`: the points that a donation collected.
 */
const offer = z.object({
  ...offerFacts,
  shop: z.string(),
  missing: z.int(),
  left: z.int().nullable(),
  left_today: z.int().nullable(),
  limit: z.object({ count: z.int(), days: z.int().nullable() }).nullable(),
  obstacle: z.enum(offerObstacles).nullable(),
  possible_on: dayText.nullable(),
  raised: z.int().nullable(),
})
export type Offer = z.output<typeof offer>

/** Maximum number of listed offers. */
export const maxOffers = 500

export const listOffers = endpoint({
  ...routes.listOffers,
  summary: `Lists the offers for the signed-in account: first what it can take, then what it lacks points for, by points; at most ${maxOffers}`,
  /** `available`: points of the account. */
  reply: z.object({ available: z.int(), offers: z.array(offer) }),
  errors: ['not_signed_in'],
})

export const showOffer = endpoint({
  ...routes.showOffer,
  summary: 'Returns an offer for the signed-in account',
  params: shortIdParam,
  reply: offer.extend({ available: z.int() }),
  errors: ['not_signed_in', 'not_found', 'offer_ended'],
})
export type OfferDetails = z.output<typeof showOffer.reply>

export const takeOffer = endpoint({
  ...routes.takeOffer,
  summary:
    'Takes an offer for points of the signed-in account. A repeated submission returns the first result',
  params: shortIdParam,
  body: z.strictObject({
    /** Chosen by the client, the same for a repeated call. */
    submission: z.uuid({ error: absentOr('choice_invalid') }),
    /** Of a coupon: the price that the person saw. Of a donation: the amount. */
    points: whole(1, maxPointsPerRecord),
  }),
  account: true,
  /** `available`: points that are left. `coupon` is null for donations, and once it was given away; `raised` for coupons. */
  reply: z.object({
    points: z.int(),
    available: z.int(),
    coupon: shownCoupon.nullable(),
    raised: z.int().nullable(),
  }),
  errors: [
    'not_signed_in',
    'not_found',
    'required',
    'null',
    'field_unknown',
    'choice_invalid',
    'integer_invalid',
    'too_small',
    'too_big',
    'offer_ended',
    'offer_sold_out',
    'offer_sold_out_today',
    'offer_limit',
    'offer_changed',
    'points_insufficient',
    'processing_restricted',
    'reference_conflict',
    'throttled',
  ],
})
export type TakenOffer = z.output<typeof takeOffer.reply>
