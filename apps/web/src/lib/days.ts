/** A calendar day, `YYYY-MM-DD`. It has no hour and no time zone, so there is none that could shift it. */
export type Day = string

/**
 * The day for the calendar and date-fns, which reckon in the browser's own zone: at noon, since no clock moves at noon,
 * while in some zones a midnight a year is missing. Only its year, month and day are ever read.
 */
export const dateOf = (day: Day): Date =>
  new Date(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1, Number(day.slice(8)), 12)

const padded = (part: number, length: number) => String(part).padStart(length, '0')

/** The day of a date of `dateOf`, or of one that was reckoned from it. */
export const dayOf = (date: Date): Day =>
  [padded(date.getFullYear(), 4), padded(date.getMonth() + 1, 2), padded(date.getDate(), 2)].join('-')

/** Is it a day that exists, with a year of four digits that doesn't begin with a zero? */
export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' && /^[1-9]\d{3}-\d\d-\d\d$/.test(text) && dayOf(dateOf(text)) === text

// Swedes write days as ISO 8601 does.
const athens = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Athens' })

/** Today in Greece, wherever the browser stands. */
export const todayInAthens = (): Day => athens.format(new Date())

/** The months counted from year 0, so that one can add to them: '2026-03-11' → 24314. */
export const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The first day of such a month, for the calendar. */
export const firstOf = (month: number): Date => new Date(Math.floor(month / 12), month % 12, 1, 12)
