import { type Day, isDay } from '#web/lib/days.ts'
import { addDays, addMonths } from '#web/ui/date-picker/athens-days.ts'

/** What the staff's range selector offers, in its order (portal.md §2, §9); the dashboard, too, but for the last. */
export const periods = ['all', 'last-week', 'last-month', 'last-six-months', 'last-year', 'custom'] as const
export type Period = (typeof periods)[number]

/** What each is called. */
export const periodNames: Record<Period, string> = {
  all: 'Όλο το διάστημα',
  'last-week': 'Τελευταία εβδομάδα',
  'last-month': 'Τελευταίος μήνας',
  'last-six-months': 'Τελευταίοι 6 μήνες',
  'last-year': 'Τελευταίο έτος',
  custom: 'Προσαρμοσμένο',
}

export const isPeriod = (text: string): text is Period => (periods as readonly string[]).includes(text)

/** Whole days of Athens, both included; '' for no limit. */
export type Days = { from: Day; to: Day }

/** The days that an address names as `from` and `to`; what is no day counts as none. */
export function daysIn(query: URLSearchParams): Days {
  const day = (name: 'from' | 'to') => {
    const text = query.get(name) ?? ''
    return isDay(text) ? text : ''
  }
  return { from: day('from'), to: day('to') }
}

const monthsBack = { 'last-month': 1, 'last-six-months': 6, 'last-year': 12 } as const

/**
 * The days that a period means on a given day. The last week is the last seven days, today included. The last month,
 * six months and year begin on the day after today's date so long ago: on 21/11 the last month is 22/10 to 21/11, each
 * day of the month once. An end that nobody chose is today, as its placeholder says (docs/decisions/013).
 */
export function daysOf(period: Period, chosen: Days, today: Day): Days {
  if (period === 'all') return { from: '', to: '' }
  if (period === 'custom') return { from: chosen.from, to: chosen.to || today }
  if (period === 'last-week') return { from: addDays(today, -6), to: today }
  return { from: addDays(addMonths(today, -monthsBack[period]), 1), to: today }
}
