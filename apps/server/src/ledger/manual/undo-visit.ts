import { type Description, factsOf } from '@portal/contract/words/descriptions.ts'
import type { Trx } from '#server/db/database.ts'
import type { ManualRecord } from '#server/ledger/approvals/approvals.ts'
import { subtractGiven } from '#server/ledger/caps/caps.ts'
import { findOwnCoupon, lockOwnCoupon, setUse } from '#server/ledger/coupons/own-coupons.ts'
import { announceRecords } from '#server/ledger/events/announce.ts'
import { contentOf } from '#server/ledger/parse-entry.ts'
import { insertRows } from '#server/ledger/record-queries.ts'
import { findReversible } from '#server/ledger/reverse-queries.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { findWriter } from './queries.ts'

type Context = Pick<AppContext, 'clock' | 'jobs'>

/**
 * Returns what the undoing of a visit gives or takes: the points that are left of its record, with the opposite sign; of a
 * coupon, what it had cost.
 * @throws ApiError already_reversed
 */
export async function worthOfUndoing(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  record: number,
): Promise<{ points: number; description: Description }> {
  const coupon = await findOwnCoupon(db, record, clock.now())
  if (coupon) return { points: coupon.cost, description: 'coupon_created' }
  const { points, reversed, reversals, description } = await findReversible(db, record)
  if (reversals > 0 && points + reversed === 0) throw new ApiError('already_reversed')
  return {
    points: -(points + reversed) || 0,
    description: factsOf[description].cancelledBy?.[0] ?? description,
  }
}

/**
 * Checks that a visit can be undone, under the lock of its coupon.
 * @returns whether it is the use of a coupon: then the record gives and takes no points
 * @throws ApiError already_reversed, also in part; coupon_expired, coupon_code_gone
 */
export async function assertUndoable(
  { clock }: Pick<Context, 'clock'>,
  trx: Trx,
  { participantId, points, createdAt }: ManualRecord,
  record: number,
): Promise<boolean> {
  const coupon = await lockOwnCoupon(trx, record, clock.now())
  if (!coupon) {
    if ((await worthOfUndoing({ db: trx, clock }, record)).points !== points)
      throw new ApiError('already_reversed')
    return false
  }
  // The use may have been undone at the desk, and the coupon used again.
  if (coupon.participantId !== participantId || coupon.usedAt?.getTime() !== Date.parse(createdAt))
    throw new ApiError('already_reversed')
  if (coupon.validUntil < athensDay(clock.now()))
    throw new ApiError('coupon_expired', { day: coupon.validUntil })
  if (!coupon.hasCode) throw new ApiError('coupon_code_gone')
  return true
}

/**
 * Takes back what a desk recorded, as staff decided: reverses what is left of the record, as a record of its partner, or takes
 * back the use of the coupon. The caller has called `lockAsWriter`, locked the balance and called `assertUndoable`.
 * @returns the id of the reversing record, or of the coupon's
 */
export async function undoVisit(
  context: Context,
  trx: Trx,
  { participantId, points, description, reason }: ManualRecord,
  record: number,
): Promise<number> {
  const now = context.clock.now()
  if (await findOwnCoupon(trx, record, now)) {
    await setUse(trx, record, null)
    return record
  }
  const { details, receivedAt } = await findReversible(trx, record)
  const { partnerId, source } = await findWriter(trx, record)
  const reference = `desk-undo/${record}/${crypto.randomUUID()}`
  const row = {
    ...{ reference, participantId, points, description, createdAt: now, rateId: null, reversalOf: record },
    content: contentOf(['undo', record]),
    details: { ...details, reason },
  }
  const ids = await insertRows(trx, { id: partnerId, source }, now, [row])
  if (partnerId !== null) {
    await announceRecords(context, trx, partnerId, [...ids.values()])
    await subtractGiven(context, trx, partnerId, { points: -points, receivedAt })
  }
  return ids.get(reference) ?? 0
}
