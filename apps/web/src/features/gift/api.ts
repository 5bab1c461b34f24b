import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { siteOptions } from '#web/api/site.ts'

/** The coupon that a link gives away. */
export const giftOptions = (token: string) =>
  queryOptions({
    queryKey: ['gift', token],
    queryFn: ({ signal }) => call(endpoints.showGift, { params: { token } }, signal),
    gcTime: 0,
  })

/** Returns a function that moves the coupon to the signed-in account. */
export function useGift(token: string) {
  const client = useQueryClient()
  return async () => {
    const { id } = await call(endpoints.takeGift, { params: { token }, body: {} })
    await client.invalidateQueries({ queryKey: ['coupons'] })
    await client.invalidateQueries({ queryKey: siteOptions.queryKey })
    return id
  }
}
