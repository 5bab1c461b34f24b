import { useSyncExternalStore } from 'react'

/** Calendar days are texts, YYYY-MM-DD: a text has no time zone and no hour that a changing clock could take from it. */
export type Day = string

const athensDay = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Athens',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
})

/** Today in Greece, whatever the clock zone of the machine. */
export const todayInAthens = (now: number = Date.now()): Day => athensDay.format(now)

const toUtc = (day: Day) => new Date(`${day}T00:00:00Z`)
const fromUtc = (date: Date): Day => date.toISOString().slice(0, 10)

/** The day `days` later, or earlier where it is negative. */
export function addDays(day: Day, days: number): Day {
  const date = toUtc(day)
  date.setUTCDate(date.getUTCDate() + days)
  return fromUtc(date)
}

/** The same day of the month, `months` later or earlier; its last day where the month has no such day. */
export function addMonths(day: Day, months: number): Day {
  const date = toUtc(`${day.slice(0, 8)}01`)
  date.setUTCMonth(date.getUTCMonth() + months + 1, 0)
  const last = date.getUTCDate()
  date.setUTCDate(Math.min(Number(day.slice(8)), last))
  return fromUtc(date)
}

/** Whether a text is a day of the calendar: '2026-02-30' and '2026-2-3' are none. */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) return false
  const date = toUtc(text)
  return !Number.isNaN(date.getTime()) && fromUtc(date) === text
}

/** A day as it is written: '2026-11-21' → '21/11/2026'. */
export const formatDay = (day: Day): string => day.split('-').toReversed().join('/')

function onNewDay(listener: () => void): () => void {
  // A page that stays open over midnight; 30 seconds late is early enough for whoever works at that hour.
  const timer = setInterval(listener, 30_000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Today in Greece; draws again when it becomes tomorrow. */
export const useToday = (): Day => useSyncExternalStore(onNewDay, () => todayInAthens())
