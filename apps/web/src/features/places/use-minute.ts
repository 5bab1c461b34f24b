import { useSyncExternalStore } from 'react'
import { now } from '#web/lib/clock.ts'

const minuteMs = 60_000

function onNewMinute(listener: () => void): () => void {
  // The server's minutes begin at another time than the device's; a delay of 5 seconds is acceptable.
  const timer = setInterval(listener, 5_000)
  document.addEventListener('visibilitychange', listener)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', listener)
  }
}

const minute = () => Math.floor(now().getTime() / minuteMs)

/** Returns the current minute by the server's clock; renders again when it has passed. */
export const useMinute = (): Date => new Date(useSyncExternalStore(onNewMinute, minute) * minuteMs)
