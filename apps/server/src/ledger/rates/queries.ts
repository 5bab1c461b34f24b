import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Db, Trx } from '#server/db/database.ts'

/**
 * Points per litre or item. `validFrom` and `validTo` are days in Athens, both inclusive; without a `material`, it is for
 * all that have no separate rate.
 */
export type Rate = Selectable<Database['rates']>

export const listRates = (db: Db): Promise<Rate[]> =>
  db.selectFrom('rates').selectAll().orderBy('description').orderBy('material').orderBy('validFrom').execute()

/** All rates with the last delivery day (in Athens) of the records and waiting deliveries that use them. */
export async function listUses(db: Db): Promise<(Rate & { lastUsed: string | null })[]> {
  const { rows } = await sql<Rate & { lastUsed: string | null }>`
    select r.*, athens_day(greatest(
      (select max(created_at) from points_records where rate_id = r.id),
      waiting.last)) as last_used
    from rates r
    left join (select rate_id, max(created_at) as last from waiting_deliveries group by rate_id) waiting
      on waiting.rate_id = r.id
    order by description, unit, material nulls first, valid_from`.execute(db)
  return rows
}

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

/** Deliveries in a municipality (null: unknown), their points, and those that a rate gives for them. */
export type Worth = {
  id: number | null
  name: string | null
  deliveries: number
  points: number
  pointsWith: number
}

/**
 * The deliveries of a month that have points of one of these rates, by municipality; `pointsWith` at another number of
 * points per unit, rounded as `pointsOfMeasure` does.
 * @param of.material only of this material; null: of every material except those in `except`
 */
export async function sumDeliveries(
  db: Db,
  of: {
    rates: number[]
    material: string | null
    except: string[]
    pointsPerUnit: string
    from: string
    to: string
  },
): Promise<Worth[]> {
  const material = sql`r.details ->> 'material'`
  const { rows } = await sql<Worth>`
    select m.id, m.name, count(*)::int as deliveries, sum(r.points) as points,
      sum(round(coalesce(r.details ->> 'litres', r.details ->> 'item_count')::numeric
        * ${of.pointsPerUnit}::numeric))::bigint as points_with
    from points_records r
    join users u on u.id = r.participant_id
    left join municipalities m on m.id = u.municipality_id
    where r.rate_id = any(${of.rates}::int[]) and r.reversal_of is null
      and r.created_at >= ${of.from}::timestamp at time zone 'Europe/Athens'
      and r.created_at < ${of.to}::timestamp at time zone 'Europe/Athens'
      and case when ${of.material}::text is null
        then coalesce(${material}, '') <> all(${of.except}::text[]) else ${material} = ${of.material} end
    group by m.id, m.name, m.sort_name
    order by m.sort_name nulls last`.execute(db)
  return rows
}
