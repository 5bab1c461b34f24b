import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Span, Unit } from './spans.ts'

/** `oilCancelled` and `couponsCancelled` are part of `cookingoils` and `redeemed`. */
const sums = {
  cookingoils: sql`sum(points) filter (where points_category(description) = 'cookingoils')`,
  reuse: sql`sum(points) filter (where points_category(description) = 'reuse')`,
  redeemed: sql`-sum(points) filter (where points_category(description) = 'redeemed')`,
  oilCancelled: sql`-sum(points) filter (where points_category(description) = 'cookingoils' and points_sign(description) < 0)`,
  couponsCancelled: sql`sum(points) filter (where points_category(description) = 'redeemed' and points_sign(description) > 0)`,
  millilitres: sql`sum(amount) filter (where points_measure(description) = 'litres')`,
  items: sql`sum(amount) filter (where points_measure(description) = 'items')`,
  withoutLitres: sql`sum(n_without_amount) filter (where points_measure(description) = 'litres')`,
  withoutItems: sql`sum(n_without_amount) filter (where points_measure(description) = 'items')`,
  records: sql`sum(n)`,
  newAccounts: sql`sum(accounts)`,
}
export type Counts = Record<keyof typeof sums, number>

export const noCounts = Object.fromEntries(Object.keys(sums).map((name) => [name, 0])) as Counts

const sumColumns = sql.join(
  Object.entries(sums).map(([name, sum]) => sql`coalesce(${sum}, 0)::bigint as ${sql.ref(name)}`),
)
const columns = sql`description, n, points, amount, n_without_amount, accounts`

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
      select bucket, place, ${sumColumns}
      -- Sums by description first: the functions of a description then run once a group instead of once a row.
      from (
        select date_trunc(${unit}::text, day::timestamp)::date as bucket, place, description, sum(n) as n,
          sum(points) as points, sum(amount) as amount, sum(n_without_amount) as n_without_amount, sum(accounts) as accounts
        from (
          select day, place, ${columns} from activity_month where day >= ${first}::date and day < ${end}::date
          union all
          select day, place, ${columns} from activity_day where day >= ${from}::date and day < least(${first}::date, ${to}::date + 1)
          union all
          select day, place, ${columns} from activity_day where day >= ${end}::date and day <= ${to}::date
          union all
          select day, place, ${columns} from activity_delta where day between ${from}::date and ${to}::date
        ) pieces
        group by grouping sets ((1, description), (place, description))
      ) b
      group by bucket, place
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
      where active <> 0 and day >= ${first}
        and day < (date_trunc('month', ${to}::date::timestamp) + interval '1 month')::date
    ) months
    group by month`.execute(db)
  return rows
}
