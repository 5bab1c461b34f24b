import { useEffect, useState } from 'react'
import { now } from '#web/lib/clock.ts'

/** Returns the server's time, and renders again each `everyMs`. */
export function useNow(everyMs: number): number {
  const [time, setTime] = useState(() => now().getTime())
  useEffect(() => {
    const timer = setInterval(() => setTime(now().getTime()), everyMs)
    return () => clearInterval(timer)
  }, [everyMs])
  return time
}

/** A new code is valid for so long; the time at hand may be older than the code. */
const longestMinutes = 15

/** Whole minutes until a code ends, rounded up; 0: it is over. */
export const minutesUntil = (end: string, time: number): number =>
  Math.min(longestMinutes, Math.max(0, Math.ceil((Date.parse(end) - time) / 60_000)))
