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

/** An entry with its times: by the portal's clock, and by the device's. */
type Timed = DeskEntry & { happenedAt: Date; deviceAt: Date }

const refused = (reference: string | null, { code, params }: ErrorDetail): EntryResult => ({
  ...{ reference, state: 'refused', points: null, code },
  ...(params && { params }),
  final: errorRows[code].final !== false,
})

/**
 * Records what a device sends, each entry separately and once: a repeated one has the answer of the first time. Points
 * follow from the rates. When an entry happened is said by the portal's clock: the device's only says how long before the
 * sending.
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
  if (device.state === 'revoked') return hold(context, device, read)
  try {
    return await record(context, device, read)
  } catch (error) {
    // It was revoked meanwhile.
    if (!(error instanceof ApiError) || error.errors[0]?.code !== 'desk_revoked') throw error
    return hold(context, { ...device, revokedAt: context.clock.now() }, read)
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

const rowOf = (context: Context, { id: deviceId }: Pick<Device, 'id'>, entry: Timed) => ({
  deviceId,
  reference: entry.reference,
  kind: entry.kind,
  receivedAt: context.clock.now(),
  happenedAt: entry.happenedAt,
  deviceAt: entry.deviceAt,
  recordId: null,
  participantId: null,
  stickerCode: entry.sticker ?? null,
  material: entry.material ?? null,
  quantity: String(quantityOf(entry)),
  points: null,
  offerId: null,
  code: null,
})

/**
 * Answers entries in their order: those that the portal knows as before, new ones with what `work` returns.
 * @param work returns a result for each entry
 */
async function answer(
  trx: Trx,
  { id }: Device,
  read: readonly (Timed | EntryResult)[],
  work: (entries: Timed[]) => Promise<EntryResult[]>,
): Promise<EntryResult[]> {
  const sent = read.filter((entry): entry is Timed => !isResult(entry))
  const known = await queries.findEntries(
    trx,
    id,
    sent.map(({ reference }) => reference),
  )
  const fresh = new Map<string, Timed>()
  for (const entry of sent)
    if (!fresh.has(entry.reference) && !repeatedOf(entry, known.get(entry.reference)))
      fresh.set(entry.reference, entry)
  const results = new Map((await work([...fresh.values()])).map((result) => [result.reference, result]))
  return read.map((entry) => {
    if (isResult(entry)) return entry
    const result = results.get(entry.reference)
    if (!result)
      return repeatedOf(entry, known.get(entry.reference)) ?? refused(entry.reference, { code: 'invalid' })
    const first = fresh.get(entry.reference)
    if (first && !isSame(factsOf(first), factsOf(entry)))
      return refused(entry.reference, { code: 'reference_conflict' })
    return first === entry || result.state !== 'recorded' ? result : { ...result, state: 'repeated' }
  })
}

const record = (context: Context, device: Device, read: readonly (Timed | EntryResult)[]) =>
  changeAs(context.db, device, (trx) =>
    answer(trx, device, read, async (entries) => {
      const inside = { ...context, db: trx }
      const named = await namePeople(inside, trx, device, entries)
      const accepted = named.filter((entry) => !('code' in entry))
      const outcomes = await writeRecords(inside, trx, device, accepted)
      const outcomeOf = new Map(accepted.map(({ reference }, place) => [reference, outcomes[place]]))
      const results: EntryResult[] = []
      for (const entry of named)
        results.push(
          'code' in entry
            ? await refuse(inside, trx, device, entry, entry)
            : await save(inside, trx, device, entry, outcomeOf.get(entry.reference)),
        )
      return results
    }),
  )

type Named = Timed & { participantId?: number }

/**
 * Adds whose card each entry names, nobody for a sticker, or why it is refused. Unknown codes are counted by device and by
 * partner, so that they cannot be tried out.
 */
async function namePeople(
  context: Context,
  trx: Trx,
  device: Device,
  entries: readonly Timed[],
): Promise<(Named | (Timed & ErrorDetail))[]> {
  const left = await lookUpsLeft(context, device)
  let unknown = 0
  const named = []
  for (const entry of entries) {
    if (!device.may.includes(useOf[entry.kind])) named.push({ ...entry, code: 'desk_not_allowed' as const })
    else if (entry.card === undefined) named.push(entry)
    else if (unknown >= left) named.push({ ...entry, ...tooManyUnknown(context) })
    else {
      const found = await findCardOf(context, trx, device, entry.card, entry.happenedAt)
      if (found === 'card_unknown') unknown += 1
      named.push({ ...entry, ...(typeof found === 'string' ? { code: found } : found) })
    }
  }
  await countUnknown(context, device, unknown)
  return named
}

/** The measure and the person of an entry. */
type Written = Pick<
  Named,
  'reference' | 'kind' | 'sticker' | 'material' | 'items' | 'litres' | 'happenedAt' | 'participantId'
>

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
      participant: participantId === undefined ? { sticker } : { id: participantId },
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

async function refuse(
  context: Context,
  trx: Trx,
  device: Device,
  entry: Timed,
  error: ErrorDetail,
): Promise<EntryResult> {
  await queries.saveEntry(trx, { ...rowOf(context, device, entry), state: 'refused', code: error.code })
  return refused(entry.reference, error)
}

async function save(
  context: Context,
  trx: Trx,
  device: Device,
  entry: Named,
  outcome: Outcome | undefined,
): Promise<EntryResult> {
  const { reference, kind } = entry
  if (outcome?.status === 'refused')
    return refuse(context, trx, device, entry, outcome.errors[0] ?? { code: 'invalid' })
  if (!outcome || outcome.status === 'withdrawn')
    return refuse(context, trx, device, entry, { code: 'reference_conflict' })
  const written = await writtenOf(trx, device, reference, outcome)
  await queries.saveEntry(trx, { ...rowOf(context, device, entry), ...written })
  const { state, recordId, participantId, points } = written
  await writeAudit(context, byDevice(device), {
    action: 'desk.record',
    ...(participantId !== null && { subjectId: participantId }),
    details: { device: device.id, entry: kind, ...(recordId !== null && { record: recordId }), points },
  })
  return { reference, state, points, code: null }
}

/** What became of a recorded entry: its record and person, or the points of the delivery that waits for its sticker. */
export async function writtenOf(
  trx: Trx,
  { id, partner }: { id: number; partner: { id: number } },
  reference: string,
  outcome: Exclude<Outcome, { status: 'refused' | 'withdrawn' }>,
) {
  if (outcome.status === 'waiting') {
    const points = await queries.findWaitingPoints(trx, partner.id, recordReference(id, reference))
    return { state: 'waiting' as const, recordId: null, participantId: null, points }
  }
  const participantId = await queries.participantOf(trx, outcome.id)
  return { state: 'recorded' as const, recordId: outcome.id, participantId, points: outcome.points }
}

/** Entries of a revoked device that wait for an operator: more than a collector records in three days. */
const maxHeld = 1_000

/**
 * Keeps what a device sends after it was revoked for an operator, if it was recorded before. The person of a card is found
 * now: its code is deleted after three days.
 */
const hold = (context: Context, device: Device, read: readonly (Timed | EntryResult)[]) =>
  changeAs(context.db, {}, async (trx) => {
    const inside = { ...context, db: trx }
    if (!(await queries.lockDevice(trx, device.id, device.deviceHash))) throw new ApiError('desk_unknown')
    return answer(trx, device, read, async (entries) => {
      const isLate = ({ happenedAt }: Timed) => !device.revokedAt || happenedAt > device.revokedAt
      const named = await namePeople(
        inside,
        trx,
        device,
        entries.filter((entry) => !isLate(entry)),
      )
      const results: EntryResult[] = []
      for (const entry of entries.filter(isLate))
        results.push(await refuse(inside, trx, device, entry, { code: 'desk_revoked' }))
      let held = await queries.countHeldOf(trx, device.id)
      for (const one of named) {
        const isFull = !('code' in one) && held >= maxHeld
        const entry = isFull ? { ...one, code: 'waiting_full' as const } : one
        if (!('code' in entry)) held += 1
        results.push(
          'code' in entry
            ? await refuse(inside, trx, device, entry, entry)
            : await holdEntry(inside, trx, device, entry),
        )
      }
      return results
    })
  })

async function holdEntry(context: Context, trx: Trx, device: Device, entry: Named): Promise<EntryResult> {
  const { reference, kind, participantId = null } = entry
  // Erased since its card was found.
  if (participantId !== null && !(await lockPresent(trx, participantId)))
    return refuse(context, trx, device, entry, { code: 'participant_unknown' })
  await queries.saveEntry(trx, { ...rowOf(context, device, entry), state: 'held', participantId })
  await writeAudit(context, byDevice(device), {
    action: 'desk.record',
    ...(participantId !== null && { subjectId: participantId }),
    details: { device: device.id, entry: kind, held: true },
  })
  return { reference, state: 'held', points: null, code: null }
}
