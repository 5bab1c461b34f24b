import { days, hours, later, minutes } from '#server/lib/time/clock.ts'
import { type Random, weighted } from './random.ts'

/** Length of the generated history in days. Days are numbered from 0; the last one is yesterday. */
export const span = 4 * 365

/** Weight per month, January first: more oil in winter and after the holidays. */
const season = [1.5, 1.2, 1.1, 1.05, 0.9, 0.75, 0.65, 0.6, 0.95, 1.05, 1.15, 1.1]
/** Weight per weekday, Sunday (reuse centres closed) to Saturday. */
const week = [0.15, 1, 0.95, 0.95, 1, 1.15, 1.7]
/** Weight per hour, 0 to 23. */
const clockHours = weighted([0, 0, 0, 0, 0, 0, 0, 1, 4, 8, 11, 12, 10, 6, 4, 3, 4, 8, 10, 8, 4, 1, 0, 0])

const athensOffset = new Intl.DateTimeFormat('en', { timeZone: 'Europe/Athens', timeZoneName: 'longOffset' })

/** UTC offset of Athens at noon of a day, in milliseconds; all generated times are after the hour of clock changes. */
function offsetAt(midnight: Date): number {
  const zone = athensOffset
    .formatToParts(later(midnight, hours(10)))
    .find(({ type }) => type === 'timeZoneName')
  return hours(Number(/\+(\d\d)/.exec(zone?.value ?? '')?.[1] ?? 2))
}

export type Calendar = {
  /** Picks a day with a delivery, not before `first`. */
  dayFrom: (first: number, random: Random) => number
  /** Picks a time of a day, mostly at opening hours in Athens. */
  timeOf: (day: number, random: Random) => Date
  /** Amount of oil on a day relative to the average of 1. */
  seasonOf: (day: number) => number
}

/** @param now only its UTC date is used, so that the data of a day are reproducible */
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
    timeOf: (day, random) =>
      later(
        starts[day] ?? today,
        hours(clockHours(random)) + minutes(random.below(60)) + random.below(60_000),
      ),
    seasonOf: (day) => seasons[day] ?? 1,
  }
}
