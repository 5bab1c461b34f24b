import { idleMs, maxPinTries } from '@portal/contract/desk/desk-limits.ts'
import type { Desk, EntryKind } from '@portal/contract/desk/desk.ts'
import type { Description } from '@portal/contract/words/descriptions.ts'
import { listRates } from '#server/ledger/rates/rates.ts'
import { byDevice, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext, Device } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { enrolmentCodeHash } from '#server/lib/security/card-codes.ts'
import { hashPassword, verifyPassword } from '#server/lib/security/passwords.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** The record that an entry becomes. */
export const descriptionOf: Record<EntryKind, Description> = {
  brought: 'item_delivered',
  took: 'item_reused',
  oil: 'oil_collected',
}

/**
 * Returns a function that finds the device of a cookie, in any state. It throws ApiError desk_unknown. With `isUse` a person
 * makes the call: the device stays open.
 */
export const deviceFinder =
  (context: Pick<AppContext, 'db' | 'clock'>) =>
  async (token: string | undefined, ip: string, { isUse }: { isUse: boolean }): Promise<Device> => {
    const deviceHash = hashToken(token ?? '')
    const found = token ? await queries.findDevice(context.db, deviceHash) : undefined
    if (!found) throw new ApiError('desk_unknown')
    const { isLocked, lastSeenAt, partner, ...device } = found
    const now = context.clock.now()
    const isOpen = device.openUntil !== null && device.openUntil > now
    const state = device.revokedAt ? 'revoked' : isLocked ? 'locked' : isOpen ? 'open' : 'closed'
    const isExtended = isUse && state === 'open'
    // At most once a minute: it is one write more for each call.
    if (!lastSeenAt || isMinuteOld(lastSeenAt, now) || (isExtended && isMinuteOld(openedAt(device), now)))
      await queries.noteCall(context.db, device.id, {
        now,
        openUntil: isExtended ? later(now, idleMs) : null,
      })
    const network = networkOf(ip)
    return { ...device, deviceHash, state, network, partner: { ...partner, network } }
  }

const isMinuteOld = (time: Date, now: Date) => now.getTime() - time.getTime() >= minutes(1)
/** When the time without the PIN was last extended. */
const openedAt = ({ openUntil }: { openUntil: Date | null }) => later(openUntil ?? new Date(0), -idleMs)

/** Describes a device and the rates of today, with which its page says what an entry will give. */
export async function showDesk(context: Context, device: Device): Promise<Desk> {
  const { clock, db } = context
  const today = athensDay(clock.now())
  const kindsOf = (uses: Device['may']): EntryKind[] => [
    ...(uses.includes('reuse') ? (['brought', 'took'] as const) : []),
    ...(uses.includes('oil') ? (['oil'] as const) : []),
  ]
  const kinds = kindsOf(device.may).filter((kind) =>
    device.partner.descriptions.includes(descriptionOf[kind]),
  )
  const rates = (await listRates({ db })).filter(
    ({ validFrom, validTo }) => validFrom <= today && (validTo === null || today <= validTo),
  )
  return {
    id: device.id,
    partner: device.partner.name,
    name: device.name,
    place: device.place,
    may: [...device.may],
    state: device.state,
    tries_left: Math.max(0, maxPinTries - device.pinFailures),
    open_until: device.openUntil && athensTime(device.openUntil),
    time: athensTime(clock.now()),
    rates: kinds.flatMap((kind) =>
      rates
        .filter(
          ({ description, unit }) =>
            description === descriptionOf[kind] && (unit === 'litre') === (kind === 'oil'),
        )
        .map(({ material, pointsPerUnit }) => ({
          kind,
          material,
          points_per_unit: Number(pointsPerUnit),
        })),
    ),
  }
}

/** @throws ApiError desk_unknown, desk_revoked, desk_locked, pin_wrong, throttled */
export async function openDesk(context: Context, device: Device, pin: string): Promise<Desk> {
  if (device.state === 'revoked') throw new ApiError('desk_revoked')
  const { db, clock } = context
  // A right PIN costs a hash, too.
  await takeTry(context, 'deskByDevice', String(device.id))
  const counted = await queries.countPinTry(db, device.id, clock.now(), maxPinTries)
  if (!counted) throw new ApiError('desk_locked')
  const { pinHash, failures } = counted
  const openUntil = later(clock.now(), idleMs)
  if (await verifyPassword(pin, pinHash, 'known')) {
    await changeAs(db, device, async (trx) => {
      if (!(await queries.openDevice(trx, device.id, pinHash, openUntil))) throw new ApiError('desk_unknown')
      await writeAudit({ db: trx, clock }, byDevice(device), { action: 'desk.open' })
    })
    return showDesk(context, { ...device, state: 'open', openUntil, pinFailures: 0 })
  }
  const left = maxPinTries - failures
  if (left > 0) throw new ApiError('pin_wrong', { left })
  await writeAudit(context, byDevice(device), { action: 'device.lock', details: { device: device.id } })
  throw new ApiError('desk_locked')
}

/** Closes a device until its PIN is entered; also one that is closed. */
export const closeDesk = ({ db, clock }: Context, device: Device): Promise<void> =>
  changeAs(db, device.state === 'open' ? device : {}, async (trx) => {
    if (device.state !== 'open') return
    await queries.closeDevice(trx, device.id)
    await writeAudit({ db: trx, clock }, byDevice(device), { action: 'desk.close' })
  })

type Enrolment = {
  code?: string | undefined
  link?: string | undefined
  name?: string | undefined
  place?: string | null | undefined
  pin: string
}

/**
 * Enrols a device by the code of an operator, or adds one by the link of a partner. Both are used up in the transaction.
 * @returns the secret of the cookie
 * @throws ApiError throttled, desk_code_wrong, desk_link_wrong, pk_unknown
 */
export async function enrolDevice(
  context: Context,
  { code, link, name = '', place = null, pin }: Enrolment,
  ip: string,
): Promise<string> {
  const { db, clock } = context
  const network = networkOf(ip)
  await takeTry(context, 'deskEnrolByNetwork', network)
  const now = clock.now()
  const enrolmentHash = code === undefined ? '' : await enrolmentCodeHash(context, code)
  const waiting = code === undefined ? undefined : await queries.findByCode(db, enrolmentHash, now)
  const byLink = link === undefined ? undefined : await queries.findLink(db, hashToken(link), now)
  const wrong = code === undefined ? 'desk_link_wrong' : 'desk_code_wrong'
  if (!waiting && !byLink) throw new ApiError(wrong)
  const placeKey = byLink && place !== null ? await queries.findPlaceKey(db, place) : null
  if (placeKey === undefined)
    throw new ApiError([{ code: 'pk_unknown', field: 'place', params: { pk: place ?? '' } }])
  const token = newToken()
  const enrolled = {
    secretHash: hashToken(token),
    pinHash: await hashPassword(pin, 'known'),
    enrolledAt: now,
    openUntil: later(now, idleMs),
  }
  await changeAs(db, {}, async (trx) => {
    const isUsed = waiting
      ? await queries.enrol(trx, waiting.id, enrolmentHash, enrolled)
      : byLink && (await queries.useLink(trx, byLink.id))
    if (!isUsed) throw new ApiError(wrong)
    const id =
      waiting?.id ??
      (byLink &&
        (await queries.insertDevice(trx, {
          ...{ partnerId: byLink.partnerId, may: byLink.may, name, placeKey, createdAt: now },
          ...enrolled,
        })))
    if (id === undefined) throw new ApiError(wrong)
    const details = { device: id, ...(byLink && { device_link: byLink.id }) }
    await writeAudit({ db: trx, clock }, byDevice({ id, network }), { action: 'device.enrol', details })
  })
  return token
}
