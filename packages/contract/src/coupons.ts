import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { idParam, dayText, moment } from './fields.ts'
import { reference, timestamp } from './partner-record-fields.ts'
import { routes } from './routes.ts'

export const couponStates = ['valid', 'used', 'expired', 'cancelled'] as const
export type CouponState = (typeof couponStates)[number]

/**
 * A coupon that a partner issued with a code. `ending`: the code's last characters. `cost`: the points it cost.
 * `valid_until`: last day, of Europe/Athens; null: no limit. `days_left`: 0 on the last day; null unless valid and
 * limited. `ended_at`: when it was used or its points were returned.
 */
export const coupon = z.object({
  id: z.int(),
  title: z.string(),
  shop: z.string().nullable(),
  site: z.string(),
  cost: z.int(),
  issued_at: moment,
  valid_until: dayText.nullable(),
  state: z.enum(couponStates),
  days_left: z.int().nullable(),
  ended_at: moment.nullable(),
  ending: z.string(),
})
export type Coupon = z.output<typeof coupon>

/** Maximum number of listed coupons. */
export const maxCoupons = 200

export const listOwnCoupons = endpoint({
  ...routes.listOwnCoupons,
  summary:
    'Lists the coupons of the signed-in account that have a code: valid ones first, those that expire sooner before others; then the others, newest first; at most 200',
  status: 200,
  reply: z.array(coupon),
  errors: ['not_signed_in'],
})

/** `secret` is null unless the coupon is valid. `qr.path`: SVG path of unit squares in a square of `qr.size`. */
const shownCoupon = coupon.extend({
  secret: z.object({ code: z.string(), qr: z.object({ size: z.int(), path: z.string() }) }).nullable(),
})
export type CouponDetails = z.output<typeof shownCoupon>

export const showOwnCoupon = endpoint({
  ...routes.showOwnCoupon,
  summary: 'Returns a coupon of the signed-in account; with its code and QR code while it is valid',
  params: idParam,
  status: 200,
  reply: shownCoupon,
  errors: ['not_signed_in', 'not_found'],
})

/** `repeated`: nothing changed, because the same was recorded before. */
const useReply = z.object({
  reference: z.string(),
  status: z.enum(['recorded', 'repeated']),
  used_at: moment.nullable(),
})

export const useCoupon = endpoint({
  ...routes.useCoupon,
  summary: 'Marks a coupon as used, by the reference of its record; the portal no longer shows its code',
  body: z.strictObject({ reference, happened_at: timestamp }),
  status: 200,
  reply: useReply,
  errors: [
    ...textRules,
    'field_unknown',
    'moment_invalid',
    'moment_future',
    'moment_past',
    'moment_too_old',
    'moment_before_record',
    'coupon_unknown',
    'coupon_used',
    'coupon_cancelled',
    'throttled',
  ],
})

export const reverseCouponUse = endpoint({
  ...routes.reverseCouponUse,
  summary: 'Takes back that a coupon was used, by the reference of its record',
  body: z.strictObject({ reference }),
  status: 200,
  reply: useReply,
  errors: [...textRules, 'field_unknown', 'coupon_unknown', 'coupon_used', 'coupon_cancelled', 'throttled'],
})
