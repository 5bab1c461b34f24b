import { useEffect, useSyncExternalStore } from 'react'

/** Lazy-loaded: the calendar, and date-fns. */
type CalendarModules = {
  Calendar: typeof import('./calendar.tsx').Calendar
  createDayText: typeof import('./day-text.ts').createDayText
}

let state: CalendarModules | 'loading' | 'failed' = 'loading'
let isAsked = false
const listeners = new Set<() => void>()

function set(next: typeof state) {
  state = next
  for (const listener of listeners) listener()
}

/** Loads it once for all date pickers of the page; retries after a failure. */
export async function loadCalendarModules(): Promise<void> {
  if (isAsked) return
  isAsked = true
  set('loading')
  try {
    const [{ Calendar }, { createDayText }] = await Promise.all([
      import('./calendar.tsx'),
      import('./day-text.ts'),
    ])
    set({ Calendar, createDayText })
  } catch {
    isAsked = false
    set('failed')
  }
}

const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Starts loading when a date picker is mounted, so that it is ready on focus. */
export function useCalendarModules(): typeof state {
  useEffect(() => void loadCalendarModules(), [])
  return useSyncExternalStore(subscribe, () => state)
}
