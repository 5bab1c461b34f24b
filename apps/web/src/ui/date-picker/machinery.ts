import { useEffect, useSyncExternalStore } from 'react'

/** What comes lazily: the calendar, and date-fns, which writes and reads days. */
type Machinery = {
  Calendar: typeof import('./calendar.tsx').Calendar
  createDayText: typeof import('./day-text.ts').createDayText
}

let state: Machinery | 'loading' | 'failed' = 'loading'
let isAsked = false
const listeners = new Set<() => void>()

function set(next: typeof state) {
  state = next
  for (const listener of listeners) listener()
}

/** Loads it once for all date pickers of the page; after a failure, again. */
export async function loadMachinery(): Promise<void> {
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

/** Asks for it as soon as a date picker is there: whoever goes to the field finds it ready. */
export function useMachinery(): typeof state {
  useEffect(() => void loadMachinery(), [])
  return useSyncExternalStore(subscribe, () => state)
}
