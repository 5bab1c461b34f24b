import type { CouponState } from '@portal/contract/coupons.ts'
import { plainStickerCode } from '@portal/contract/sticker-codes.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { newStickerCode } from '#server/lib/security/random-codes.ts'
import { couponState, openGift } from './coupon-state.ts'
import { endingOf, hashCode, sealCode } from './coupons.ts'

type Context = Pick<AppContext, 'config'>

/** A coupon of the portal's own offers. */
export type OwnCoupon = {
  recordId: number
  /** Who has it. */
  participantId: number
  /** Who paid for it. */
  payerId: number
  /** Of the offer. */
  offerId: number
  partnerId: number
  title: string
  titleEn: string | null
  ending: string
  /** Points that it cost. */
  cost: number
  issuedAt: Date
  validUntil: string
  usedAt: Date | null
  usedDeviceId: number | null
  /** When its points returned: it was given back, or had expired unused. */
  cancelledAt: Date | null
  /** Whether it has its code: it is removed some time after the coupon ended. */
  hasCode: boolean
  state: CouponState
  /** Until when a link gives it away; null: no link is open. */
  giftUntil: Date | null
}

const own = (now: Date) => sql`
  select c.record_id, c.participant_id, r.participant_id as payer_id, c.offer_id, o.partner_id, c.title, c.title_en, c.ending,
    -r.points as cost, r.created_at as issued_at, c.valid_until, c.used_at, c.used_device_id, c.cancelled_at,
    c.code <> '' as has_code, ${couponState(now)} as state, g.expires_at as gift_until
  from coupons c left join ${openGift(now)} join offers o on o.id = c.offer_id join points_records r on r.id = c.record_id`

/** Finds a coupon of the portal's offers by its typed or scanned code. The caller checks whose offer it is. */
export async function findByCode(
  context: Context & { db: Db },
  code: string,
  now: Date,
): Promise<OwnCoupon | undefined> {
  const { rows } = await sql<OwnCoupon>`${own(now)} where c.code_hash = ${hashOf(context, code)}`.execute(
    context.db,
  )
  return rows[0]
}

/** Finds a coupon of the portal's offers by the id of its record. */
export async function findOwnCoupon(db: Db, recordId: number, now: Date): Promise<OwnCoupon | undefined> {
  const { rows } = await sql<OwnCoupon>`${own(now)} where c.record_id = ${recordId}`.execute(db)
  return rows[0]
}

/** As `findOwnCoupon`; locks the coupon first: its links change under the lock. */
export async function lockOwnCoupon(trx: Trx, recordId: number, now: Date): Promise<OwnCoupon | undefined> {
  await sql`select from coupons where record_id = ${recordId} for no key update`.execute(trx)
  return findOwnCoupon(trx, recordId, now)
}

/** Returns the keyed hash of a typed or scanned code of the portal's coupons. */
const hashOf = (context: Context, typed: string): string => hashCode(context, plainStickerCode(typed))

function newStoredCode(context: Context) {
  const code = newStickerCode()
  return { code: sealCode(context, code), ending: endingOf(code), codeHash: hashOf(context, code) }
}

type NewOwnCoupon = {
  recordId: number
  participantId: number
  offerId: number
  title: string
  titleEn: string | null
  /** Name of the offer's partner. */
  shop: string
  /** Day of Athens. */
  issuedOn: string
  /** How many days it is valid, the day of issue included. */
  days: number
}

/** Stores the coupon of a new record, with a new code. */
export const insertOwnCoupon = (context: Context, trx: Trx, { issuedOn, days, ...coupon }: NewOwnCoupon) =>
  trx
    .insertInto('coupons')
    .values({
      ...coupon,
      ...newStoredCode(context),
      validUntil: sql<string>`${issuedOn}::date + ${days - 1}::int`,
    })
    .execute()

/** Moves a locked coupon to another account, with a new code: who had it may have kept the old one. */
export const moveOwnCoupon = (context: Context, trx: Trx, recordId: number, participantId: number) =>
  trx
    .updateTable('coupons')
    .set({ participantId, ...newStoredCode(context) })
    .where('recordId', '=', recordId)
    .execute()

/** Marks a locked coupon as used at a device, or takes its use back. */
export const setUse = (trx: Trx, recordId: number, use: { usedAt: Date; usedDeviceId: number } | null) =>
  trx
    .updateTable('coupons')
    .set(use ?? { usedAt: null, usedDeviceId: null })
    .where('recordId', '=', recordId)
    .execute()
