import type { Trx } from '#server/db/database.ts'
import { lockCoupon, updateUse } from '#server/ledger/coupons/queries.ts'
import type { AppContext, Partner } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { later } from '#server/lib/time/clock.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { errorOfAge, errorOfOrder } from './decide.ts'
import { readHappenedAt } from './parse-entry.ts'
import { sourceOf } from './reference-source.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** The result of a call about a coupon's use. */
export type Use = { status: 'recorded' | 'repeated'; usedAt: Date | null }

/**
 * Marks a coupon as used. The same call again returns `repeated`; another time means another use.
 * @param reference of the coupon's record
 * @throws ApiError moment_…, coupon_unknown, coupon_used, coupon_cancelled
 */
export function useCoupon(
  { db, clock, config }: Context,
  partner: Partner,
  { reference, happenedAt }: { reference: string; happenedAt: string },
): Promise<Use> {
  const usedAt = readHappenedAt(happenedAt, clock)
  if (!(usedAt instanceof Date)) throw new ApiError([usedAt])
  return changeAs(db, partner, async (trx) => {
    const coupon = await lockOpen(trx, partner, reference)
    if (coupon.usedAt?.getTime() === usedAt.getTime()) return { status: 'repeated', usedAt }
    if (coupon.usedAt) throw usedBefore(coupon.usedAt)
    const ageError = errorOfAge(usedAt, later(clock.now(), -config.recordMaxAge))
    if (ageError) throw new ApiError([ageError])
    const orderError = errorOfOrder(usedAt, coupon.issuedAt)
    if (orderError) throw new ApiError([orderError])
    await updateUse(trx, coupon.recordId, usedAt)
    return { status: 'recorded', usedAt }
  })
}

/**
 * Takes the use of a coupon back, unless its code was removed since: the coupon would be valid without one.
 * @throws ApiError coupon_unknown, coupon_cancelled, coupon_used
 */
export const reverseUse = ({ db }: Pick<Context, 'db'>, partner: Partner, reference: string): Promise<Use> =>
  changeAs(db, partner, async (trx) => {
    const coupon = await lockOpen(trx, partner, reference)
    if (coupon.usedAt && !coupon.hasCode) throw usedBefore(coupon.usedAt)
    if (coupon.usedAt) await updateUse(trx, coupon.recordId, null)
    return { status: coupon.usedAt ? 'recorded' : 'repeated', usedAt: null }
  })

const usedBefore = (usedAt: Date) => new ApiError('coupon_used', { used_at: athensTime(usedAt) })

async function lockOpen(trx: Trx, partner: Partner, reference: string) {
  const coupon = await lockCoupon(trx, sourceOf(partner), reference)
  if (!coupon) throw new ApiError('coupon_unknown')
  if (coupon.cancelledAt) throw new ApiError('coupon_cancelled')
  return coupon
}
