import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as calls from '#web/api/calls.ts'

/** One coupon with its code. Not kept after the page is left. */
export const couponOptions = (id: string) =>
  queryOptions({
    queryKey: ['coupons', 'shown', id],
    queryFn: ({ signal }) => call(calls.showOwnCoupon, { params: { id } }, signal),
    gcTime: 0,
  })
