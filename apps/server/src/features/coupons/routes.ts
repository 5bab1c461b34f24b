import { listOwnCoupons, showOwnCoupon } from '@portal/contract/coupons.ts'
import { handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import * as coupons from './service.ts'

export const ownCouponRoutes: Routes = (scope, context) => {
  handleFor(scope, listOwnCoupons, ({ actor }) => coupons.listCoupons(context, actor.id))
  handleFor(scope, showOwnCoupon, ({ actor, params }) => coupons.showOwnCoupon(context, actor, params.id))
}
