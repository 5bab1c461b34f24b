import * as staff from '#web/shared/period/period.ts'
import type { Day } from '#web/lib/days.ts'

/** Days of one's own come by the address alone. */
type Period = Exclude<staff.Period, 'custom'>

/** What the selector offers. */
export const periods = staff.periods.filter((period) => period !== 'custom')

/** What the dashboard shows; all of it stands in the address, so that it can be sent to a colleague. */
export type DashboardView = {
  period: Period | staff.Days
  /** The figures that are shown as tables. */
  tables: readonly string[]
}

const usual: Period = 'last-month'
const isPeriod = (text: string | null): text is Period =>
  (periods as readonly (string | null)[]).includes(text)

/** Reads an address. What is no period and no day counts as none: the last month. */
export function viewOf(query: URLSearchParams): DashboardView {
  const days = staff.daysIn(query)
  const period = query.get('period')
  return {
    period: isPeriod(period) ? period : days.from || days.to ? days : usual,
    tables: (query.get('tables') ?? '').split('.').filter(Boolean),
  }
}

/** The query string of a view: '' for the usual one, else '?period=all&tables=given.litres'. */
export function searchOf({ period, tables }: DashboardView): string {
  const given = {
    ...(typeof period === 'string' ? { period: period === usual ? '' : period } : period),
    tables: tables.join('.'),
  }
  const query = new URLSearchParams(Object.entries(given).filter(([, value]) => value !== ''))
  return query.size > 0 ? `?${query.toString()}` : ''
}

/** The days that are shown, on a given day. */
export const daysOf = (period: DashboardView['period'], today: Day): staff.Days =>
  typeof period === 'string' ? staff.daysOf(period, { from: '', to: '' }, today) : period
