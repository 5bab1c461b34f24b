import { listOwnCoupons, showOwnCoupon } from '@portal/contract/coupons.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as coupons from './service.ts'

export const couponRoutes: Routes = (scope, context) => {
  handle(scope, listOwnCoupons, ({ actor }) => coupons.listCoupons(context, actor.id))
  handle(scope, showOwnCoupon, ({ actor, params }) => coupons.showOwnCoupon(context, actor, params.id))
}
