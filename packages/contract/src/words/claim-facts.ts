/** Facts about claims. Imports nothing, so that the browser loads no schemas with it. */

/** Why staff reject a claim. */
export const rejectionReasons = [
  'already_credited',
  'not_found',
  'not_accepted',
  'too_little',
  'other',
] as const
export type RejectionReason = (typeof rejectionReasons)[number]

/** In what a waiting delivery may differ from a claim. */
export const differences = ['sticker', 'day', 'hour', 'place', 'litres'] as const
export type Difference = (typeof differences)[number]

/** Maximum number of open claims of an account. */
export const maxOpenClaims = 5

/** Maximum age of a reported day. Deliveries wait at most a year by default. */
export const maxClaimDays = 365
