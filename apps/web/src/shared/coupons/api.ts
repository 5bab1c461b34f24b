import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Coupons of the signed-in account, valid ones first. */
export const ownCouponsOptions = queryOptions({
  queryKey: ['coupons', 'mine'],
  queryFn: ({ signal }) => call(endpoints.listOwnCoupons, {}, signal),
})
