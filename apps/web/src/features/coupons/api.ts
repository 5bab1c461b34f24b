import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** One coupon with its code. Not kept after the page is left. */
export const couponOptions = (id: string) =>
  queryOptions({
    queryKey: ['coupons', 'shown', id],
    queryFn: ({ signal }) => call(endpoints.showOwnCoupon, { params: { id } }, signal),
    gcTime: 0,
  })
