import type { Db, Trx } from '#server/db/database.ts'
import { cancelCoupon } from '#server/ledger/coupons/queries.ts'
import { findOwnCoupon, lockOwnCoupon, type OwnCoupon } from '#server/ledger/coupons/own-coupons.ts'
import { insertRows } from '#server/ledger/record-queries.ts'
import { inLedgerTransaction, lockAccount } from '#server/ledger/transaction/transaction.ts'
import { type AuditActor, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { source } from './limits.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/**
 * Gives a coupon back: its points return, and another one may be taken. A coupon that was given back stays so.
 * @param id of the coupon's record
 * @throws ApiError not_found, coupon_used, coupon_cancelled, coupon_expired, coupon_gift_open, coupon_not_returnable
 */
export const returnCoupon = (context: Context, actor: Actor, id: number): Promise<void> =>
  inLedgerTransaction(context.db, actor, async (trx) => {
    const now = context.clock.now()
    const today = athensDay(now)
    const seen = await findOwnCoupon(trx, id, now)
    if (seen?.participantId !== actor.id) throw new ApiError('not_found')
    await queries.lockOffer(trx, seen.offerId, today)
    await lockAccount(trx, actor.id)
    const coupon = await lockOwnCoupon(trx, id, now)
    if (coupon?.participantId !== actor.id) throw new ApiError('not_found')
    if (coupon.state === 'cancelled') return
    assertOpen(coupon)
    if (coupon.giftUntil) throw new ApiError('coupon_gift_open')
    const until = await queries.findReturnUntil(trx, id)
    if (coupon.payerId !== actor.id || until === null || until < today)
      throw new ApiError('coupon_not_returnable')
    await reverse({ ...context, db: trx }, byActor(actor), coupon, 'returned')
  })

/** @throws ApiError coupon_used, coupon_cancelled, coupon_expired */
export function assertOpen({ state, usedAt, validUntil }: OwnCoupon): void {
  if (usedAt) throw new ApiError('coupon_used', { used_at: athensTime(usedAt) })
  if (state === 'expired') throw new ApiError('coupon_expired', { day: validUntil })
  if (state === 'cancelled') throw new ApiError('coupon_cancelled')
}

const reversals = {
  returned: { prefix: 'offer-return', description: 'coupon_cancelled', action: 'coupon.return', taken: -1 },
  expired: { prefix: 'offer-expiry', description: 'coupon_reimbursed', action: 'coupon.expire', taken: 0 },
} as const

/** Returns the points of a coupon to who paid for it. Call it under the locks of its offer, the balance and the coupon. */
async function reverse(
  { db: trx, clock }: { db: Trx } & Pick<Context, 'clock'>,
  author: AuditActor,
  { recordId, offerId, payerId, cost, issuedAt }: OwnCoupon,
  why: keyof typeof reversals,
): Promise<void> {
  const now = clock.now()
  const { prefix, description, action, taken } = reversals[why]
  const row = { participantId: payerId, points: cost, createdAt: now, rateId: null, reversalOf: recordId }
  const reference = `${prefix}/${recordId}`
  await insertRows(trx, { id: null, source: source }, now, [
    { ...row, reference, description, details: { offer: offerId } },
  ])
  await cancelCoupon(trx, recordId, now)
  await queries.countTaken(trx, offerId, { taken, points: -cost, day: athensDay(issuedAt) })
  await writeAudit({ db: trx, clock }, author, {
    action,
    subjectId: payerId,
    details: { offer: offerId, record: recordId, points: cost },
  })
}

const job: AuditActor = { kind: 'job', name: 'offers' }
/** Coupons that are read at a time. */
const expiredAtATime = 100

/**
 * Returns the points of coupons that expired unused, if their offers say so, to who paid for them. May run in several
 * processes at once, and again.
 * @returns the number of coupons
 */
export async function returnExpired(context: Context): Promise<number> {
  const today = athensDay(context.clock.now())
  let [count, after] = [0, 0]
  for (;;) {
    const expired = await queries.listExpired(context.db, today, { after, limit: expiredAtATime })
    for (const one of expired) if (await returnOne(context, one, today)) count += 1
    const last = expired.at(-1)
    if (!last || expired.length < expiredAtATime) return count
    after = last.recordId
  }
}

const returnOne = (
  context: Context,
  { recordId, offerId, payerId }: queries.Expired,
  today: string,
): Promise<boolean> =>
  inLedgerTransaction(context.db, {}, async (trx) => {
    await queries.lockOffer(trx, offerId, today)
    // Erased meanwhile.
    if (!(await lockAccount(trx, payerId))) return false
    const coupon = await lockOwnCoupon(trx, recordId, context.clock.now())
    if (!coupon || coupon.usedAt || coupon.cancelledAt) return false
    await reverse({ ...context, db: trx }, job, coupon, 'expired')
    return true
  })

/** Days that the counters of an offer by day are kept. */
const countersKept = 31

/** Deletes old counters of days. */
export const deleteOldDays = ({ db, clock }: { db: Db } & Pick<Context, 'clock'>) =>
  queries.deleteDays(db, athensDay(later(clock.now(), -days(countersKept))))
