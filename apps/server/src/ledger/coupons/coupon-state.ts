import { sql } from 'kysely'

/**
 * The state of a coupon `c` at a time: a `CouponState` of the contract. The only rule about it. A coupon of an offer that
 * expired unused has expired, also when its points returned after that.
 */
export const couponState = (now: Date) => sql`
  case when c.offer_id is not null and c.valid_until < athens_day(c.cancelled_at) then 'expired'
    when c.cancelled_at is not null then 'cancelled' when c.used_at is not null then 'used'
    when c.valid_until < athens_day(${now}::timestamptz) then 'expired' else 'valid' end`

/** The link that gives a coupon `c` away at a time, as `g`: nobody has used it. */
export const openGift = (now: Date) => sql`
  coupon_gifts g on g.record_id = c.record_id and g.taken_at is null and g.expires_at > ${now}`
