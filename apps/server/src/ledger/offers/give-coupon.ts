import { giftDays } from '@portal/contract/words/offer-limits.ts'
import { lockOwnCoupon, moveOwnCoupon, type OwnCoupon } from '#server/ledger/coupons/own-coupons.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { assertMayRedeem, mayRedeem } from '#server/lib/restrictions/restrictions.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import * as queries from './queries.ts'
import { assertOpen } from './return-coupon.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** @throws ApiError not_found, also for coupons of partners */
async function lockMine(trx: Trx, actor: Actor, id: number, now: Date): Promise<OwnCoupon> {
  const coupon = await lockOwnCoupon(trx, id, now)
  if (coupon?.participantId !== actor.id) throw new ApiError('not_found')
  return coupon
}

/**
 * Makes a link that gives a coupon to another account. An earlier one no longer works.
 * @returns the secret of the link, which is not stored
 * @throws ApiError not_found, coupon_used, coupon_cancelled, coupon_expired, processing_restricted
 */
export const giveCoupon = (
  context: Context,
  actor: Actor,
  id: number,
): Promise<{ token: string; expiresAt: Date }> =>
  changeAs(context.db, actor, async (trx) => {
    const now = context.clock.now()
    const coupon = await lockMine(trx, actor, id, now)
    assertOpen(coupon)
    await assertMayRedeem(trx, actor.id, now)
    const [token, week] = [newToken(), later(now, days(giftDays))]
    const end = await queries.endOfDay(trx, coupon.validUntil)
    const expiresAt = end < week ? end : week
    await queries.putGift(trx, { recordId: id, tokenHash: hashToken(token), createdAt: now, expiresAt })
    await audit(context, trx, actor, 'coupon.give', id)
    return { token, expiresAt }
  })

/** Withdraws the link of a coupon, if there is one that nobody has used. @throws ApiError not_found */
export const withdrawGift = (context: Context, actor: Actor, id: number): Promise<void> =>
  changeAs(context.db, actor, async (trx) => {
    await lockMine(trx, actor, id, context.clock.now())
    if (await queries.deleteGift(trx, id)) await audit(context, trx, actor, 'coupon.withdraw_gift', id)
  })

/**
 * Moves the coupon of a link, with a new code, to the account that opens it. The same account may repeat the call.
 * @returns the id of the coupon's record
 * @throws ApiError not_permitted, not_found, gift_own, processing_restricted
 */
export const takeGift = (
  context: Context & Pick<AppContext, 'config'>,
  actor: Actor,
  token: string,
): Promise<number> => {
  if (actor.isStaff) throw new ApiError('not_permitted')
  const hash = hashToken(token)
  return changeAs(context.db, actor, async (trx) => {
    const now = context.clock.now()
    const { recordId } = (await queries.findGift(trx, hash)) ?? {}
    const coupon = recordId === undefined ? undefined : await lockOwnCoupon(trx, recordId, now)
    // Read again under the lock of the coupon.
    const gift = await queries.findGift(trx, hash)
    if (!coupon || !gift) throw new ApiError('not_found')
    const isMine = coupon.participantId === actor.id
    if (gift.takenAt && isMine) return coupon.recordId
    if (coupon.state !== 'valid' || !coupon.giftUntil) throw new ApiError('not_found')
    // A restriction or a lock keeps it with the giver.
    if (!(await mayRedeem(trx, coupon.participantId, now))) throw new ApiError('not_found')
    if (isMine) throw new ApiError('gift_own')
    await assertMayRedeem(trx, actor.id, now)
    await moveOwnCoupon(context, trx, coupon.recordId, actor.id)
    await queries.closeGift(trx, coupon.recordId, now)
    await audit(context, trx, actor, 'coupon.receive', coupon.recordId)
    return coupon.recordId
  })
}

/** Deletes links to gifts that no longer work. */
export const deleteOldGifts = ({ db, clock }: { db: Db } & Pick<Context, 'clock'>) =>
  queries.deleteGiftsBefore(db, clock.now())

const audit = (
  { clock }: Context,
  trx: Trx,
  actor: Actor,
  action: 'coupon.give' | 'coupon.withdraw_gift' | 'coupon.receive',
  record: number,
) => writeAudit({ db: trx, clock }, byActor(actor), { action, subjectId: actor.id, details: { record } })
