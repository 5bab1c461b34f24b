import type { Coupon, listOwnCoupons } from '@portal/contract/coupons.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { day, listOf, objectOf, oneOf, orNull, text, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'

export const couponChecks = {
  id: whole,
  title: text,
  shop: orNull(text),
  site: text,
  cost: whole,
  issued_at: timestamp,
  valid_until: orNull(day),
  state: oneOf('valid', 'used', 'expired', 'cancelled'),
  days_left: orNull(whole),
  ended_at: orNull(timestamp),
  ending: text,
}

export const coupon = objectOf<Coupon>(couponChecks)

const listRoute = route<typeof listOwnCoupons>(routes.listOwnCoupons, listOf(coupon))

/** Coupons of the signed-in account, valid ones first. */
export const ownCouponsOptions = queryOptions({
  queryKey: ['coupons', 'mine'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
})
