import type { ActivitySums, Dashboard } from '@portal/contract/dashboard.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { athensDay, type DayRange, fullMonths, readDayRange } from '#server/lib/time/athens.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './queries.ts'
import { addDays, firstOfMonth, lengthOf, partsOf, type Span, type Unit, unitFor } from './spans.ts'

type Context = { db: Db; clock: Clock }
type DaysQuery = { from?: string | undefined; to?: string | undefined }

/** Parses the days; null: open. @throws ApiError date_invalid, one error per invalid day */
export function readSpan(asked: DaysQuery): DayRange {
  const { range, errors } = readDayRange(asked.from, asked.to)
  if (errors.length > 0) throw new ApiError(errors)
  return range
}

/**
 * Returns the activity in a span of days, from counters: the cost depends on the number of days and municipalities,
 * not on the number of records (docs/decisions/012). All queries use one snapshot.
 * @param asked unparsed days in Athens (YYYY-MM-DD); empty or absent: open
 * @throws ApiError date_invalid, one error per invalid day
 */
export async function showDashboard({ db, clock }: Context, asked: DaysQuery): Promise<Dashboard> {
  readSpan(asked)
  const today = athensDay(clock.now())
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute((trx) => readDashboard(trx, asked, today))
}

async function readDashboard(trx: Trx, asked: DaysQuery, today: string): Promise<Dashboard> {
  const bounds = await queries.findBounds(trx)
  const first = bounds.first ?? today
  const last = bounds.last && bounds.last > today ? bounds.last : today
  const period = intersect({ from: asked.from || first, to: asked.to || last }, { from: first, to: last })
  if (!period) {
    const nothing = { totals: sumsOf(queries.noCounts), previous: null, unit: 'day' } as const
    return { period: null, ...nothing, series: [], municipalities: [], active_citizens: [] }
  }

  const unit = unitFor(period)
  const rows = await queries.sumActivity(trx, period, unit, monthsOf(period, unit))
  const byStart = new Map(rows.flatMap((row) => (row.bucket === null ? [] : [[row.bucket, row] as const])))
  const active = await queries.listActive(trx, period)
  const byMonth = new Map(active.map(({ month, citizens }) => [month, citizens]))
  return {
    period,
    totals: sumsOf(totalOf(rows)),
    previous: asked.from ? await previousOf(trx, { from: asked.from, to: period.to }, first) : null,
    unit,
    series: partsOf(period, unit).map(({ start, from, to }) => ({
      from,
      to,
      ...sumsOf(byStart.get(start) ?? queries.noCounts),
    })),
    municipalities: byMunicipality(rows),
    active_citizens: partsOf({ ...period, from: firstOfMonth(period.from) }, 'month').map(({ start }) => ({
      month: start.slice(0, 7),
      citizens: byMonth.get(start) ?? 0,
    })),
  }
}

/** Sums the period of the same length before a span. @returns null if it starts before the first day with data */
async function previousOf(trx: Trx, span: Span, first: string): Promise<Dashboard['previous']> {
  if (span.from <= first) return null
  const to = addDays(span.from, -1)
  const from = addDays(span.from, -lengthOf(span))
  if (from < first) return null
  const rows = await queries.sumActivity(trx, { from, to }, 'month', monthsOf({ from, to }, 'month'))
  return { from, to, totals: sumsOf(totalOf(rows)) }
}

function intersect(span: Span, bounds: Span): Span | undefined {
  const from = span.from > bounds.from ? span.from : bounds.from
  const to = span.to < bounds.to ? span.to : bounds.to
  return from <= to ? { from, to } : undefined
}

function monthsOf(span: Span, unit: Unit) {
  if (unit !== 'month') return undefined
  const months = fullMonths(span)
  if (months === 'none' || months.first === null || months.end === null) return undefined
  return { first: months.first, end: months.end }
}

function totalOf(rows: queries.CountsRow[]): queries.Counts {
  const total = { ...queries.noCounts }
  for (const row of rows) {
    if (row.place === null) continue
    for (const name of Object.keys(total) as (keyof queries.Counts)[]) total[name] += row[name]
  }
  return total
}

function byMunicipality(rows: queries.CountsRow[]): Dashboard['municipalities'] {
  return rows
    .flatMap((row) =>
      row.place === null || (row.records === 0 && row.newAccounts === 0)
        ? []
        : [{ id: row.place === 0 ? null : row.place, name: row.name, ...sumsOf(row) }],
    )
    .sort((a, b) => b.collected - a.collected || (a.id ?? 0) - (b.id ?? 0))
}

const sumsOf = (counts: queries.Counts): ActivitySums => ({
  collected: counts.cookingoils + counts.reuse,
  cookingoils: counts.cookingoils,
  reuse: counts.reuse,
  redeemed: counts.redeemed,
  oil_cancelled: counts.oilCancelled,
  coupons_cancelled: counts.couponsCancelled,
  litres: counts.millilitres / 1000,
  items: counts.items,
  without_litres: counts.withoutLitres,
  without_items: counts.withoutItems,
  records: counts.records,
  new_accounts: counts.newAccounts,
})
