/** Days in Athens as YYYY-MM-DD, both inclusive. */
export type Span = { from: string; to: string }

export type Unit = 'day' | 'week' | 'month'

const dayMs = 86_400_000
// Computes with days as UTC midnights, because UTC has no clock changes.
const toUtc = (day: string) => Date.parse(`${day}T00:00:00Z`)
const fromUtc = (ms: number) => new Date(ms).toISOString().slice(0, 10)

export const addDays = (day: string, days: number): string => fromUtc(toUtc(day) + days * dayMs)

/** Length in days. */
export const lengthOf = ({ from, to }: Span): number => (toUtc(to) - toUtc(from)) / dayMs + 1

export const firstOfMonth = (day: string): string => `${day.slice(0, 8)}01`

/** Selects the unit of a chart: days up to 62 days, weeks up to 186 days, then months. */
export function unitFor(span: Span): Unit {
  const length = lengthOf(span)
  if (length <= 62) return 'day'
  return length <= 186 ? 'week' : 'month'
}

/** Returns the first day of the next unit after the one that starts on `start`. */
function next(start: string, unit: Unit): string {
  if (unit !== 'month') return addDays(start, unit === 'week' ? 7 : 1)
  return firstOfMonth(addDays(start, 31))
}

/** Returns the first day of the day's calendar unit; weeks start on Monday. */
export function startOf(day: string, unit: Unit): string {
  if (unit === 'day') return day
  if (unit === 'month') return firstOfMonth(day)
  const sinceMonday = (new Date(toUtc(day)).getUTCDay() + 6) % 7
  return addDays(day, -sinceMonday)
}

/** Splits a span by calendar unit. @returns first day of each unit (`start`), and its days within the span */
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
