import { type Coupon, maxCoupons, type CouponDetails, type ShownGift } from '@portal/contract/coupons.ts'
import { inGroups } from '@portal/contract/sticker-codes.ts'
import { picturePath } from '@portal/contract/words/offer-limits.ts'
import type { Db } from '#server/db/database.ts'
import { readCode } from '#server/ledger/coupons/coupons.ts'
import { giveCoupon as give } from '#server/ledger/offers/give-coupon.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { qrCodeOf } from '#server/lib/html/qr-code.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** Whether there is a coupon with a code. */
export const hasCoupons = ({ db }: { db: Db }): Promise<boolean> => queries.hasCoupons(db)

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
  { db, clock, config }: Context & Pick<AppContext, 'config'>,
  actor: Actor,
  id: number,
): Promise<CouponDetails> {
  const now = clock.now()
  const [row] = await queries.listCoupons(db, actor.id, { today: athensDay(now), now, take: 1, id })
  if (!row) throw new ApiError('not_found')
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
  const now = clock.now()
  const gift = await queries.findGift(db, hashToken(token), { now, today: athensDay(now) })
  if (!gift) throw new ApiError('not_found')
  const { title, shop, place, giver } = gift
  return {
    ...{ title, shop, place, giver },
    title_en: gift.titleEn,
    picture: gift.picture && picturePath(gift.picture),
    valid_until: gift.validUntil,
    expires_at: athensTime(gift.expiresAt),
  }
}

const couponOf = (row: queries.CouponRow): Coupon => ({
  id: row.id,
  title: row.title,
  title_en: row.titleEn,
  shop: row.shop,
  site: row.site,
  cost: row.cost,
  issued_at: athensTime(row.createdAt),
  valid_until: row.validUntil,
  state: row.state,
  days_left: row.daysLeft,
  ended_at: row.endedAt && athensTime(row.endedAt),
  ending: row.ending,
  offer:
    row.offerId === null
      ? null
      : {
          id: row.offerId,
          return_until: row.returnUntil,
          returns_when_expired: row.returnsWhenExpired === true,
          gift: row.giftUntil ? 'open' : 'none',
          gift_until: row.giftUntil && athensTime(row.giftUntil),
          received: row.isReceived,
          place: row.place,
          used_where: row.usedWhere,
        },
})
