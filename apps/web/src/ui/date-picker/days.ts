/** A calendar day, `YYYY-MM-DD`. It has no hour and no time zone, so there is none that could shift it. */
export type Day = string

/** The whole calendar is reckoned in UTC, which no clock change touches; no other zone ever sees these dates. */
export const utcOf = (day: Day): Date => new Date(`${day}T00:00:00Z`)

/** The day of a date of `utcOf`, or of one that was reckoned from it in UTC. */
export const dayOf = (date: Date): Day => date.toISOString().slice(0, 10)

/** Is it a day that exists, with a year of four digits that doesn't begin with a zero? */
export const isDay = (text: unknown): text is Day =>
  typeof text === 'string' &&
  /^[1-9]\d{3}-\d\d-\d\d$/.test(text) &&
  !Number.isNaN(utcOf(text).getTime()) &&
  dayOf(utcOf(text)) === text

// Swedes write days as ISO 8601 does.
const athens = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Athens' })

/** Today in Greece, wherever the browser stands. */
export const todayInAthens = (): Day => athens.format(new Date())

/** The months counted from year 0, so that one can add to them: '2026-03-11' → 24314. */
export const monthOf = (day: Day): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1

/** The first day of such a month, for the calendar. */
export const firstOf = (month: number): Date => new Date(Date.UTC(Math.floor(month / 12), month % 12, 1))
