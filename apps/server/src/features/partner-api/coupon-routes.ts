import { reverseCouponUse, useCoupon } from '@portal/contract/coupons.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as coupons from '#server/ledger/use-coupon.ts'
import { toWire } from '#server/lib/wire/wire.ts'

export const partnerCouponRoutes: Routes = (scope, context) => {
  handle(scope, useCoupon, async ({ partner, body: { reference, happened_at: happenedAt } }) => ({
    ...toWire(await coupons.useCoupon(context, partner, { reference, happenedAt })),
    reference,
  }))
  handle(scope, reverseCouponUse, async ({ partner, body: { reference } }) => ({
    ...toWire(await coupons.reverseUse(context, partner, reference)),
    reference,
  }))
}
