import { useEffect, useSyncExternalStore } from 'react'

/** Lazy-loaded: the calendar, and date-fns. */
type CalendarModules = Pick<typeof import('./calendar.tsx'), 'Calendar' | 'createDayText'>

let state: CalendarModules | 'loading' | 'failed' = 'loading'
let isAsked = false
const listeners = new Set<() => void>()

function set(next: typeof state) {
  state = next
  for (const listener of listeners) listener()
}

/** Address of the file whose loading failed, and the number of failures. */
let failed = { address: '', times: 0 }

/**
 * Browsers keep the failure of a module as long as the page is open (HTML, 'fetch a single module script'; Chromium since
 * version 150), but not for another address. Chromium and Firefox name it in the error.
 */
function load(): Promise<CalendarModules> {
  const again = `${failed.address}?again=${failed.times}`
  return failed.address
    ? (import(/* @vite-ignore */ again) as Promise<CalendarModules>)
    : import('./calendar.tsx')
}

/** Loads it once for all date pickers of the page; retries after a failure. */
export async function loadCalendarModules(): Promise<void> {
  if (isAsked) return
  isAsked = true
  set('loading')
  try {
    const { Calendar, createDayText } = await load()
    set({ Calendar, createDayText })
  } catch (error) {
    failed = { address: /https?:\S+\.js/.exec(String(error))?.[0] ?? '', times: failed.times + 1 }
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
