/** Whole days of Athens as YYYY-MM-DD, both included. */
export type Span = { from: string; to: string }

export type Unit = 'day' | 'week' | 'month'

const dayMs = 86_400_000
// Calendar days as UTC midnights: they have no clock that could change.
const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const fromUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => fromUtc(toUtc(day) + days * dayMs)

/** How many days a span has. */
export const lengthOf = ({ from, to }: Span): number => (toUtc(to) - toUtc(from)) / dayMs + 1

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** So that a chart has at most 62 bars, or as many as there are months. */
export function unitFor(span: Span): Unit {
  const length = lengthOf(span)
  if (length <= 62) return 'day'
  return length <= 186 ? 'week' : 'month'
}

/** The first day of the part after the one that begins on `start`. */
function next(start: string, unit: Unit): string {
  if (unit !== 'month') return addDays(start, unit === 'week' ? 7 : 1)
  return firstOfMonth(addDays(start, 31))
}

/** The first day of the calendar's day, week (from Monday) or month in which a day lies. */
export function startOf(day: string, unit: Unit): string {
  if (unit === 'day') return day
  if (unit === 'month') return firstOfMonth(day)
  const sinceMonday = (new Date(toUtc(day)).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** A span in the calendar's days, weeks or months. @returns where each begins, and the days of it that lie in the span */
export function partsOf(span: Span, unit: Unit): (Span & { start: string })[] {
  const parts = []
  for (let start = startOf(span.from, unit); start <= span.to;) {
    const following = next(start, unit)
    const last = addDays(following, -1)
    parts.push({
      start,
      from: start < span.from ? span.from : start,
      to: last > span.to ? span.to : last,
    })
    start = following
  }
  return parts
}
