import { cardSeconds } from '@portal/contract/card.ts'
import { codeLengths, isDeskCode } from '@portal/contract/desk/desk-codes.ts'
import { visitMs } from '@portal/contract/desk/desk-limits.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { Trx } from '#server/db/database.ts'
import { byDevice, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext, Device } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { returnTry, takeTries, takeTry, triesLeft } from '#server/lib/rate-limit/rate-limit.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { cardCodeHash } from '#server/lib/security/card-codes.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import * as queries from './card-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** How long a shown code is accepted. */
const shownForMs = cardSeconds * 1_000
/** Of the clocks of devices that recorded without network. */
const toleranceMs = minutes(2)

export type CardError = 'card_unknown' | 'card_expired' | 'card_used'
type Found = { participantId: number; isPrinted: boolean }

/** Unknown codes are counted by device and by partner, so that they cannot be tried out. */
const limitsOf = ({ id, partner }: Device): ['deskUnknownByDevice' | 'deskUnknownByPartner', string][] => [
  ['deskUnknownByDevice', String(id)],
  ['deskUnknownByPartner', String(partner.id)],
]

/**
 * Counts a look-up of a code that may be unknown.
 * @returns takes the count back, for a code that was known
 * @throws ApiError throttled
 */
export async function takeLookUp(context: Context, device: Device): Promise<() => Promise<void>> {
  for (const limit of limitsOf(device)) await takeTry(context, ...limit)
  return async () => {
    for (const limit of limitsOf(device)) await returnTry(context, ...limit)
  }
}

/** Returns how many unknown codes may still be looked up, for many look-ups at once: `countUnknown` counts them. */
export async function lookUpsLeft(context: Context, device: Device): Promise<number> {
  const left = []
  for (const [limit, key] of limitsOf(device)) left.push(...(await triesLeft(context, limit, [key])))
  return Math.min(...left)
}

export async function countUnknown(context: Context, device: Device, count: number): Promise<void> {
  if (count > 0) for (const limit of limitsOf(device)) await takeTries(context, ...limit, count)
}

export const tooManyUnknown = ({ config }: Pick<Context, 'config'>): ErrorDetail => ({
  code: 'throttled',
  params: { seconds: config.limits.deskUnknownByDevice.window / 1000 },
})

/**
 * Reads a card for a visit: the first device has a shown code for 15 minutes, for all others it is used up.
 * @throws ApiError desk_not_allowed, throttled, card_unknown, card_expired, card_used, processing_restricted
 */
export async function readCard(context: Context, device: Device, code: string) {
  if (!device.may.includes('reuse') && !device.may.includes('oil')) throw new ApiError('desk_not_allowed')
  await takeTry(context, 'deskByDevice', String(device.id))
  const isKnown = await takeLookUp(context, device)
  const { clock } = context
  const read = await changeAs(context.db, device, async (trx) => {
    const now = clock.now()
    const found = await findShown({ ...context, db: trx }, trx, device, code, now)
    const person = typeof found === 'object' ? await queries.findPerson(trx, found.participantId) : undefined
    if (typeof found === 'string') return found
    if (!person) return 'card_unknown'
    if (person.isRestricted) return 'processing_restricted'
    await writeAudit({ db: trx, clock }, byDevice(device), {
      action: 'desk.read_card',
      subjectId: found.participantId,
      details: { device: device.id, ...(found.isPrinted && { printed_card: true }) },
    })
    const { firstName, initial } = person
    const name = initial === '' ? firstName : `${firstName} ${initial}.`
    return { name, printed: found.isPrinted, until: athensTime(later(found.readAt, visitMs)) }
  })
  if (read !== 'card_unknown') await isKnown()
  if (read === 'processing_restricted') throw new ApiError(read)
  if (typeof read === 'string') throw new ApiError([{ code: read, field: 'code' }])
  return read
}

async function findShown(
  context: Context,
  trx: Trx,
  device: Device,
  code: string,
  now: Date,
): Promise<(Found & { readAt: Date }) | CardError> {
  const printed = await findPrinted(context, trx, code, now)
  if (printed) return printed === 'card_unknown' ? printed : { ...printed, readAt: now }
  const card = await lockShown(context, trx, device, code)
  if (typeof card === 'string') return card
  const { codeHash, participantId, issuedAt, readAt } = card
  const lasts = readAt ? now < later(readAt, visitMs) : now < later(issuedAt, shownForMs)
  if (!lasts) return 'card_expired'
  if (!readAt) await queries.giveCard(trx, codeHash, device.id, now)
  return { participantId, isPrinted: false, readAt: readAt ?? now }
}

/** Locks a shown code that no other device has read. */
async function lockShown(context: Context, trx: Trx, { id }: Pick<Device, 'id'>, code: string) {
  const codeHash = await cardCodeHash(context, code)
  const card = await queries.lockCard(trx, codeHash)
  if (!card) return 'card_unknown'
  return card.deviceId !== null && card.deviceId !== id ? 'card_used' : { ...card, codeHash }
}

/** @returns undefined if the code is not that of a printed card, by its length */
async function findPrinted(
  context: Context,
  trx: Trx,
  code: string,
  at: Date,
): Promise<Found | 'card_unknown' | undefined> {
  if (isDeskCode(code, codeLengths.card)) return undefined
  if (!isDeskCode(code, codeLengths.printed)) return 'card_unknown'
  const card = await queries.findPrintedCard(trx, await cardCodeHash(context, code), at)
  return card ? { ...card, isPrinted: true } : 'card_unknown'
}

/**
 * Finds whose card an entry names. A shown code must have been read by this device for the visit, or, without network, be
 * shown at the time of the entry and have been read by no other device: then this one has it.
 * @param at when the entry was recorded, by the portal's clock
 */
export async function findCardOf(
  context: Context,
  trx: Trx,
  device: Pick<Device, 'id'>,
  code: string,
  at: Date,
): Promise<Found | CardError> {
  const printed = await findPrinted(context, trx, code, at)
  if (printed) return printed
  const card = await lockShown(context, trx, device, code)
  if (typeof card === 'string') return card
  const { codeHash, participantId, issuedAt, readAt } = card
  const [from, lastsFor] = readAt ? [readAt, visitMs] : [issuedAt, shownForMs]
  if (at < later(from, -toleranceMs) || at > later(from, lastsFor + toleranceMs)) return 'card_expired'
  if (!readAt) await queries.giveCard(trx, codeHash, device.id, at)
  return { participantId, isPrinted: false }
}
