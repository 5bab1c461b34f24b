import { maxEntryAgeMs } from '@portal/contract/desk/desk-limits.ts'
import {
  type DeskEntry,
  deskEntry,
  type DeskUse,
  type EntryKind,
  type EntryResult,
} from '@portal/contract/desk/desk.ts'
import { type ErrorDetail, errorRows } from '@portal/contract/error-codes.ts'
import { errorDetailsOf } from '@portal/contract/fields.ts'
import type { Trx } from '#server/db/database.ts'
import { type Outcome, recordWithin } from '#server/ledger/record.ts'
import { byDevice, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext, Device, RecordingPartner } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTries } from '#server/lib/rate-limit/rate-limit.ts'
import { changeAs, lockPresent } from '#server/lib/rights/rights.ts'
import { later } from '#server/lib/time/clock.ts'
import { parseTimestamp } from '#server/lib/time/timestamps.ts'
import { countUnknown, findCardOf, lookUpsLeft, tooManyUnknown } from './card-service.ts'
import * as queries from './entries-queries.ts'
import { descriptionOf } from './service.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config' | 'jobs'>

const useOf: Record<EntryKind, DeskUse> = { brought: 'reuse', took: 'reuse', oil: 'oil' }

/** Entries of a revoked device that wait for an operator: more than a collector records in three days. */
const maxHeld = 1_000

/** An entry with its times: by the portal's clock, and by the device's. */
type Timed = DeskEntry & { happenedAt: Date; deviceAt: Date }

/**
 * What becomes of an entry. A device chooses its reference, and may send it again:
 *
 * - new, or refused before: recorded, waiting (for the owner of its sticker) or refused; of a revoked device held or refused
 * - held: an operator records it (recorded, waiting) or refuses it for good; it is refused if the person is erased
 * - all others: the answer of the first time. Only the use of a coupon can be undone.
 */
type Next = {
  state: 'recorded' | 'waiting' | 'held' | 'refused'
  recordId: number | null
  participantId: number | null
  points: number | null
  /** Why it is refused. */
  error?: ErrorDetail
}

/** What the ledger or an operator decides. */
export type Decided = Next & { state: Exclude<Next['state'], 'held'> }

const nothing = { recordId: null, participantId: null, points: null }
const refusedBy = (error: ErrorDetail): Decided => ({ ...nothing, state: 'refused', error })

const refused = (reference: string | null, { code, params }: ErrorDetail): EntryResult => ({
  ...{ reference, state: 'refused', points: null, code },
  ...(params && { params }),
  final: errorRows[code].final !== false,
})

/**
 * Records what a device sends, each entry separately and once: a repeated one has the answer of the first time. Points
 * follow from the rates. When an entry happened is said by the portal's clock: the device's only says how long before the
 * sending. What a device sends after it was revoked is held for an operator, if it was recorded before.
 * @param sent.entries unvalidated
 * @throws ApiError desk_locked, desk_unknown; moment_invalid, throttled
 */
export async function sendEntries(
  context: Context,
  device: Device,
  sent: { sent_at: string; entries: readonly unknown[] },
): Promise<EntryResult[]> {
  if (device.state === 'locked') throw new ApiError('desk_locked')
  const sentAt = parseTimestamp(sent.sent_at.toUpperCase())
  if (typeof sentAt === 'string') throw new ApiError([{ code: 'moment_invalid', field: 'sent_at' }])
  const limits = await takeTries(context, 'deskByDevice', String(device.id), sent.entries.length)
  if (limits[0]) throw limits[0]
  const read = sent.entries.map((input, place) => {
    const limit = limits[place]?.errors[0]
    return limit ? refused(referenceOf(input), limit) : readEntry(input, sentAt, context.clock.now())
  })
  try {
    return await take(context, device, read)
  } catch (error) {
    const isRevoked = error instanceof ApiError && error.errors[0]?.code === 'desk_revoked'
    if (!isRevoked) throw error
    // It was revoked meanwhile.
    return take(context, { ...device, state: 'revoked', revokedAt: context.clock.now() }, read)
  }
}

/** Of an entry that was not read, so that the device knows which one was refused. */
function referenceOf(input: unknown): string | null {
  const { data } = deskEntry.shape.reference.safeParse((input as { reference?: unknown } | null)?.reference)
  return data ?? null
}

function readEntry(input: unknown, sentAt: Date, now: Date): Timed | EntryResult {
  const { data, error } = deskEntry.safeParse(input)
  if (error) return refused(referenceOf(input), errorDetailsOf(error, input)[0] ?? { code: 'invalid' })
  const reference = data.reference.toLowerCase()
  const deviceAt = parseTimestamp(data.at.toUpperCase())
  if (typeof deviceAt === 'string' || !isOfAClock(deviceAt))
    return refused(reference, { code: 'moment_invalid' })
  const age = Math.max(0, sentAt.getTime() - deviceAt.getTime())
  if (age > maxEntryAgeMs) return refused(reference, { code: 'entry_too_old' })
  return { ...data, reference, deviceAt, happenedAt: later(now, -age) }
}

/** Between 1970, after an empty battery, and what is written with four digits of a year. */
const isOfAClock = (time: Date) => time.getTime() >= 0 && time.getUTCFullYear() < 9999

const isResult = (entry: Timed | EntryResult): entry is EntryResult => 'state' in entry
const quantityOf = ({ items, litres }: DeskEntry) => items ?? litres ?? 0

type Facts = Pick<queries.KnownEntry, 'kind' | 'material' | 'quantity'>
const factsOf = (entry: DeskEntry): Facts => ({
  kind: entry.kind,
  material: entry.material ?? null,
  quantity: quantityOf(entry),
})
const isSame = (one: Facts, other: Facts) =>
  one.kind === other.kind && one.material === other.material && one.quantity === other.quantity

/** The answer to an entry that the portal knows; undefined if it is new, or was refused and may be accepted now. */
function repeatedOf(entry: Timed, known: queries.KnownEntry | undefined): EntryResult | undefined {
  if (!known || (known.state === 'refused' && !known.isDecided)) return undefined
  const { reference } = entry
  if (!isSame(known, factsOf(entry))) return refused(reference, { code: 'reference_conflict' })
  // An operator's decision stays.
  if (known.state === 'refused') return refused(reference, { code: 'desk_revoked' })
  const state = known.state === 'held' || known.state === 'waiting' ? known.state : 'repeated'
  return { reference, state, points: known.points, code: null }
}

/** Answers entries in their order: those that the portal knows as before. Of several with one reference the first counts. */
const take = (context: Context, device: Device, read: readonly (Timed | EntryResult)[]) =>
  changeAs(context.db, device.state === 'revoked' ? {} : device, async (trx) => {
    const inside = { ...context, db: trx }
    if (device.state === 'revoked' && !(await queries.lockDevice(trx, device.id, device.deviceHash)))
      throw new ApiError('desk_unknown')
    const sent = read.filter((entry): entry is Timed => !isResult(entry))
    const references = sent.map(({ reference }) => reference)
    const known = await queries.findEntries(trx, device.id, references)
    const fresh = new Map<string, Timed>()
    for (const entry of sent)
      if (!fresh.has(entry.reference) && !repeatedOf(entry, known.get(entry.reference)))
        fresh.set(entry.reference, entry)
    const entries = [...fresh.values()]
    const decided = await decide(inside, trx, device, entries)
    const results = new Map<string, EntryResult>()
    for (const [place, entry] of entries.entries())
      results.set(
        entry.reference,
        await save(inside, trx, device, entry, decided[place] ?? refusedBy({ code: 'invalid' })),
      )
    return read.map((entry) => {
      if (isResult(entry)) return entry
      const [first, result] = [fresh.get(entry.reference), results.get(entry.reference)]
      if (!first || !result)
        return repeatedOf(entry, known.get(entry.reference)) ?? refused(entry.reference, { code: 'invalid' })
      if (!isSame(factsOf(first), factsOf(entry)))
        return refused(entry.reference, { code: 'reference_conflict' })
      return first === entry || result.state !== 'recorded'
        ? result
        : { ...result, state: 'repeated' as const }
    })
  })

/** Decides what becomes of new entries, in their order, and writes the records of those that are not refused. */
async function decide(
  context: Context,
  trx: Trx,
  device: Device,
  entries: readonly Timed[],
): Promise<Next[]> {
  const people = await findPeople(context, trx, device, entries)
  const accepted = entries.flatMap((entry, place) => {
    const participantId = people[place] ?? null
    return isError(participantId) ? [] : { ...entry, participantId }
  })
  const isHolding = device.state === 'revoked'
  const outcomes = isHolding ? [] : await writeRecords(context, trx, device, accepted)
  let free = isHolding ? maxHeld - (await queries.countHeldOf(trx, device.id)) : 0
  const decided: Next[] = []
  for (const [place, { reference }] of entries.entries()) {
    const participantId = people[place] ?? null
    if (isError(participantId)) decided.push(refusedBy(participantId))
    else if (!isHolding) decided.push(await nextOf(trx, device, reference, outcomes.shift()))
    else if (free <= 0) decided.push(refusedBy({ code: 'waiting_full' }))
    // Erased since the card was found.
    else if (participantId !== null && !(await lockPresent(trx, participantId)))
      decided.push(refusedBy({ code: 'participant_unknown' }))
    else {
      decided.push({ ...nothing, state: 'held', participantId })
      free -= 1
    }
  }
  return decided
}

const isError = (found: ErrorDetail | number | null): found is ErrorDetail =>
  typeof found === 'object' && found !== null

/**
 * Finds whose card each entry names, null for a sticker, or why it is refused. Unknown codes are counted by device and by
 * partner, so that they cannot be tried out. The person is found now also for held entries: codes are deleted after three days.
 */
async function findPeople(context: Context, trx: Trx, device: Device, entries: readonly Timed[]) {
  const left = await lookUpsLeft(context, device)
  let unknown = 0
  const find = async ({ kind, card, happenedAt }: Timed): Promise<ErrorDetail | number | null> => {
    const isLate = device.state === 'revoked' && !(device.revokedAt && happenedAt <= device.revokedAt)
    if (isLate) return { code: 'desk_revoked' }
    if (!device.may.includes(useOf[kind])) return { code: 'desk_not_allowed' }
    if (card === undefined) return null
    if (unknown >= left) return tooManyUnknown(context)
    const found = await findCardOf(context, trx, device, card, happenedAt)
    if (found === 'card_unknown') unknown += 1
    return typeof found === 'string' ? { code: found } : found.participantId
  }
  const people = []
  for (const entry of entries) people.push(await find(entry))
  await countUnknown(context, device, unknown)
  return people
}

/** The measure and the person of an entry. */
type Written = Pick<
  Timed,
  'reference' | 'kind' | 'sticker' | 'material' | 'items' | 'litres' | 'happenedAt'
> & {
  participantId: number | null
}

/** Writes the records of entries with the partner of their device, as any records of a partner. */
export function writeRecords(
  context: Context,
  trx: Trx,
  { id, place, partner }: { id: number; place: string | null; partner: RecordingPartner },
  entries: readonly Written[],
): Promise<Outcome[]> {
  const inputs = entries.map(
    ({ reference, kind, sticker, material, items, litres, happenedAt, participantId }) => ({
      reference: recordReference(id, reference),
      participant: participantId === null ? { sticker } : { id: participantId },
      description: descriptionOf[kind],
      measure: { ...(kind === 'oil' ? { litres } : { item_count: items }), ...(material && { material }) },
      happened_at: happenedAt.toISOString(),
      ...(place !== null && { details: { collection_point: place } }),
    }),
  )
  // The portal itself names the person, by the card: what third parties may not know plays no part.
  return recordWithin(context, trx, { ...partner, firstParty: true }, inputs)
}

const recordReference = (device: number, reference: string) => `desk/${device}/${reference}`

/** What became of an entry, by the outcome of its record. */
export async function nextOf(
  trx: Trx,
  { id, partner }: { id: number; partner: { id: number } },
  reference: string,
  outcome: Outcome | undefined,
): Promise<Decided> {
  if (outcome?.status === 'refused') return refusedBy(outcome.errors[0] ?? { code: 'invalid' })
  if (!outcome || outcome.status === 'withdrawn') return refusedBy({ code: 'reference_conflict' })
  if (outcome.status === 'waiting') {
    const points = await queries.findWaitingPoints(trx, partner.id, recordReference(id, reference))
    return { ...nothing, state: 'waiting', points }
  }
  const participantId = await queries.participantOf(trx, outcome.id)
  return { state: 'recorded', recordId: outcome.id, participantId, points: outcome.points }
}

/** Stores what became of an entry of a device, also in the audit log, unless it is refused. */
async function save(
  context: Context,
  trx: Trx,
  device: Device,
  entry: Timed,
  { error, ...next }: Next,
): Promise<EntryResult> {
  const { reference, kind, happenedAt, deviceAt } = entry
  const { state, recordId, participantId, points } = next
  await queries.saveEntry(trx, {
    ...{ deviceId: device.id, reference, kind, happenedAt, deviceAt, receivedAt: context.clock.now() },
    ...{ stickerCode: entry.sticker ?? null, material: entry.material ?? null },
    ...{ quantity: String(quantityOf(entry)), ...next, code: error?.code ?? null },
  })
  if (error) return refused(reference, error)
  await writeAudit(context, byDevice(device), {
    action: 'desk.record',
    ...(participantId !== null && { subjectId: participantId }),
    details: {
      ...{ device: device.id, entry: kind, ...(recordId !== null && { record: recordId }) },
      ...(state === 'held' ? { held: true } : { points }),
    },
  })
  return { reference, state, points, code: null }
}
