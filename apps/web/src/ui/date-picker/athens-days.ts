import { useSyncExternalStore } from 'react'
import { type Day, dateOf, dayOf, todayInAthens } from '#web/lib/days.ts'

/** The day `days` later, or earlier where it is negative. */
export function addDays(day: Day, days: number): Day {
  const date = dateOf(day)
  date.setDate(date.getDate() + days)
  return dayOf(date)
}

/** The same day of the month, `months` later or earlier; its last day where the month has no such day. */
export function addMonths(day: Day, months: number): Day {
  const date = dateOf(`${day.slice(0, 8)}01`)
  date.setMonth(date.getMonth() + months + 1, 0)
  date.setDate(Math.min(Number(day.slice(8)), date.getDate()))
  return dayOf(date)
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

/** Today in Greece, whatever the clock zone of the machine; draws again when it becomes tomorrow. */
export const useToday = (): Day => useSyncExternalStore(onNewDay, todayInAthens)
