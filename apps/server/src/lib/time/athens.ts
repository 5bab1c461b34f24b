import type { ErrorDetail } from '@portal/contract/error-codes.ts'

const offsetFormat = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Athens', timeZoneName: 'longOffset' })

type Offset = { text: string; ms: number }

const hourMs = 3_600_000
/** Offsets by hour since 1970, because asking Intl takes 5 µs. Since 1920, they change at full hours only. */
const offsets = new Map<number, Offset>()
const maxOffsets = 100_000
const startOfFullHours = Date.UTC(1920)

/** Returns the offset of Athens from UTC; undefined before 1916, when it had seconds. */
function offsetOf(time: Date): Offset | undefined {
  const hour = Math.floor(time.getTime() / hourMs)
  const known = offsets.get(hour)
  if (known) return known
  const name = offsetFormat.formatToParts(time).find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, text, hours, minutes] = /^GMT(\+(\d\d):(\d\d))$/.exec(name) ?? []
  if (text === undefined) return undefined
  const offset = { text, ms: Number(hours) * hourMs + Number(minutes) * 60_000 }
  if (time.getTime() < startOfFullHours) return offset
  if (offsets.size >= maxOffsets) offsets.clear()
  offsets.set(hour, offset)
  return offset
}

/**
 * Formats a timestamp for the API: local time of Europe/Athens with its offset, `2024-07-03T12:00:00+03:00`, with
 * milliseconds if not zero (wire.md). Before 1916, the offset of Athens had seconds, which ISO 8601 cannot express:
 * UTC.
 */
export function athensTime(time: Date): string {
  const offset = offsetOf(time)
  const local = new Date(time.getTime() + (offset?.ms ?? 0))
  const [shown, suffix] = offset && local.getUTCFullYear() <= 9999 ? [local, offset.text] : [time, '+00:00']
  return shown.toISOString().replace(/(\.000)?Z$/, suffix)
}

/** As `athensTime`, to the second: for the terminal. */
export const athensSecond = (time: Date): string =>
  athensTime(new Date(Math.floor(time.getTime() / 1_000) * 1_000))

/** Returns the calendar day of a timestamp in Europe/Athens, YYYY-MM-DD. */
export const athensDay = (time: Date): string => athensTime(time).slice(0, 10)

/** Returns whether a text is a calendar day, strictly YYYY-MM-DD, of the years 0001 to 9999. */
export function isDay(text: string): boolean {
  const match = /^(\d{4})-(\d\d)-(\d\d)$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1 || month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const length = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1] ?? 0
  return day <= length
}

/** Whole days of Europe/Athens, both included; null: unbounded. */
export type DayRange = { from: string | null; to: string | null }

/** Reads a range; an empty day is unbounded. @returns the range, and one `date_invalid` per invalid day */
export function readDayRange(
  from: string | undefined,
  to: string | undefined,
): { range: DayRange; errors: ErrorDetail[] } {
  const errors = [from, to]
    .filter((day) => day && !isDay(day))
    .map((): ErrorDetail => ({ code: 'date_invalid' }))
  return { range: { from: from || null, to: to || null }, errors }
}

/**
 * Returns the whole months of a range of days, for the counters by month.
 * @returns the first day of the first month and of the month after the last; null if unbounded; 'none' if there are
 * none
 */
export function fullMonths({ from, to }: DayRange): { first: string | null; end: string | null } | 'none' {
  const first = from === null ? null : from.endsWith('-01') ? from : nextMonth(from)
  const end = to === null ? null : isLastOfMonth(to) ? nextMonth(to) : `${to.slice(0, 8)}01`
  if (first !== null && end !== null && first >= end) return 'none'
  return { first, end }
}

function nextMonth(day: string): string {
  const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
  return month === 12 ? monthStart(year + 1, 1) : monthStart(year, month + 1)
}

// As text, the year 10000 sorts before 9999. No record is that late, and 9999-12-31 is the last day of a query.
const monthStart = (year: number, month: number) =>
  year > 9999 ? '9999-12-31' : `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-01`

const isLastOfMonth = (day: string) => {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  return !isDay(
    `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(date + 1).padStart(2, '0')}`,
  )
}
