import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { insertCoupons } from '#server/ledger/coupons/coupons.ts'
import { enqueueRecords } from '#server/ledger/events/announce.ts'
import { addSticker } from '#server/ledger/stickers/add-sticker.ts'
import type { Trx } from '#server/db/database.ts'
import type { Partner, AppContext, RecordingPartner } from '#server/lib/context/app-context.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { countAndFlag, flagCreditedTwice } from '#server/ledger/caps/caps.ts'
import { creditWaiting } from './waiting/credit.ts'
import { decide, type Decision, type WaitsFor } from './decide.ts'
import { insertRows } from './record-queries.ts'
import { type Entry, parseEntry } from './parse-entry.ts'
import { sourceOf } from './reference-source.ts'
import { readSnapshot } from './snapshot.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>

/** The result of one record, before it is converted into the contract's `answer`. */
export type Outcome =
  | { status: 'refused'; errors: readonly ErrorDetail[] }
  | { status: 'recorded' | 'repeated'; id: number; points: number }
  | { status: 'waiting'; waitsFor: WaitsFor }
  | { status: 'withdrawn' }

/** Records that are parsed before other calls get their turn: some milliseconds. */
const recordsPerTurn = 200

/**
 * Records one record or a batch of a partner in the given order and commits it. A rejected record does not affect the others.
 * @param inputs unvalidated records; each is parsed separately
 * @returns one outcome per input, in the same order
 */
export async function recordPoints(
  context: Context,
  partner: Partner,
  inputs: unknown[],
): Promise<Outcome[]> {
  const read = await parseAll(context, partner, inputs)
  return outcomesOf(read, (entries) =>
    changeAs(context.db, partner, (trx) => settle(context, trx, partner, entries)),
  )
}

/** As `recordPoints`, in a transaction whose caller has the right to write for the partner. */
export async function recordWithin(
  context: Context,
  trx: Trx,
  partner: RecordingPartner,
  inputs: unknown[],
): Promise<Outcome[]> {
  const read = await parseAll(context, partner, inputs)
  return outcomesOf(read, (entries) => settle(context, trx, partner, entries))
}

async function parseAll(context: Context, partner: RecordingPartner, inputs: unknown[]) {
  const read: (Entry | ErrorDetail[])[] = []
  for (const input of inputs) {
    if (read.length % recordsPerTurn === recordsPerTurn - 1) await nextTurn()
    read.push(parseEntry(input, partner, context))
  }
  return read
}

async function outcomesOf(
  read: readonly (Entry | ErrorDetail[])[],
  write: (entries: Entry[]) => Promise<Outcome[]>,
): Promise<Outcome[]> {
  const entries = read.filter((entry): entry is Entry => !Array.isArray(entry))
  const settled = entries.length === 0 ? [] : await write(entries)
  const outcomes = settled.values()
  return read.map((entry) =>
    Array.isArray(entry) ? { status: 'refused', errors: entry } : (outcomes.next().value as Outcome),
  )
}

/** Locks, decides and inserts, with a number of statements that does not depend on the number of entries. */
async function settle(
  context: Context,
  trx: Trx,
  partner: RecordingPartner,
  entries: Entry[],
): Promise<Outcome[]> {
  const { snapshot, hasWebhook, byHand } = await readSnapshot(context, trx, partner, entries)
  const decisions = entries.map((entry) => decide(entry, snapshot))
  const accepted = decisions.filter(({ kind }) => kind === 'recorded' || kind === 'waiting') as Accepted[]
  const recorded = accepted.filter((decision) => decision.kind === 'recorded')
  const writer = { id: partner.id, source: sourceOf(partner) }
  const ids = await insertRows(trx, writer, context.clock.now(), accepted.map(rowOf))
  const idOf = ({ entry }: Accepted) => ids.get(entry.reference) ?? 0

  const coupons = recorded.flatMap((one) =>
    one.entry.coupon
      ? [{ coupon: one.entry.coupon, participantId: one.participantId, recordId: idOf(one) }]
      : [],
  )
  await insertCoupons(context, trx, coupons)
  if (hasWebhook) await enqueueRecords(context, trx, partner.id, [...ids.values()])
  for (const { binds, participantId } of recorded) {
    if (!binds) continue
    await addSticker(context, trx, binds.id, participantId)
    await creditWaiting(context, trx, binds.code, participantId)
  }
  const oil = recorded.filter(
    ({ entry: { description }, points, participantId }) =>
      description === 'oil_collected' && points > 0 && byHand.has(participantId),
  )
  await flagCreditedTwice(context, trx, partner.id, oil.map(idOf))
  const giving = accepted.filter(({ points }) => points > 0)
  const gave = giving.reduce((sum, { points }) => sum + points, 0)
  const receivers = giving.flatMap((one) => (one.kind === 'recorded' ? [one.participantId] : []))
  await countAndFlag(context, trx, partner, snapshot.caps, gave, new Set(receivers))
  return decisions.map((decision) => outcomeOf(decision, ids))
}

type Accepted = Extract<Decision, { kind: 'recorded' | 'waiting' }>

function rowOf({ entry, points, rateId, ...owner }: Accepted) {
  const { reference, content, description, createdAt, details } = entry
  return {
    ...{ reference, content, description, createdAt, details, points, rateId },
    ...(owner.kind === 'recorded'
      ? { participantId: owner.participantId }
      : { stickerCode: owner.stickerCode }),
  }
}

function outcomeOf(decision: Decision, ids: Map<string, number>): Outcome {
  if (decision.kind === 'refused') return { status: 'refused', errors: decision.errors }
  if (decision.kind === 'waiting') return { status: 'waiting', waitsFor: decision.waitsFor }
  if (decision.kind === 'recorded')
    return { status: 'recorded', id: ids.get(decision.entry.reference) ?? 0, points: decision.points }
  const { known, waitsFor } = decision
  if (known.withdrawnBy !== null) return { status: 'withdrawn' }
  if (waitsFor) return { status: 'waiting', waitsFor }
  return {
    status: 'repeated',
    id: known.recordId ?? ids.get(known.reference) ?? 0,
    points: known.points ?? 0,
  }
}
