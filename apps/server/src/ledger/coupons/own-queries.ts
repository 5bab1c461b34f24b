import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

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
  cancelledAt: Date | null
  /** Whether it has its code: it is removed some time after the coupon ended. */
  hasCode: boolean
  /** Until when a link gives it away; null: no link, or it was taken. Compare it with the time. */
  giftUntil: Date | null
}

const own = sql`
  select c.record_id, c.participant_id, r.participant_id as payer_id, c.offer_id, o.partner_id, c.title, c.title_en, c.ending,
    -r.points as cost, r.created_at as issued_at, c.valid_until, c.used_at, c.used_device_id, c.cancelled_at,
    c.code <> '' as has_code,
    (select g.expires_at from coupon_gifts g where g.record_id = c.record_id and g.taken_at is null) as gift_until
  from coupons c join offers o on o.id = c.offer_id join points_records r on r.id = c.record_id`

export async function findByHash(db: Db, codeHash: string): Promise<OwnCoupon | undefined> {
  const { rows } = await sql<OwnCoupon>`${own} where c.code_hash = ${codeHash}`.execute(db)
  return rows[0]
}

export async function findByRecord(db: Db, recordId: number): Promise<OwnCoupon | undefined> {
  const { rows } = await sql<OwnCoupon>`${own} where c.record_id = ${recordId}`.execute(db)
  return rows[0]
}

/** Locks a coupon, then reads it: its links change under the lock of the coupon. */
export async function lockOwn(trx: Trx, recordId: number): Promise<OwnCoupon | undefined> {
  await sql`select from coupons where record_id = ${recordId} for no key update`.execute(trx)
  return findByRecord(trx, recordId)
}

export type NewOwnCoupon = {
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

/** `code`: encrypted. */
export type StoredCode = { code: string; ending: string; codeHash: string }

export const insertOwn = (trx: Trx, coupon: NewOwnCoupon, { code, ending, codeHash }: StoredCode) =>
  sql`
    insert into coupons (record_id, participant_id, code, ending, title, title_en, shop, valid_until, offer_id, code_hash)
    values (${coupon.recordId}, ${coupon.participantId}, ${code}, ${ending}, ${coupon.title}, ${coupon.titleEn}, ${coupon.shop},
      ${coupon.issuedOn}::date + ${coupon.days - 1}::int, ${coupon.offerId}, ${codeHash})`.execute(trx)

export const moveOwn = (trx: Trx, recordId: number, to: { participantId: number } & StoredCode) =>
  trx.updateTable('coupons').set(to).where('recordId', '=', recordId).execute()

export const updateOwnUse = (
  trx: Trx,
  recordId: number,
  use: { usedAt: Date | null; usedDeviceId: number | null },
) => trx.updateTable('coupons').set(use).where('recordId', '=', recordId).execute()
