import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { textRules } from './error-codes.ts'
import { dayText, idParam, moment, qrCode } from './fields.ts'
import { reference, timestamp } from './partner-record-fields.ts'
import { routes } from './routes.ts'

export const couponStates = ['valid', 'used', 'expired', 'cancelled'] as const
export type CouponState = (typeof couponStates)[number]

/**
 * What only coupons of the portal's own offers have. `return_until`: the last day on which the signed-in account may give it
 * back; null: it may not. `returns_when_expired`: its points return if it expires unused. `gift`: whether a link that gives
 * it away is open, until `gift_until`; then its code does not work. `received`: it was a gift. `place`: where it is
 * accepted. `used_where`: the till or phone, or its place.
 */
const couponOffer = z.object({
  id: z.int(),
  return_until: dayText.nullable(),
  returns_when_expired: z.boolean(),
  gift: z.enum(['none', 'open']),
  gift_until: moment.nullable(),
  received: z.boolean(),
  place: z.string().nullable(),
  used_where: z.string().nullable(),
})

/**
 * A coupon with a code, of a partner or of an offer of the portal: then `site` and `shop` are the offer's partner. `ending`:
 * the code's last characters. `cost`: the points it cost. `valid_until`: last day, of Europe/Athens; null: no limit.
 * `days_left`: 0 on the last day; null unless valid and limited. `ended_at`: when it was used or its points were returned.
 */
export const coupon = z.object({
  id: z.int(),
  title: z.string(),
  title_en: z.string().nullable(),
  shop: z.string().nullable(),
  site: z.string(),
  cost: z.int(),
  issued_at: moment,
  valid_until: dayText.nullable(),
  state: z.enum(couponStates),
  days_left: z.int().nullable(),
  ended_at: moment.nullable(),
  ending: z.string(),
  offer: couponOffer.nullable(),
})
export type Coupon = z.output<typeof coupon>

/** Maximum number of listed coupons. */
export const maxCoupons = 200

export const listOwnCoupons = endpoint({
  ...routes.listOwnCoupons,
  summary:
    'Lists the coupons of the signed-in account that have a code: valid ones first, those that expire sooner before others; then the others, newest first; at most 200',
  reply: z.array(coupon),
  errors: ['not_signed_in'],
})

/** `secret` is null unless the coupon is valid and no link gives it away. */
export const shownCoupon = coupon.extend({
  secret: z.object({ code: z.string(), qr: qrCode }).nullable(),
})
export type CouponDetails = z.output<typeof shownCoupon>

export const showOwnCoupon = endpoint({
  ...routes.showOwnCoupon,
  summary: 'Returns a coupon of the signed-in account; with its code and QR code while it is valid',
  params: idParam,
  reply: shownCoupon,
  errors: ['not_signed_in', 'not_found'],
})

/** `repeated`: nothing changed, because the same was recorded before. */
const useReply = z.object({
  reference: z.string(),
  status: z.enum(['recorded', 'repeated']),
  used_at: moment.nullable(),
})

const changeErrors = [
  'not_signed_in',
  'not_found',
  'coupon_used',
  'coupon_cancelled',
  'coupon_expired',
] as const

export const returnCoupon = endpoint({
  ...routes.returnCoupon,
  summary:
    "Gives a coupon of the portal's offers back: its points return. A repeated call returns the cancelled coupon",
  params: idParam,
  body: z.object({}),
  account: true,
  reply: shownCoupon,
  errors: [...changeErrors, 'coupon_not_returnable', 'coupon_gift_open'],
})

export const giveCoupon = endpoint({
  ...routes.giveCoupon,
  summary:
    "Returns a link that gives a coupon of the portal's offers to whoever opens it and signs in, once. An earlier link of the coupon no longer works",
  params: idParam,
  body: z.object({}),
  account: true,
  reply: z.object({ link: z.string(), expires_at: moment }),
  errors: [...changeErrors, 'processing_restricted'],
})

export const withdrawGift = endpoint({
  ...routes.withdrawGift,
  summary: 'Withdraws the link that gives a coupon away, if nobody has used it',
  params: idParam,
  body: z.object({}),
  account: true,
  reply: shownCoupon,
  errors: ['not_signed_in', 'not_found'],
})

const giftParam = z.object({ token: z.string().regex(/^[\w-]{43}$/) })

/** `giver`: the first name. `place`: where it is accepted. `picture`: its path. */
const gift = z.object({
  title: z.string(),
  title_en: z.string().nullable(),
  shop: z.string(),
  place: z.string().nullable(),
  picture: z.string().nullable(),
  giver: z.string(),
  valid_until: dayText,
  expires_at: moment,
})
export type ShownGift = z.output<typeof gift>

export const showGift = endpoint({
  ...routes.showGift,
  summary: 'Shows the coupon that a link gives away',
  params: giftParam,
  reply: gift,
  errors: ['not_found'],
})

export const takeGift = endpoint({
  ...routes.takeGift,
  summary:
    'Moves the coupon of a link to the signed-in account. A repeated call of the same account returns the coupon',
  params: giftParam,
  body: z.object({}),
  account: true,
  reply: shownCoupon,
  errors: ['not_signed_in', 'not_found', 'gift_own', 'processing_restricted'],
})

export const useCoupon = endpoint({
  ...routes.useCoupon,
  summary: 'Marks a coupon as used, by the reference of its record; the portal no longer shows its code',
  body: z.strictObject({ reference, happened_at: timestamp }),
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
  reply: useReply,
  errors: [...textRules, 'field_unknown', 'coupon_unknown', 'coupon_used', 'coupon_cancelled', 'throttled'],
})
