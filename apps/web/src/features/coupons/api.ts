import type { ShownCoupon, showOwnCoupon } from '@portal/contract/coupons.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { objectOf, orNull, text, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { couponChecks } from '#web/shared/coupons/coupons.ts'

type Secret = NonNullable<ShownCoupon['secret']>

const showRoute = route<typeof showOwnCoupon>(
  routes.showOwnCoupon,
  objectOf<ShownCoupon>({
    ...couponChecks,
    secret: orNull(objectOf<Secret>({ code: text, qr: objectOf<Secret['qr']>({ size: whole, path: text }) })),
  }),
)

/** One coupon with its code. Not kept after the page is left. */
export const couponOptions = (id: string) =>
  queryOptions({
    queryKey: ['coupons', 'shown', id],
    queryFn: ({ signal }) => call(showRoute, { params: { id } }, signal),
    gcTime: 0,
  })
