import {
  type CouponReversal,
  type Description,
  factsOf,
  isRedemption,
} from '@portal/contract/words/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import { cancelCoupon } from '#server/ledger/coupons/queries.ts'
import { announceRecords } from '#server/ledger/events/announce.ts'
import { later } from '#server/lib/time/clock.ts'
import type { Partner, AppContext } from '#server/lib/context/app-context.ts'
import { assertUnrestricted } from '#server/lib/restrictions/restrictions.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { inLedgerTransaction, lockBalances } from '#server/ledger/transaction/transaction.ts'
import { Outdated } from '#server/lib/rights/rights.ts'
import { errorOfAge, errorOfOrder, givenKey, overdraftOf } from './decide.ts'
import * as queries from './record-queries.ts'
import { contentOf, readHappenedAt } from './parse-entry.ts'
import * as reversals from './reverse-queries.ts'
import { subtractGiven } from './caps/caps.ts'
import type { Outcome } from './record.ts'
import { findGiven } from './snapshot.ts'
import { sourceOf } from './reference-source.ts'
import { withdrawWaiting } from './waiting/queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>

export type Reversal = {
  /** Reference of the record to reverse. */
  reference: string
  /** Reference of the reversing record. */
  reversalReference: string
  happenedAt: string
  /** Points to reverse; undefined: the whole record. */
  points?: number | undefined
  /** Required for a coupon, rejected for other records. */
  as?: CouponReversal | undefined
  reason?: string | undefined
}

type Requested = Reversal & { createdAt: Date; content: string }
type Reference = Awaited<ReturnType<typeof queries.findReferences>>[number]

/**
 * Reverses a record in whole or in part: inserts a record with points of the opposite sign. The sum of a record's
 * reversals cannot exceed its points. A waiting delivery is withdrawn as a whole, without a record.
 * @throws ApiError reference_unknown, reference_conflict, already_reversed, reversal_exceeds, not_reversible,
 * reversal_kind, description_not_allowed, moment_…; points_not_given if a negative record has taken the points back;
 * processing_restricted if the participant would lose points; points_spent if the participant has redeemed them (decision 004)
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
  // Add points only if given: the hashes of stored full reversals stay valid.
  const part = points === undefined ? [] : [points]
  const content = contentOf(['reversal', createdAt.getTime(), reference, as, reason, ...part])
  return inLedgerTransaction(context.db, partner, (trx) =>
    reverse(context, trx, partner, { ...reversal, createdAt, content }),
  )
}

async function reverse(context: Context, trx: Trx, partner: Partner, requested: Requested): Promise<Outcome> {
  const asSource = { id: partner.id, source: sourceOf(partner) }
  // Lock the balance first, as all writers do. The participant of a record never changes.
  const participantId = await reversals.findParticipantOf(trx, asSource.source, requested.reference)
  const balances = participantId === undefined ? undefined : await lockBalances(trx, [participantId])
  const known = await queries.findReferences(trx, asSource, [
    requested.reference,
    requested.reversalReference,
  ])
  const done = known.find(({ reference }) => reference === requested.reversalReference)
  if (done) return decideRepeated(done, requested)
  const original = known.find(({ reference }) => reference === requested.reference)
  if (!original) throw new ApiError('reference_unknown')
  const ageError = errorOfAge(requested.createdAt, later(context.clock.now(), -context.config.recordMaxAge))
  if (ageError) throw new ApiError([ageError])

  const receivedAt = context.clock.now()
  const taken = { reference: requested.reversalReference, content: requested.content }
  if (original.recordId === null) {
    rejectUnlessWaiting(original)
    if (requested.points !== undefined) throw new ApiError('not_reversible')
    await queries.takeReference(trx, partner.id, receivedAt, taken)
    const { reference, reversalReference } = requested
    const withdrawn = await withdrawWaiting(trx, partner.id, reference, reversalReference)
    // Credited concurrently.
    if (!withdrawn) throw new Outdated()
    rejectBefore(withdrawn.createdAt, requested)
    await subtractGiven(context, trx, partner.id, withdrawn)
    return { status: 'withdrawn' }
  }

  const record = await reversals.findReversible(trx, original.recordId)
  const available = balances?.get(record.participantId)?.available
  // Credited between the two queries: its balance is not locked.
  if (available === undefined) throw new Outdated()
  rejectBefore(record.createdAt, requested)
  const points = pointsOf(record, requested)
  const description = cancellingOf(record, requested.as)
  if (!partner.descriptions.includes(description)) throw new ApiError('description_not_allowed')
  if (points < 0) await assertUnrestricted(trx, record.participantId)
  if (points < 0) await rejectUnlessGiven(trx, partner, record, points)
  const overdraft = overdraftOf(available, { points, description })
  if (overdraft) throw new ApiError(overdraft)

  const row = {
    ...taken,
    participantId: record.participantId,
    description,
    points,
    createdAt: requested.createdAt,
    rateId: null,
    reversalOf: original.recordId,
    details: { ...record.details, ...(requested.reason !== undefined && { reason: requested.reason }) },
  }
  const ids = await queries.insertRows(trx, asSource, receivedAt, [row])
  if (isRedemption(record.description) && record.points + record.reversed + points === 0)
    await cancelCoupon(trx, original.recordId, receivedAt)
  await announceRecords(context, trx, partner.id, [...ids.values()])
  await subtractGiven(context, trx, partner.id, { points: -points, receivedAt: record.receivedAt })
  return { status: 'recorded', id: ids.get(requested.reversalReference) ?? 0, points }
}

function rejectBefore(recordedAt: Date, { createdAt }: Requested): void {
  const orderError = errorOfOrder(createdAt, recordedAt)
  if (orderError) throw new ApiError([orderError])
}

/** Returns the signed points of the reversal. The balance lock serializes concurrent reversals of a record. */
function pointsOf(record: reversals.ReversibleRow, { points: part }: Requested): number {
  const left = Math.abs(record.points) - Math.abs(record.reversed)
  if (record.reversals > 0 && left === 0) throw new ApiError('already_reversed')
  const taken = part ?? Math.abs(record.points)
  if (taken > left) throw new ApiError('reversal_exceeds', { left })
  return record.points > 0 ? -taken : taken
}

/** Rejects a reversal of points that negative records of the partner have already taken back. */
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

/** Handles a reversal reference that is already used: same content, same answer; else `reference_conflict`. */
function decideRepeated(done: Reference, requested: Requested): Outcome {
  if (done.content !== requested.content) throw new ApiError('reference_conflict')
  if (done.recordId === null) return { status: 'withdrawn' }
  return { status: 'repeated', id: done.recordId, points: done.points ?? 0 }
}

function rejectUnlessWaiting({ withdrawnBy, stickerCode }: Reference): void {
  if (withdrawnBy !== null) throw new ApiError('already_reversed')
  // The reference belongs to a withdrawal, which has no record.
  if (stickerCode === null) throw new ApiError('not_reversible')
}

/** Returns the description of the reversal. `as` chooses one of several. */
function cancellingOf({ description, reversalOf }: reversals.ReversibleRow, as: Reversal['as']): Description {
  if (reversalOf !== null) throw new ApiError('not_reversible')
  const [cancelledBy, ...others] = factsOf[description].cancelledBy ?? []
  if (others.length > 0 !== (as !== undefined)) throw new ApiError('reversal_kind')
  if (!cancelledBy) throw new ApiError('not_reversible')
  return as ?? cancelledBy
}
