import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Span, Unit } from './spans.ts'

/** Columns of `activity_day` and `activity_month`: signed points by description, and counts. */
const counterColumns = [
  'oilCollected',
  'collectionCancelled',
  'itemReused',
  'itemDelivered',
  'couponCreated',
  'couponCancelled',
  'couponReimbursed',
  'millilitres',
  'items',
  'n',
  'nWithoutLitres',
  'nWithoutItems',
  'accounts',
] as const
export type Counts = Record<(typeof counterColumns)[number], number>

const columns = sql.join(counterColumns.map((name) => sql.ref(name)))
const sums = sql.join(
  counterColumns.map((name) => sql`coalesce(sum(${sql.ref(name)}), 0)::bigint as ${sql.ref(name)}`),
)

/** Returns the first and last day with records or new accounts, including counters not folded yet; null if none. */
export async function findBounds(db: Db): Promise<{ first: string | null; last: string | null }> {
  const edge = (order: RawBuilder<unknown>) =>
    sql`(select day from activity_day where n <> 0 or accounts <> 0 order by day ${order} limit 1)`
  const { rows } = await sql<{ first: string | null; last: string | null }>`
    select min(day) as first, max(day) as last from (
      select ${edge(sql`asc`)} as day union all select ${edge(sql`desc`)} union all select day from activity_delta
    ) days`.execute(db)
  return rows[0] ?? { first: null, last: null }
}

/** `bucket`: first day of a calendar unit; `place`: municipality id, 0 if unknown. Exactly one of them is not null. */
export type CountsRow = Counts &
  ({ bucket: string; place: null; name: null } | { bucket: null; place: number; name: string | null })

/**
 * Sums the counters of a span by calendar unit, and separately by municipality; includes counters not folded yet.
 * @param months whole months in the span (end exclusive) to read from the monthly counters; only if `unit` is 'month'
 */
export async function sumActivity(
  db: Db,
  { from, to }: Span,
  unit: Unit,
  months: { first: string; end: string } | undefined,
): Promise<CountsRow[]> {
  const { first, end } = months ?? { first: 'infinity', end: 'infinity' }
  const { rows } = await sql<CountsRow>`
    select s.*, m.name from (
      select bucket, place, ${sums}
      from (
        select date_trunc(${unit}::text, day::timestamp)::date as bucket, place, ${columns} from (
          select day, place, ${columns} from activity_month where day >= ${first}::date and day < ${end}::date
          union all
          select day, place, ${columns} from activity_day where day >= ${from}::date and day < least(${first}::date, ${to}::date + 1)
          union all
          select day, place, ${columns} from activity_day where day >= ${end}::date and day <= ${to}::date
          union all
          select day, place, ${columns} from activity_delta where day between ${from}::date and ${to}::date
        ) pieces
      ) b
      group by grouping sets ((bucket), (place))
    ) s
    left join municipalities m on m.id = s.place`.execute(db)
  return rows
}

/** Counts the participants with at least one record, for each month of a span; omits empty months. */
export async function listActive(db: Db, { from, to }: Span): Promise<{ month: string; citizens: number }[]> {
  const first = sql`date_trunc('month', ${from}::date::timestamp)::date`
  const { rows } = await sql<{ month: string; citizens: number }>`
    select month, sum(active)::bigint as citizens from (
      select day as month, active from activity_month where day between ${first} and ${to}::date
      union all
      select date_trunc('month', day::timestamp)::date, active from activity_delta
      where active is not null and day >= ${first}
        and day < (date_trunc('month', ${to}::date::timestamp) + interval '1 month')::date
    ) months
    group by month`.execute(db)
  return rows
}
