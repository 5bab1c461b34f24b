/** Facts about claims. Imports nothing, so that the browser loads no schemas with it. */

/** Why staff reject a claim about a delivery that was not credited. */
export const deliveryReasons = [
  'already_credited',
  'not_found',
  'not_accepted',
  'too_little',
  'other',
] as const

/** Why staff reject a claim that it was somebody else at a desk. */
export const visitReasons = ['no_mistake', 'already_undone', 'points_spent', 'coupon_over', 'other'] as const

export const rejectionReasons = [...new Set([...deliveryReasons, ...visitReasons])]
export type RejectionReason = (typeof deliveryReasons | typeof visitReasons)[number]

/** In what a waiting delivery may differ from a claim. */
export const differences = ['sticker', 'day', 'hour', 'place', 'litres'] as const
export type Difference = (typeof differences)[number]

/** Maximum number of open claims of an account. */
export const maxOpenClaims = 5

/** Maximum age of a reported day. Deliveries wait at most a year by default. */
export const maxClaimDays = 365
