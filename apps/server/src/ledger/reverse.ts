import type { Description } from '@portal/contract/points.ts'
import type { Trx } from '#server/db/database.ts'
import { announceRecords } from '#server/ledger/events/announce.ts'
import { later } from '#server/lib/time/clock.ts'
import type { Partner, Portal } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { ReferenceLost, inLedgerTransaction } from '#server/ledger/transaction/transaction.ts'
import { errorOfAge, givenKey } from './decide.ts'
import * as queries from './record-queries.ts'
import { contentOf, readHappenedAt } from './parse-entry.ts'
import * as reversals from './reverse-queries.ts'
import { findGiven, type Outcome } from './record.ts'
import { sourceOf } from './source.ts'
import { withdrawWaiting } from './waiting/queries.ts'

type Context = Pick<Portal, 'db' | 'clock' | 'jobs' | 'config'>

export type Reversal = {
  /** Of the record that is taken back. */
  reference: string
  /** Of the record that takes it back. */
  reversalReference: string
  happenedAt: string
  /** How many points are taken back; undefined: the whole record. */
  points?: number | undefined
  /** For a coupon. */
  as?: 'coupon_cancelled' | 'coupon_reimbursed' | undefined
  reason?: string | undefined
}

type Wanted = Reversal & { createdAt: Date; content: string }
type Found = Awaited<ReturnType<typeof queries.findReferences>>[number]

/**
 * Takes a record back in whole or in part, by a record of its own with contrary points; all reversals of a record
 * together never take more than it has. A delivery that still waits for its sticker's owner is withdrawn as a whole,
 * without a record.
 * @throws ApiError reference_unknown, reference_conflict, already_reversed, reversal_exceeds, not_reversible,
 * reversal_kind, description_not_allowed, moment_…; points_not_given where a negative record has taken the points;
 * points_spent where the participant has redeemed them (decision 004)
 */
export async function reversePoints(
  context: Context,
  partner: Partner,
  reversal: Reversal,
): Promise<Outcome> {
  const { reference, reversalReference, as, reason, points } = reversal
  const createdAt = readHappenedAt(reversal.happenedAt, context.clock)
  if (!(createdAt instanceof Date)) throw new ApiError([createdAt])
  if (reference === reversalReference) throw new ApiError('reference_conflict')
  // Only where it is given: reversals of earlier versions keep their content.
  const part = points === undefined ? [] : [points]
  const content = contentOf(['reversal', createdAt.getTime(), reference, as, reason, ...part])
  return inLedgerTransaction(context.db, (trx) =>
    reverse(context, trx, partner, { ...reversal, createdAt, content }),
  )
}

async function reverse(context: Context, trx: Trx, partner: Partner, wanted: Wanted): Promise<Outcome> {
  const asSource = { id: partner.id, source: sourceOf(partner) }
  // The balance first, as every writer does; whose it is never changes.
  const participantId = await reversals.findParticipantOf(trx, asSource.source, wanted.reference)
  const balances = participantId === undefined ? undefined : await queries.lockBalances(trx, [participantId])
  const known = await queries.findReferences(trx, asSource, [wanted.reference, wanted.reversalReference])
  const done = known.find(({ reference }) => reference === wanted.reversalReference)
  if (done) return again(done, wanted)
  const original = known.find(({ reference }) => reference === wanted.reference)
  if (!original) throw new ApiError('reference_unknown')
  const tooOld = errorOfAge(wanted.createdAt, later(context.clock.now(), -context.config.recordMaxAge))
  if (tooOld) throw new ApiError([tooOld])

  const receivedAt = context.clock.now()
  const taken = { reference: wanted.reversalReference, content: wanted.content }
  if (original.recordId === null) {
    rejectUnlessWaiting(original)
    if (wanted.points !== undefined) throw new ApiError('not_reversible')
    if ((await queries.takeReferences(trx, partner.id, receivedAt, [taken])) === 0) throw new ReferenceLost()
    // Credited at this moment: the next try finds the record.
    if (!(await withdrawWaiting(trx, partner.id, wanted.reference, wanted.reversalReference)))
      throw new ReferenceLost()
    return { status: 'withdrawn' }
  }

  const record = await reversals.findReversible(trx, original.recordId)
  const available = balances?.get(record.participantId)
  // Credited between the two looks: its balance isn't held yet.
  if (available === undefined) throw new ReferenceLost()
  const points = pointsOf(record, wanted)
  const description = cancellingOf(record, wanted.as)
  if (!partner.descriptions.includes(description)) throw new ApiError('description_not_allowed')
  if (points < 0) await rejectUnlessGiven(trx, partner, record, points)
  if (available + points < 0) throw new ApiError('points_spent')
  if ((await queries.takeReferences(trx, partner.id, receivedAt, [taken])) === 0) throw new ReferenceLost()

  const row = {
    reference: wanted.reversalReference,
    participantId: record.participantId,
    description,
    points,
    createdAt: wanted.createdAt,
    rateId: null,
    reversalOf: original.recordId,
    details: { ...record.details, ...(wanted.reason !== undefined && { reason: wanted.reason }) },
  }
  const ids = await queries.insertRecords(trx, asSource, receivedAt, [row])
  await announceRecords(context, trx, partner.id, [...ids.values()])
  return { status: 'recorded', id: ids.get(wanted.reversalReference) ?? 0, points }
}

/** The reversal's points. The lock of the balance makes parallel reversals of one record wait for each other. */
function pointsOf(record: reversals.ReversibleRow, { points: part }: Wanted): number {
  const left = Math.abs(record.points) - Math.abs(record.reversed)
  if (record.reversals > 0 && left === 0) throw new ApiError('already_reversed')
  const taken = part ?? Math.abs(record.points)
  if (taken > left) throw new ApiError('reversal_exceeds', { left })
  return record.points > 0 ? -taken : taken
}

/** Points that negative records of the partner have taken back aren't taken again by a reversal. */
async function rejectUnlessGiven(
  trx: Trx,
  partner: Partner,
  { participantId, description }: reversals.ReversibleRow,
  points: number,
): Promise<void> {
  const given = await findGiven(trx, partner, [participantId])
  if ((given.get(givenKey(participantId, description)) ?? 0) + points < 0)
    throw new ApiError('points_not_given')
}

/** The reversal's own reference has been used: the same reversal is answered as the first time. */
function again(done: Found, wanted: Wanted): Outcome {
  if (done.content !== wanted.content) throw new ApiError('reference_conflict')
  if (done.recordId === null) return { status: 'withdrawn' }
  return { status: 'repeated', id: done.recordId, points: done.points ?? 0 }
}

function rejectUnlessWaiting({ withdrawnBy, stickerCode }: Found): void {
  if (withdrawnBy !== null) throw new ApiError('already_reversed')
  // The reference of a withdrawal stands for no record.
  if (stickerCode === null) throw new ApiError('not_reversible')
}

/** Under which description a record is taken back. Reuse has no cancellation of its own (wire.md): the same, negative. */
function cancellingOf({ description, reversalOf }: reversals.ReversibleRow, as: Reversal['as']): Description {
  if (reversalOf !== null) throw new ApiError('not_reversible')
  if ((description === 'coupon_created') !== (as !== undefined)) throw new ApiError('reversal_kind')
  if (as) return as
  if (description === 'oil_collected') return 'collection_cancelled'
  if (description === 'item_reused' || description === 'item_delivered') return description
  throw new ApiError('not_reversible')
}
