import {
  giveCoupon,
  listOwnCoupons,
  returnCoupon,
  showGift,
  showOwnCoupon,
  takeGift,
  withdrawGift,
} from '@portal/contract/coupons.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as gifts from '#server/ledger/offers/give-coupon.ts'
import * as returns from '#server/ledger/offers/return-coupon.ts'
import * as coupons from './service.ts'

export const couponRoutes: Routes = (scope, context) => {
  handle(scope, listOwnCoupons, ({ actor }) => coupons.listCoupons(context, actor.id))
  handle(scope, showOwnCoupon, ({ actor, params }) => coupons.showOwnCoupon(context, actor, params.id))
  handle(scope, returnCoupon, async ({ actor, params }) => {
    await returns.returnCoupon(context, actor, params.id)
    return coupons.showOwnCoupon(context, actor, params.id)
  })
  handle(scope, giveCoupon, ({ actor, params }) => coupons.giveCoupon(context, actor, params.id))
  handle(scope, withdrawGift, async ({ actor, params }) => {
    await gifts.withdrawGift(context, actor, params.id)
    return coupons.showOwnCoupon(context, actor, params.id)
  })
  handle(scope, showGift, ({ params }) => coupons.showGift(context, params.token))
  handle(scope, takeGift, async ({ actor, params }) =>
    coupons.showOwnCoupon(context, actor, await gifts.takeGift(context, actor, params.token)),
  )
}
