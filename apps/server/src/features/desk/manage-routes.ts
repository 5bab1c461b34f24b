import {
  addDevice,
  addDeviceLink,
  changeDevice,
  decideHeldEntry,
  type Device,
  downloadSettlement,
  downloadSettlementPage,
  enrolDeviceAgain,
  type HeldEntry,
  listDeskDays,
  listDevices,
  listHeldEntries,
  revokeDevice,
  unlockDevice,
  withdrawDeviceLink,
} from '@portal/contract/desk/manage-devices.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { qrCodeOf } from '#server/lib/html/qr-code.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as held from './held-service.ts'
import type { HeldRow } from './manage-queries.ts'
import * as devices from './manage-service.ts'
import * as reports from './report-service.ts'

/** Phones and tills of partners, for operators. */
export const manageDeviceRoutes: Routes = (scope, context) => {
  const { clock } = context
  const shown = (device: devices.ManagedDevice) => deviceOf(device, clock.now())

  handle(scope, listDevices, async ({ params: { client } }) => {
    const { links, ...listed } = await devices.listDevices(context, client)
    return { devices: listed.devices.map(shown), links: links.map(toWire), held: listed.held }
  })
  handle(scope, addDevice, async ({ actor, params: { client }, body }) => {
    const { device, enrolment } = await devices.addDevice(context, actor, client, body)
    return { device: shown(device), enrolment }
  })
  handle(scope, addDeviceLink, async ({ actor, params: { client }, body }) => {
    const added = await devices.addLink(context, actor, client, body)
    return { ...toWire(added), link: added.address, qr: qrCodeOf(added.address) }
  })
  handle(scope, withdrawDeviceLink, ({ actor, params: { client, id } }) =>
    devices.withdrawLink(context, actor, client, id),
  )
  handle(scope, changeDevice, async ({ actor, params: { id }, body }) =>
    shown(await devices.changeDevice(context, actor, id, body)),
  )
  handle(scope, enrolDeviceAgain, async ({ actor, params: { id } }) => {
    const { device, enrolment } = await devices.enrolAgain(context, actor, id)
    return { device: shown(device), enrolment }
  })
  handle(scope, unlockDevice, async ({ actor, params: { id } }) =>
    shown(await devices.unlockDevice(context, actor, id)),
  )
  handle(scope, revokeDevice, async ({ actor, params: { id } }) =>
    shown(await devices.revokeDevice(context, actor, id)),
  )

  handle(scope, listHeldEntries, async ({ params: { client } }) => {
    const { count, rows } = await held.listHeld(context, client)
    return { count, entries: rows.map(heldOf) }
  })
  handle(scope, decideHeldEntry, ({ actor, params: { id }, body }) =>
    held.decideHeld(context, actor, id, body.accept),
  )

  handle(scope, listDeskDays, ({ params: { client }, query: { month } }) =>
    reports.listDays(context, client, month),
  )
  handle(scope, downloadSettlement, ({ actor, params: { client }, query: { month } }) =>
    reports.settlementBook(context, actor, client, month),
  )
  handle(scope, downloadSettlementPage, ({ actor, params: { client }, query: { month } }) =>
    reports.settlementPage(context, actor, client, month),
  )
}

function stateOf({ revokedAt, enrolledAt, lockedAt }: devices.ManagedDevice): Device['state'] {
  if (revokedAt) return 'revoked'
  if (!enrolledAt) return 'waiting'
  return lockedAt ? 'locked' : 'enrolled'
}

const deviceOf = (device: devices.ManagedDevice, now: Date): Device => ({
  ...toWire(device),
  place: device.placeKey === null ? null : { id: device.placeKey, name: device.placeName ?? '' },
  state: stateOf(device),
  enrolment_until:
    device.enrolmentUntil && device.enrolmentUntil > now ? athensTime(device.enrolmentUntil) : null,
})

const heldOf = (row: HeldRow): HeldEntry => ({
  ...toWire(row),
  device: {
    id: row.deviceId,
    name: row.deviceName,
    revoked_at: row.revokedAt && athensTime(row.revokedAt),
  },
  by: row.isSticker ? 'sticker' : 'card',
})
