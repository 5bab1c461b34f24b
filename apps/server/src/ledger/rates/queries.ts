import type { Description } from '@portal/contract/descriptions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/** Points per litre or item. `validFrom` and `validTo` are days in Athens, both inclusive. */
export type Rate = {
  id: number
  description: Description
  /** Null: all materials without a separate rate. */
  material: string | null
  unit: 'litre' | 'item'
  pointsPerUnit: string
  validFrom: string
  validTo: string | null
  note: string
}

export const listRates = (db: Db): Promise<Rate[]> =>
  db.selectFrom('rates').selectAll().orderBy('description').orderBy('material').orderBy('validFrom').execute()

export const insertRate = (db: Db, rate: Omit<Rate, 'id'>): Promise<{ id: number }> =>
  db.insertInto('rates').values(rate).returning('id').executeTakeFirstOrThrow()

export const findRate = (db: Db, id: number): Promise<Rate | undefined> =>
  db.selectFrom('rates').selectAll().where('id', '=', id).executeTakeFirst()

export const closeRate = (db: Db, id: number, validTo: string) =>
  db.updateTable('rates').set({ validTo }).where('id', '=', id).execute()

export const lockRates = (trx: Trx) => sql`lock table rates in access exclusive mode`.execute(trx)

export const deleteRate = (db: Db, id: number) => db.deleteFrom('rates').where('id', '=', id).execute()

/** A kind of delivery that had a rate, and the first day on which it has none. */
export type RateGap = Pick<Rate, 'description' | 'unit' | 'material'> & { gap: string }

/** @param until last day that is checked (YYYY-MM-DD, Athens) */
export async function listGaps(db: Db, today: string, until: string): Promise<RateGap[]> {
  const { rows } = await sql<RateGap>`select * from rate_gaps(${today}::date, ${until}::date)`.execute(db)
  return rows
}

/** The last delivery day (in Athens) of the records and waiting deliveries that use this rate. */
export async function findLastUse(db: Db, id: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select max(athens_day(created_at)) as day from (
      select max(created_at) as created_at from points_records where rate_id = ${id}
      union all
      select max(created_at) from waiting_deliveries where rate_id = ${id}
    ) used`.execute(db)
  return rows[0]?.day ?? null
}
