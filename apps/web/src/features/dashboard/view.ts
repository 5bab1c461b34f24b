import * as staff from '#web/shared/period/period.ts'
import type { Day } from '#web/lib/days.ts'

/** A custom period is set only by the address. */
type Period = Exclude<staff.Period, 'custom'>

/** Periods of the selector. */
export const periods = staff.periods.filter((period) => period !== 'custom')

/** State of the dashboard. All of it is in the address, so that the view can be shared. */
export type DashboardView = {
  period: Period | staff.Days
  /** Charts that are shown as tables. */
  tables: readonly string[]
}

const usual: Period = 'last-month'
const isPeriod = (text: string | null): text is Period =>
  (periods as readonly (string | null)[]).includes(text)

/** Parses an address. An invalid period or day is ignored; the default is the last month. */
export function viewOf(query: URLSearchParams): DashboardView {
  const days = staff.daysIn(query)
  const period = query.get('period')
  return {
    period: isPeriod(period) ? period : days.from || days.to ? days : usual,
    tables: (query.get('tables') ?? '').split('.').filter(Boolean),
  }
}

/** Returns the query string of a view: '' for the default, else '?period=all&tables=given.litres'. */
export function searchOf({ period, tables }: DashboardView): string {
  const given = {
    ...(typeof period === 'string' ? { period: period === usual ? '' : period } : period),
    tables: tables.join('.'),
  }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** Returns the days of a period as of `today`. */
export const daysOf = (period: DashboardView['period'], today: Day): staff.Days =>
  typeof period === 'string' ? staff.daysOf(period, { from: '', to: '' }, today) : period
