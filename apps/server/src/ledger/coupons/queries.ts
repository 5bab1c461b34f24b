import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

export type CouponRow = {
  recordId: number
  participantId: number
  /** Encrypted. */
  code: string
  ending: string
  title: string
  shop: string | null
  validUntil: string | null
}

export const insertCoupons = (trx: Trx, rows: CouponRow[]) => trx.insertInto('coupons').values(rows).execute()

/** Locks the coupon of a partner's record until the transaction ends. */
export async function lockCoupon(trx: Trx, source: string, reference: string) {
  const { rows } = await sql<{ recordId: number; usedAt: Date | null; cancelledAt: Date | null }>`
    select c.record_id, c.used_at, c.cancelled_at
    from points_records r join coupons c on c.record_id = r.id
    where r.source = ${source} and r.reference = ${reference} for no key update of c`.execute(trx)
  return rows[0]
}

export const updateUse = (trx: Trx, recordId: number, usedAt: Date | null) =>
  trx.updateTable('coupons').set({ usedAt }).where('recordId', '=', recordId).execute()

export const cancelCoupon = (trx: Trx, recordId: number, cancelledAt: Date) =>
  trx.updateTable('coupons').set({ cancelledAt }).where('recordId', '=', recordId).execute()

/** Coupons with a code that were used or cancelled, or expired, before a time. `day`: its day in Athens */
const endedBefore = (before: Date, day: string) => sql<boolean>`
  code <> '' and (used_at < ${before} or cancelled_at < ${before} or valid_until < ${day}::date)`

export const countEndedBefore = async (db: Db, before: Date, day: string): Promise<number> =>
  (
    await db
      .selectFrom('coupons')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where(endedBefore(before, day))
      .executeTakeFirstOrThrow()
  ).n

/** @returns the number of emptied codes */
export const emptyCodesBefore = async (db: Db, before: Date, day: string): Promise<number> =>
  Number(
    (
      await db
        .updateTable('coupons')
        .set({ code: '', ending: '' })
        .where(endedBefore(before, day))
        .executeTakeFirst()
    ).numUpdatedRows,
  )
