import { setImmediate as nextTurn } from 'node:timers/promises'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { addGivenByPartner } from '#server/ledger/caps/queries.ts'
import { insertCoupons } from '#server/ledger/coupons/coupons.ts'
import { enqueueRecords } from '#server/ledger/events/announce.ts'
import { claimSticker } from '#server/ledger/stickers/claim.ts'
import type { Trx } from '#server/db/database.ts'
import type { Partner, AppContext } from '#server/lib/context/app-context.ts'
import { grouped } from '#server/lib/grouping/grouped.ts'
import { ReferenceLost, inWriterTransaction } from '#server/ledger/transaction/transaction.ts'
import { flagCreditedTwice, raiseFlags } from '#server/ledger/caps/caps.ts'
import { recordAccepted } from './accepted.ts'
import { creditWaiting } from './waiting/credit.ts'
import { decide, type Decision, type WaitsFor } from './decide.ts'
import * as queries from './record-queries.ts'
import { type Entry, parseEntry } from './parse-entry.ts'
import { sourceOf } from './reference-source.ts'
import { resolveSubjects } from './subjects.ts'
import { readSnapshot } from './snapshot.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>

/** The result of one record, before it is converted into the contract's `answer`. */
export type Outcome =
  | { status: 'refused'; errors: readonly ErrorDetail[] }
  | { status: 'recorded' | 'repeated'; id: number; points: number }
  | { status: 'waiting'; waitsFor: WaitsFor }
  | { status: 'withdrawn' }

/** Records that are parsed before other calls get their turn. */
const recordsPerTurn = 200

/**
 * Records a batch of a partner in the given order and commits it. A rejected record does not affect the others.
 * @param inputs unvalidated records; each is parsed separately
 * @returns one outcome per input, in the same order
 */
export async function recordPoints(
  context: Context,
  partner: Partner,
  inputs: unknown[],
): Promise<Outcome[]> {
  const read: ReturnType<typeof parseEntry>[] = []
  for (const input of inputs) {
    if (read.length % recordsPerTurn === recordsPerTurn - 1) await nextTurn()
    read.push(parseEntry(input, partner, context))
  }
  const entries = read.filter((entry): entry is Entry => !Array.isArray(entry))
  if (entries.length === 0)
    return read.map((errors) => ({ status: 'refused', errors: errors as ErrorDetail[] }))
  const settled = (await findRepeated(context, partner, entries)) ?? (await settle(context, partner, entries))
  const outcomes = settled.values()
  return read.map((entry) =>
    Array.isArray(entry) ? { status: 'refused', errors: entry } : (outcomes.next().value as Outcome),
  )
}

/**
 * Returns a function that records a single record as `recordPoints` does. Concurrent calls with one token are decided in the
 * order of their arrival and committed together.
 */
export function singleRecorder(context: Context): (partner: Partner, input: unknown) => Promise<Outcome> {
  type Single = { partner: Partner; entry: Entry }
  const record = grouped(
    ({ partner: { tokenHash, firstParty, isPairwise, dailyCap, personCap } }: Single) =>
      JSON.stringify([tokenHash, firstParty, isPairwise, dailyCap, personCap]),
    (singles) =>
      settle(
        context,
        singles[0].partner,
        singles.map(({ entry }) => entry),
        singles.length > 1 ? maxWaitTogetherMs : undefined,
      ),
  )
  return async (partner, input) => {
    const entry = parseEntry(input, partner, context)
    if (Array.isArray(entry)) return { status: 'refused', errors: entry }
    if (entry.details.sticker === undefined) return record({ partner, entry })
    // Locks more than its participant.
    const [outcome] = await settle(context, partner, [entry])
    if (!outcome) throw new Error('settle returned no outcome.')
    return outcome
  }
}

/** One that waits longer for a lock makes all of its group run alone. */
const maxWaitTogetherMs = 200

const settle = async (
  context: Context,
  partner: Partner,
  given: Entry[],
  maxWaitMs?: number,
): Promise<Outcome[]> => {
  const entries = await resolveSubjects(context.db, partner, given)
  const accepted = await recordAccepted(context, partner, entries, maxWaitMs)
  return (
    accepted?.map((record) => ({ status: 'recorded', ...record })) ??
    inWriterTransaction(context.db, partner, (trx) =>
      settleEntries(context, trx, partner, entries, maxWaitMs),
    )
  )
}

/**
 * Answers a batch that was recorded before, without a transaction and its locks. Looks for the first reference only, so
 * that new batches do not pay for it.
 * @returns undefined if a record is new, differs or waits
 */
async function findRepeated(
  { db }: Pick<Context, 'db'>,
  partner: Partner,
  entries: Entry[],
): Promise<Outcome[] | undefined> {
  const [first, ...others] = entries.map(({ reference }) => reference)
  if (first === undefined || others.length === 0) return undefined
  const asSource = { id: partner.id, source: sourceOf(partner) }
  if ((await queries.findReferences(db, asSource, [first])).length === 0) return undefined
  const found = await queries.findReferences(db, asSource, [first, ...others])
  const known = new Map(found.map((row) => [row.reference, row]))
  const outcomes: Outcome[] = []
  for (const { reference, content } of entries) {
    const row = known.get(reference)
    const isSettled = row !== undefined && (row.recordId !== null || row.withdrawnBy !== null)
    if (!isSettled || row.content !== content) return undefined
    outcomes.push(outcomeOf({ kind: 'repeated', known: row }, new Map()))
  }
  return outcomes
}

async function settleEntries(
  context: Context,
  trx: Trx,
  partner: Partner,
  entries: Entry[],
  maxWaitMs?: number,
): Promise<Outcome[]> {
  const { clock, jobs } = context
  const asSource = { id: partner.id, source: sourceOf(partner) }
  const { snapshot, hasWebhook } = await readSnapshot(context, trx, partner, entries, maxWaitMs)
  const decisions = entries.map((entry) => decide(entry, snapshot))
  const recorded = decisions.filter((decision) => decision.kind === 'recorded')
  const waiting = decisions.filter((decision) => decision.kind === 'waiting')

  const receivedAt = clock.now()
  const rowOf = ({ entry, points, rateId }: (typeof recorded)[number] | (typeof waiting)[number]) => {
    const { reference, description, createdAt, details } = entry
    return { reference, description, createdAt, details, points, rateId }
  }
  const records = recorded.map((decision) => ({ ...rowOf(decision), participantId: decision.participantId }))
  const giving = [...recorded, ...waiting].filter(({ points }) => points > 0)
  const given = giving.reduce((sum, { points }) => sum + points, 0)
  const { day } = snapshot.caps
  const counted = given > 0 ? { day, given } : undefined
  if (waiting.length > 0) {
    // In one statement for both: references are taken in their order.
    const accepted = [...recorded, ...waiting].map(({ entry }) => entry)
    const taken = await queries.takeReferences(trx, partner.id, receivedAt, accepted)
    if (taken < accepted.length) throw new ReferenceLost()
    if (counted && records.length === 0) await addGivenByPartner(trx, partner.id, day, given)
    const waitingRows = waiting.map((decision) => ({
      ...rowOf(decision),
      stickerCode: decision.stickerCode,
    }))
    await queries.insertWaiting(trx, partner.id, receivedAt, waitingRows)
  }
  const contents = waiting.length > 0 ? {} : { contents: recorded.map(({ entry: { content } }) => content) }
  const ids =
    records.length > 0
      ? await queries.insertRecords(trx, asSource, receivedAt, records, { counted, ...contents })
      : new Map<string, number>()
  if (ids.size < records.length) throw new ReferenceLost()
  const coupons = recorded.flatMap(({ entry: { coupon, reference }, participantId }) =>
    coupon ? [{ coupon, participantId, recordId: ids.get(reference) ?? 0 }] : [],
  )
  await insertCoupons(context, trx, coupons)
  if (hasWebhook) await enqueueRecords({ jobs }, trx, partner.id, [...ids.values()])
  for (const { binds, participantId } of recorded) {
    if (!binds) continue
    await claimSticker(context, trx, binds.id, participantId)
    await creditWaiting(context, trx, binds.code, participantId)
  }
  const receivers = giving.flatMap((decision) =>
    decision.kind === 'recorded' ? [decision.participantId] : [],
  )
  await raiseFlags(context, trx, partner, snapshot.caps, given > 0, receivers)
  const oil = recorded.filter(({ entry, points }) => entry.description === 'oil_collected' && points > 0)
  const oilIds = oil.flatMap(({ entry }) => ids.get(entry.reference) ?? [])
  await flagCreditedTwice(context, trx, partner.id, oilIds)
  return decisions.map((decision) => outcomeOf(decision, ids))
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
