import {
  checkDeskCoupon,
  closeDesk,
  enrolDevice,
  listDeskToday,
  openDesk,
  readCard,
  sendEntries,
  showDesk,
  undoDeskCoupon,
  useDeskCoupon,
} from '@portal/contract/desk/desk.ts'
import { deviceTokenOf, setDeviceCookie } from '#server/http/cookies.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as cards from './card-service.ts'
import * as coupons from './coupons-service.ts'
import * as entries from './entries-service.ts'
import * as desk from './service.ts'
import { listToday } from './today-service.ts'

/** The calls of phones and tills of partners. */
export const deskRoutes: Routes = (scope, context) => {
  handle(scope, enrolDevice, async ({ body, request, reply }) => {
    const token = await desk.enrolDevice(context, body, request.ip)
    setDeviceCookie(reply, token, context.cookies)
    return desk.showDesk(context, await desk.deviceFinder(context)(token, request.ip, { isUse: true }))
  })
  handle(scope, showDesk, ({ device, request, reply }) => {
    // Again for two years; a browser may also have lost the one that its page reads.
    setDeviceCookie(reply, deviceTokenOf(request) ?? '', context.cookies)
    return desk.showDesk(context, device)
  })
  handle(scope, openDesk, ({ device, body }) => desk.openDesk(context, device, body.pin))
  handle(scope, closeDesk, ({ device }) => desk.closeDesk(context, device))
  handle(scope, readCard, ({ device, body }) => cards.readCard(context, device, body.code))
  handle(scope, sendEntries, async ({ device, body }) => ({
    results: await entries.sendEntries(context, device, body),
  }))
  handle(scope, checkDeskCoupon, ({ device, body }) => coupons.checkCoupon(context, device, body.code))
  handle(scope, useDeskCoupon, ({ device, body }) => coupons.useCoupon(context, device, body))
  handle(scope, undoDeskCoupon, ({ device, body }) => coupons.undoCoupon(context, device, body.id))
  handle(scope, listDeskToday, ({ device }) => listToday(context, device))
}
