import { type Day, isDay } from '#web/lib/days.ts'
import { addDays, addMonths } from '#web/ui/date-picker/athens-days.ts'

/**
 * Periods of the staff's selector, in display order: those of portal.md §2 and §9, and the calendar month before this
 * one, for reports.
 */
export const periods = [
  'all',
  'last-week',
  'last-month',
  'previous-month',
  'last-six-months',
  'last-year',
  'custom',
] as const
export type Period = (typeof periods)[number]

/** Labels of the periods. */
export const periodNames: Record<Period, string> = {
  all: 'Όλο το διάστημα',
  'last-week': 'Τελευταία εβδομάδα',
  'last-month': 'Τελευταίος μήνας',
  'previous-month': 'Προηγούμενος μήνας',
  'last-six-months': 'Τελευταίοι 6 μήνες',
  'last-year': 'Τελευταίο έτος',
  custom: 'Άλλο διάστημα',
}

const isPeriod = (text: string): text is Period => (periods as readonly string[]).includes(text)

/** Days in Athens, both included; '' for no limit. */
export type Days = { from: Day; to: Day }

/** State of the selector: a period, and for `custom` its days, either of them optional. */
export type Range = Days & { period: Period }

/**
 * Parses the range of an address. An invalid day is ignored, an invalid period is `usual`; days without a period make a
 * custom period.
 */
export function rangeIn(query: URLSearchParams, usual: Period): Range {
  const day = (name: 'from' | 'to') => {
    const text = query.get(name) ?? ''
    return isDay(text) ? text : ''
  }
  const [from, to] = [day('from'), day('to')]
  const asked = query.get('period') ?? (from || to ? 'custom' : usual)
  const period = isPeriod(asked) ? asked : usual
  return { period, ...(period === 'custom' ? { from, to } : { from: '', to: '' }) }
}

/** Returns the query parameters of a range; '' for those that the address omits. */
export const rangeQuery = ({ period, from, to }: Range, usual: Period) => ({
  period: period === usual ? '' : period,
  ...(period === 'custom' && { from, to }),
})

const monthsBack = { 'last-month': 1, 'last-six-months': 6, 'last-year': 12 } as const

/**
 * Returns the days of a period as of `today`. The last week is the last seven days, including today. The last month,
 * six months and year begin on the day after the same date that long ago: on 21/11 the last month is 22/10 to 21/11,
 * with each day of the month once; the previous month is October. A missing end is today, as its placeholder shows.
 */
export function daysOf(period: Period, chosen: Days, today: Day): Days {
  if (period === 'all') return { from: '', to: '' }
  if (period === 'custom') return { from: chosen.from, to: chosen.to || today }
  if (period === 'last-week') return { from: addDays(today, -6), to: today }
  if (period === 'previous-month') {
    const first = `${today.slice(0, 8)}01`
    return { from: addMonths(first, -1), to: addDays(first, -1) }
  }
  return { from: addDays(addMonths(today, -monthsBack[period]), 1), to: today }
}
