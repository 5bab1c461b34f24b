import { undoMs } from '@portal/contract/desk/desk-limits.ts'
import type { DeskCoupon } from '@portal/contract/desk/desk.ts'
import type { Trx } from '#server/db/database.ts'
import * as coupons from '#server/ledger/coupons/own-coupons.ts'
import { byDevice, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext, Device } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import { takeLookUp } from './card-service.ts'
import * as queries from './entries-queries.ts'
import { findNamed } from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
type Found = coupons.OwnCoupon

/** @throws ApiError desk_not_allowed, throttled */
async function takeScan(context: Context, device: Device): Promise<void> {
  if (!device.may.includes('coupons')) throw new ApiError('desk_not_allowed')
  await takeTry(context, 'deskByDevice', String(device.id))
}

const stateOf = ({ state, giftUntil }: Found): DeskCoupon['state'] =>
  state === 'valid' && giftUntil ? 'given_away' : state

/** What a device may know: of another partner's coupon nothing but that it is not of its shop. */
async function shown(context: Context, device: Device, coupon: Found | undefined): Promise<DeskCoupon> {
  if (!coupon) return { state: 'unknown' }
  if (coupon.partnerId !== device.partner.id) return { state: 'other_shop' }
  const { recordId: id, title, validUntil, ending, usedAt, usedDeviceId } = coupon
  const facts = { state: stateOf(coupon), id, title, valid_until: validUntil, ending }
  if (!usedAt) return facts
  const used = { ...facts, used_at: athensTime(usedAt) }
  const by = usedDeviceId === null ? undefined : await findNamed(context.db, usedDeviceId)
  const undoUntil = later(usedAt, undoMs)
  return {
    ...used,
    ...(by && { used_by: { device: by.name, place: by.place } }),
    ...(usedDeviceId === device.id &&
      undoUntil > context.clock.now() && { undo_until: athensTime(undoUntil) }),
  }
}

/** Unknown codes and those of other shops are counted, so that they cannot be tried out. */
const isOwn = (device: Device, coupon: Found | undefined): coupon is Found =>
  coupon?.partnerId === device.partner.id

/** @throws ApiError desk_not_allowed, desk_unknown, desk_revoked, throttled */
export async function checkCoupon(context: Context, device: Device, code: string): Promise<DeskCoupon> {
  await takeScan(context, device)
  const isKnown = await takeLookUp(context, device)
  const coupon = await changeAs(context.db, device, async (trx) => {
    const inside = { ...context, db: trx }
    const found = await coupons.findByCode(inside, code, context.clock.now())
    if (isOwn(device, found))
      await writeAudit(inside, byDevice(device), {
        action: 'desk.check_coupon',
        subjectId: found.participantId,
        details: { device: device.id, record: found.recordId },
      })
    return found
  })
  if (isOwn(device, coupon)) await isKnown()
  return shown(context, device, coupon)
}

/**
 * Uses a coupon, once for each submission. Of two tills the one that locks it first uses it; the other is told when and
 * where.
 * @throws ApiError desk_not_allowed, desk_unknown, desk_revoked, throttled
 */
export async function useCoupon(
  context: Context,
  device: Device,
  { code, submission }: { code: string; submission: string },
): Promise<DeskCoupon & { outcome: 'used' | 'refused' }> {
  await takeScan(context, device)
  const isKnown = await takeLookUp(context, device)
  const reference = submission.toLowerCase()
  const used = await changeAs(context.db, device, async (trx) => {
    const inside = { ...context, db: trx }
    const now = context.clock.now()
    const found = await coupons.findByCode(inside, code, now)
    const coupon = found && (await coupons.lockOwnCoupon(trx, found.recordId, now))
    if (!isOwn(device, coupon)) return { coupon, outcome: 'refused' as const }
    const known = (await queries.findEntries(trx, device.id, [reference])).get(reference)
    if (known) {
      const isThis = known.recordId === coupon.recordId && known.state === 'recorded'
      return { coupon, outcome: isThis ? ('used' as const) : ('refused' as const) }
    }
    if (stateOf(coupon) !== 'valid') return { coupon, outcome: 'refused' as const }
    await use(inside, trx, device, coupon, reference)
    return { coupon: await coupons.lockOwnCoupon(trx, coupon.recordId, now), outcome: 'used' as const }
  })
  if (isOwn(device, used.coupon)) await isKnown()
  return { outcome: used.outcome, ...(await shown(context, device, used.coupon)) }
}

async function use(
  context: Context,
  trx: Trx,
  device: Device,
  { recordId, participantId, offerId, cost }: Found,
  reference: string,
): Promise<void> {
  const now = context.clock.now()
  await coupons.setUse(trx, recordId, { usedAt: now, usedDeviceId: device.id })
  await queries.saveEntry(trx, {
    ...{ deviceId: device.id, reference, kind: 'coupon', state: 'recorded' },
    ...{ recordId, participantId, offerId, points: cost },
    ...{ receivedAt: now, happenedAt: now, deviceAt: now },
  })
  await writeAudit(context, byDevice(device), {
    action: 'desk.use_coupon',
    subjectId: participantId,
    details: { device: device.id, record: recordId },
  })
}

/** Marks the entry about the newest use of a coupon by a device as undone, for the sums and settlements. */
export async function undoUse(trx: Trx, deviceId: number, recordId: number): Promise<void> {
  const entry = await queries.findUse(trx, deviceId, recordId)
  if (entry) await queries.undoEntry(trx, entry.id)
}

/**
 * Undoes the use of a coupon by this device. Repeated, it changes nothing.
 * @throws ApiError not_found: also used by another device; undo_late
 */
export const undoCoupon = async (context: Context, device: Device, recordId: number): Promise<DeskCoupon> => {
  await takeScan(context, device)
  return changeAs(context.db, device, async (trx) => {
    const inside = { ...context, db: trx }
    const now = context.clock.now()
    const coupon = await coupons.lockOwnCoupon(trx, recordId, now)
    const entry = coupon && (await queries.findUse(trx, device.id, recordId))
    if (!isOwn(device, coupon) || !entry) throw new ApiError('not_found')
    if (entry.state === 'undone' && !coupon.usedAt) return shown(inside, device, coupon)
    if (!coupon.usedAt || coupon.usedDeviceId !== device.id) throw new ApiError('not_found')
    if (later(coupon.usedAt, undoMs) <= now) throw new ApiError('undo_late')
    await coupons.setUse(trx, recordId, null)
    await queries.undoEntry(trx, entry.id)
    await writeAudit(inside, byDevice(device), {
      action: 'desk.undo_coupon',
      subjectId: coupon.participantId,
      details: { device: device.id, record: recordId },
    })
    return shown(inside, device, await coupons.lockOwnCoupon(trx, recordId, now))
  })
}
