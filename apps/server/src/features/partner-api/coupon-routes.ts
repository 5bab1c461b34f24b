import { reverseCouponUse, useCoupon } from '@portal/contract/coupons.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as coupons from '#server/ledger/use-coupon.ts'
import { athensTime } from '#server/lib/time/athens.ts'

export const partnerCouponRoutes: Routes = (scope, context) => {
  handle(scope, useCoupon, async ({ partner, body: { reference, happened_at: happenedAt } }) =>
    useOf(reference, await coupons.useCoupon(context, partner, { reference, happenedAt })),
  )
  handle(scope, reverseCouponUse, async ({ partner, body: { reference } }) =>
    useOf(reference, await coupons.reverseUse(context, partner, reference)),
  )
}

const useOf = (reference: string, { status, usedAt }: coupons.Use) => ({
  reference,
  status,
  used_at: usedAt && athensTime(usedAt),
})
