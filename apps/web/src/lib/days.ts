import { now } from './clock.ts'

/** Calendar day, `YYYY-MM-DD`, without time and time zone. */
export type Day = string

/**
 * Returns a day as Date for the calendar and date-fns, which use the browser's zone: at noon, because no zone changes
 * its clock at noon, while some zones lack a midnight each year. Only year, month and day are read.
 */
export const dateOf = (day: Day): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), 12)

const padded = (part: number, length: number) => String(part).padStart(length, '0')

/** Returns the day of a date from `dateOf`, or of one computed from it. */
export const dayOf = (date: Date): Day =>
  [padded(date.getFullYear(), 4), padded(date.getMonth() + 1, 2), padded(date.getDate(), 2)].join('-')

/** Returns whether the text is an existing day with a four-digit year from 1000. */
export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && dayOf(dateOf(text)) === text

// The Swedish locale formats days as ISO 8601.
const athens = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Athens' })

/** Returns today in Greece by the server's clock, independent of the browser's clock and time zone. */
export const todayInAthens = (): Day => athens.format(now())

/** Months since year 0, for arithmetic: '2026-03-11' → 24314. */
export const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** First day of such a month, for the calendar. */
export const firstOf = (month: number): Date => new Date(Math.floor(month / 12), month % 12, 1, 12)
