import { useSyncExternalStore } from 'react'
import { type Day, dateOf, dayOf, todayInAthens } from '#web/lib/days.ts'

/** Adds `days` to a day; negative values subtract. */
export function addDays(day: Day, days: number): Day {
  const date = dateOf(day)
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

/** Adds `months` to a day; clamped to the last day of the month. */
export function addMonths(day: Day, months: number): Day {
  const date = dateOf(`${day.slice(0, 8)}01`)
  date.setMonth(date.getMonth() + months + 1, 0)
  date.setDate(Math.min(Number(day.slice(8)), date.getDate()))
  return dayOf(date)
}

/** Formats a day: '2026-11-21' → '21/11/2026'. */
export const formatDay = (day: Day): string => day.split('-').toReversed().join('/')

function onNewDay(listener: () => void): () => void {
  // For a page that stays open over midnight; a delay of up to 30 seconds is acceptable.
  const timer = setInterval(listener, 30_000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

/** Returns today in Greece, independent of the machine's time zone; renders again at midnight. */
export const useToday = (): Day => useSyncExternalStore(onNewDay, todayInAthens)
