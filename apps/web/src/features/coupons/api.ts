import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { CouponDetails } from '@portal/contract/coupons.ts'
import { call } from '#web/api/call.ts'
import * as endpoints from '#web/api/endpoints.ts'
import { ownCouponsOptions } from '#web/shared/coupons/api.ts'

/** One coupon with its code. Not kept after the page is left. */
export const couponOptions = (id: string) =>
  queryOptions({
    queryKey: ['coupons', 'shown', id],
    queryFn: ({ signal }) => call(endpoints.showOwnCoupon, { params: { id } }, signal),
    gcTime: 0,
  })

/** Returns functions that change a coupon of the portal's own offers, and then what pages show of it. */
export function useCouponChanges(id: number) {
  const client = useQueryClient()
  const input = { params: { id: String(id) }, body: {} }
  const { queryKey } = couponOptions(String(id))
  const reload = () => client.invalidateQueries({ queryKey: ownCouponsOptions.queryKey })
  const thenShow = async (change: Promise<CouponDetails>) => {
    try {
      client.setQueryData(queryKey, await change)
    } catch (error) {
      await client.invalidateQueries({ queryKey })
      throw error
    } finally {
      await reload()
    }
  }
  return {
    giveBack: async () => {
      await thenShow(call(endpoints.returnCoupon, input))
      await client.invalidateQueries({ queryKey: ['points'] })
      await client.invalidateQueries({ queryKey: ['offers'] })
    },
    /** @returns the link, which the server does not know afterwards */
    give: async () => {
      try {
        return (await call(endpoints.giveCoupon, input)).link
      } finally {
        await client.invalidateQueries({ queryKey })
        await reload()
      }
    },
    withdraw: () => thenShow(call(endpoints.withdrawGift, input)),
  }
}
