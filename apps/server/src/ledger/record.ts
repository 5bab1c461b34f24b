import { setImmediate } from 'node:timers/promises'
import { isRedemption } from '@portal/contract/descriptions.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { addGivenByPartner } from '#server/ledger/caps/queries.ts'
import { insertCoupons } from '#server/ledger/coupons/coupons.ts'
import { enqueueRecords } from '#server/ledger/events/announce.ts'
import { listRates } from '#server/ledger/rates/rates.ts'
import { claimSticker, claimsLeft } from '#server/ledger/stickers/claim.ts'
import { lockStickers, type StickerRow } from '#server/ledger/stickers/ownership.ts'
import type { Trx } from '#server/db/database.ts'
import { later } from '#server/lib/time/clock.ts'
import type { Partner, AppContext } from '#server/lib/context/app-context.ts'
import { grouped } from '#server/lib/grouping/grouped.ts'
import { ReferenceLost, inWriterTransaction, lockAsWriter } from '#server/ledger/transaction/transaction.ts'
import { flagCreditedTwice, raiseFlags, readCaps } from '#server/ledger/caps/caps.ts'
import { creditWaiting } from './waiting/credit.ts'
import {
  freeStickerOf,
  givenKey,
  type Snapshot,
  isTakingBack,
  decide,
  type Decision,
  type WaitsFor,
  worthOf,
} from './decide.ts'
import * as queries from './record-queries.ts'
import { type Entry, isUuid, parseEntry } from './parse-entry.ts'
import { sourceOf } from './reference-source.ts'
import { waitingLeftOf } from './waiting/queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>

/** The result of one record, before it is converted into the contract's `answer`. */
export type Outcome =
  | { status: 'refused'; errors: readonly ErrorDetail[] }
  | { status: 'recorded' | 'repeated'; id: number; points: number }
  | { status: 'waiting'; waitsFor: WaitsFor }
  | { status: 'withdrawn' }

/** Records that are parsed before other calls get their turn: some 2 ms. */
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
  for (const [at, input] of inputs.entries()) {
    if (at > 0 && at % recordsPerTurn === 0) await setImmediate()
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
 * Returns a function that records a single record as `recordPoints` does. Concurrent calls of a partner are decided in the order
 * of their arrival and committed together.
 */
export function singleRecorder(context: Context): (partner: Partner, input: unknown) => Promise<Outcome> {
  type Single = { partner: Partner; entry: Entry }
  const record = grouped(
    ({ partner: { id, firstParty, dailyCap, personCap } }: Single) =>
      JSON.stringify([id, firstParty, dailyCap, personCap]),
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

const settle = (
  context: Context,
  partner: Partner,
  entries: Entry[],
  maxWaitMs?: number,
): Promise<Outcome[]> =>
  inWriterTransaction(context.db, (trx) => settleEntries(context, trx, partner, entries, maxWaitMs))

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

/**
 * Reads and locks the data that the records depend on. Lock order of all writers: the lock of writers, stickers, balances.
 */
async function readSnapshot(
  context: Context,
  trx: Trx,
  partner: Partner,
  entries: Entry[],
  maxWaitMs?: number,
): Promise<{ snapshot: Snapshot; hasWebhook: boolean }> {
  const named = entries.map(({ participant }) => participant)
  const codes = new Set(
    entries.flatMap(({ details }) => (details.sticker === undefined ? [] : [String(details.sticker)])),
  )
  if (codes.size > 0) await lockAsWriter(trx)
  const stickers = codes.size > 0 ? await lockStickers(trx, [...codes]) : []
  const day = athensDay(context.clock.now())
  const asSource = { id: partner.id, source: sourceOf(partner) }
  const { givenOnDay, hasWebhook, byId, bySub, balances, known } = await queries.readForRecords(
    trx,
    asSource,
    day,
    {
      ids: named.flatMap(({ id }) => id ?? []),
      subs: named.flatMap(({ sub }) => (sub === undefined || !isUuid(sub) ? [] : [sub])),
      owners: stickers.flatMap(({ boundTo }) => boundTo ?? []),
      references: entries.map(({ reference }) => reference),
    },
    maxWaitMs,
  )
  const peopleById = byId.filter((id) => balances.has(id))
  const peopleBySub = bySub.filter(({ id }) => balances.has(id))
  const people = [...new Set([...peopleById, ...peopleBySub.map(({ id }) => id)])]
  const byCode = new Map(stickers.map((sticker) => [sticker.code, sticker]))
  const rates = entries.some(({ measure }) => measure) ? await listRates({ db: trx }) : []
  const giving = entries.reduce((sum, entry) => sum + Math.max(0, worthOf(entry, { rates })?.points ?? 0), 0)
  const claims = partner.firstParty && entries.some((entry) => freeStickerOf(entry, { stickers: byCode }))
  const snapshot = {
    people: {
      byId: new Map(peopleById.map((id) => [id, id])),
      bySub: new Map(peopleBySub.map(({ id, sub }) => [sub, id])),
    },
    stickers: byCode,
    balances: new Map(Array.from(balances, ([id, { available }]) => [id, available])),
    caps: await readCaps(context, trx, partner, { day, given: givenOnDay }, giving, balances),
    waitingLeft: await waitingLeft(context, trx, partner, entries, byCode),
    oldest: later(context.clock.now(), -context.config.recordMaxAge),
    given: await findGiven(trx, partner, entries.some(isTakingBack) ? people : []),
    claimsLeft: await claimsLeft(context, trx, claims ? people : []),
    consenting: partner.firstParty ? undefined : await findConsenting(context, trx, partner, entries, people),
    references: new Map(known.map((row) => [row.reference, row])),
    rates,
  }
  return { snapshot, hasWebhook }
}

/** Returns the number of further deliveries that may wait; 0 if none of the entries may have to wait. */
async function waitingLeft(
  { config }: Context,
  trx: Trx,
  partner: Partner,
  entries: Entry[],
  stickers: ReadonlyMap<string, StickerRow>,
): Promise<number> {
  const mayWait = entries.filter(({ participant: { sticker: code } }) => {
    const sticker = code === undefined ? undefined : stickers.get(code)
    return code !== undefined && (!sticker || sticker.boundTo === null || sticker.lostAt !== null)
  })
  if (mayWait.length === 0) return 0
  return waitingLeftOf(trx, partner.id, config.waitingLimit, mayWait.length)
}

/** @returns points by `givenKey` */
export async function findGiven(
  trx: Trx,
  partner: Partner,
  participants: number[],
): Promise<Map<string, number>> {
  const sums = new Map<string, number>()
  if (participants.length === 0) return sums
  for (const { participantId, description, points } of await queries.listGiven(trx, partner, participants)) {
    const key = givenKey(participantId, description)
    sums.set(key, (sums.get(key) ?? 0) + points)
  }
  return sums
}

async function findConsenting(
  { clock }: Context,
  trx: Trx,
  partner: Partner,
  entries: Entry[],
  people: number[],
): Promise<Set<number>> {
  if (!entries.some(({ description }) => isRedemption(description))) return new Set()
  return new Set(await queries.findConsenting(trx, partner.id, clock.now(), people))
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
