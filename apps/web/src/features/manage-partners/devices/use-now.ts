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

/** Whole minutes until a moment, rounded up; 0: it is over. */
export const minutesUntil = (moment: string, time: number): number =>
  Math.max(0, Math.ceil((Date.parse(moment) - time) / 60_000))
