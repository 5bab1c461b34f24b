import { type Insertable, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Db, Trx } from '#server/db/database.ts'

/** @param rows with encrypted codes */
export const insertCoupons = (trx: Trx, rows: Insertable<Database['coupons']>[]) =>
  trx.insertInto('coupons').values(rows).execute()

/** Locks the coupon of a partner's record until the transaction ends. */
export async function lockCoupon(trx: Trx, source: string, reference: string) {
  const { rows } = await sql<{
    recordId: number
    issuedAt: Date
    usedAt: Date | null
    cancelledAt: Date | null
    hasCode: boolean
  }>`
    select c.record_id, r.created_at as issued_at, c.used_at, c.cancelled_at, c.code <> '' as has_code
    from points_records r join coupons c on c.record_id = r.id
    where r.source = ${source} and r.reference = ${reference} for no key update of c`.execute(trx)
  return rows[0]
}

export const updateUse = (trx: Trx, recordId: number, usedAt: Date | null) =>
  trx.updateTable('coupons').set({ usedAt }).where('recordId', '=', recordId).execute()

export const cancelCoupon = (trx: Trx, recordId: number, cancelledAt: Date) =>
  trx.updateTable('coupons').set({ cancelledAt }).where('recordId', '=', recordId).execute()

/**
 * Times before which coupons ended: the time of their use, as partners say, their cancellation, and their last day in
 * Athens.
 */
export type Ended = { used: Date; cancelled: Date; day: string }

const endedBefore = ({ used, cancelled, day }: Ended) => sql<boolean>`
  code <> '' and (used_at < ${used} or cancelled_at < ${cancelled} or valid_until < ${day}::date)`

/** Counts ended coupons with a code. */
export const countEnded = async (db: Db, ended: Ended): Promise<number> =>
  (
    await db
      .selectFrom('coupons')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .where(endedBefore(ended))
      .executeTakeFirstOrThrow()
  ).n

/** @returns the number of emptied codes, at most `limit` */
export async function emptyCodes(db: Db, ended: Ended, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update coupons set code = '', ending = '' where record_id in (
      select record_id from coupons where ${endedBefore(ended)} limit ${limit} for no key update)`.execute(db)
  return Number(numAffectedRows ?? 0)
}
