import { type Coupon, maxCoupons, type CouponDetails } from '@portal/contract/coupons.ts'
import type { Db } from '#server/db/database.ts'
import { readCode } from '#server/ledger/coupons/coupons.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { qrCodeOf } from '#server/lib/html/qr-code.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Whether any partner has issued a coupon with a code. */
export const hasCoupons = ({ db }: { db: Db }): Promise<boolean> => queries.hasCoupons(db)

/** Lists the coupons of an account without their codes: valid ones first. */
export async function listCoupons(
  { db, clock }: Context,
  participantId: number,
  take: number = maxCoupons,
): Promise<Coupon[]> {
  const rows = await queries.listCoupons(db, participantId, { today: athensDay(clock.now()), take })
  return rows.map(couponOf)
}

/**
 * Returns a coupon of the signed-in account, with its code while it is valid.
 * @throws ApiError not_found, also for other accounts' coupons
 */
export async function showOwnCoupon(
  { db, clock, config }: Context & Pick<AppContext, 'config'>,
  actor: Actor,
  id: number,
): Promise<CouponDetails> {
  const [row] = await queries.listCoupons(db, actor.id, { today: athensDay(clock.now()), take: 1, id })
  if (!row) throw new ApiError('not_found')
  const code = row.state === 'valid' ? readCode({ config }, row.code) : undefined
  return { ...couponOf(row), secret: code === undefined ? null : { code, qr: qrCodeOf(code) } }
}

const couponOf = (row: queries.CouponRow): Coupon => ({
  id: row.id,
  title: row.title,
  shop: row.shop,
  site: row.site,
  cost: row.cost,
  issued_at: athensTime(row.createdAt),
  valid_until: row.validUntil,
  state: row.state,
  days_left: row.daysLeft,
  ended_at: row.endedAt && athensTime(row.endedAt),
  ending: row.ending,
})
