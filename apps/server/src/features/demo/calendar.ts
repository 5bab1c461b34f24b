import { days, hours, later, minutes } from '#server/lib/time/clock.ts'
import { type Random, weighted } from './random.ts'

/** The years before today in which people deliver, reuse and redeem. A day is a place in them, the last one yesterday. */
export const span = 4 * 365

/** How much is handed in by month: kitchens fry in winter, and empty their bottles after the holidays. */
const season = [1.5, 1.2, 1.1, 1.05, 0.9, 0.75, 0.65, 0.6, 0.95, 1.05, 1.15, 1.1]
/** From Sunday, when the reuse centres are closed, to Saturday, when people have time. */
const week = [0.15, 1, 0.95, 0.95, 1, 1.15, 1.7]
/** From 0 to 23 o'clock. */
const clockHours = weighted([0, 0, 0, 0, 0, 0, 0, 1, 4, 8, 11, 12, 10, 6, 4, 3, 4, 8, 10, 8, 4, 1, 0, 0])

const athensOffset = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Athens', timeZoneName: 'longOffset' })

/** Milliseconds that Athens is ahead of Greenwich at noon of a day: whoever hands something in does it after the clocks change. */
function offsetAt(midnight: Date): number {
  const zone = athensOffset
    .formatToParts(later(midnight, hours(10)))
    .find(({ type }) => type === 'timeZoneName')
  return hours(Number(/\+(\d\d)/.exec(zone?.value ?? '')?.[1] ?? 2))
}

export type Calendar = {
  /** A day on which somebody hands something in, from a day on. */
  dayFrom: (first: number, random: Random) => number
  /** A moment of a day when people are about, by Athens' clocks. */
  momentOf: (day: number, random: Random) => Date
  /** How much oil there is on a day, 1 on average. */
  seasonOf: (day: number) => number
}

/** @param now counts by its day alone, so that the same day's data are the same */
export function calendarUntil(now: Date): Calendar {
  const today = new Date(Math.floor(now.getTime() / days(1)) * days(1))
  const midnights = Array.from({ length: span }, (_, day) => later(today, days(day - span)))
  const starts = midnights.map((midnight) => later(midnight, -offsetAt(midnight)))
  const seasons = midnights.map((midnight) => {
    const afterHolidays =
      midnight.getUTCMonth() === 0 && midnight.getUTCDate() > 6 && midnight.getUTCDate() < 21
    return (season[midnight.getUTCMonth()] ?? 1) * (afterHolidays ? 1.3 : 1)
  })
  const pickDay = weighted(
    seasons.map((weight, day) => Math.sqrt(weight) * (week[midnights[day]?.getUTCDay() ?? 0] ?? 1)),
  )
  return {
    dayFrom: (first, random) => pickDay(random, Math.min(first, span - 1)),
    momentOf: (day, random) =>
      later(
        starts[day] ?? today,
        hours(clockHours(random)) + minutes(random.below(60)) + random.below(60_000),
      ),
    seasonOf: (day) => seasons[day] ?? 1,
  }
}
