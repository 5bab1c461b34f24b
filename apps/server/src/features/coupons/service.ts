import { type Coupon, maxCoupons, type CouponDetails, type ShownGift } from '@portal/contract/coupons.ts'
import { inGroups } from '@portal/contract/sticker-codes.ts'
import { picturePath } from '@portal/contract/words/offer-limits.ts'
import { readCode } from '#server/ledger/coupons/coupons.ts'
import { giveCoupon as give } from '#server/ledger/offers/give-coupon.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { qrCodeOf } from '#server/lib/html/qr-code.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Lists the coupons of an account without their codes: valid ones first. */
export async function listCoupons(
  { db, clock }: Context,
  participantId: number,
  take: number = maxCoupons,
): Promise<Coupon[]> {
  const now = clock.now()
  const rows = await queries.listCoupons(db, participantId, { today: athensDay(now), now, take })
  return rows.map(couponOf)
}

/**
 * Returns a coupon of the signed-in account, with its code while it is valid.
 * @throws ApiError not_found, also for other accounts' coupons
 */
export async function showOwnCoupon(
  context: Context & Pick<AppContext, 'config'>,
  actor: Actor,
  id: number,
): Promise<CouponDetails> {
  const coupon = await findOwnCoupon(context, actor, id)
  if (!coupon) throw new ApiError('not_found')
  return coupon
}

/** As `showOwnCoupon`; undefined if it is of another account. */
export async function findOwnCoupon(
  { db, clock, config }: Context & Pick<AppContext, 'config'>,
  actor: Actor,
  id: number,
): Promise<CouponDetails | undefined> {
  const now = clock.now()
  const [row] = await queries.listCoupons(db, actor.id, { today: athensDay(now), now, take: 1, id })
  if (!row) return undefined
  const isOpen = row.state === 'valid' && row.giftUntil === null
  const code = isOpen ? readCode({ config }, row.code) : undefined
  // Tills of partners read their codes exactly as they sent them.
  const shown = row.offerId === null ? code : code && inGroups(code)
  return { ...couponOf(row), secret: shown === undefined ? null : { code: shown, qr: qrCodeOf(code ?? '') } }
}

/** Makes a link that gives a coupon away. @throws ApiError as `giveCoupon` of the ledger */
export async function giveCoupon(
  context: Context & Pick<AppContext, 'config'>,
  actor: Actor,
  id: number,
): Promise<{ link: string; expires_at: string }> {
  const { token, expiresAt } = await give(context, actor, id)
  return { link: `${context.config.publicUrl}/gift/${token}`, expires_at: athensTime(expiresAt) }
}

/** @throws ApiError not_found */
export async function showGift({ db, clock }: Context, token: string): Promise<ShownGift> {
  const gift = await queries.findGift(db, hashToken(token), clock.now())
  if (!gift) throw new ApiError('not_found')
  return { ...toWire(gift), picture: gift.picture && picturePath(gift.picture) }
}

function couponOf(row: queries.CouponRow): Coupon {
  const { code: _, ...facts } = row
  const offer = row.offerId !== null && {
    ...toWire(facts),
    id: row.offerId,
    returns_when_expired: row.returnsWhenExpired === true,
    gift: row.giftUntil ? ('open' as const) : ('none' as const),
  }
  return { ...toWire(facts), offer: offer || null }
}
