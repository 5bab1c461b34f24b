import { useState } from 'react'
import type { Point } from './nearby.ts'

export type Position = Point | 'unknown' | 'asking' | 'failed'

/** Asks the browser for the device's position when `ask` is called. It stays in this page; nothing is sent. */
export function usePosition() {
  const [position, setPosition] = useState<Position>('unknown')
  const ask = () => {
    setPosition('asking')
    // Absent on pages without https.
    const geolocation = navigator.geolocation as Geolocation | undefined
    if (!geolocation) return setPosition('failed')
    geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => setPosition({ latitude, longitude }),
      () => setPosition('failed'),
      { timeout: 15_000, maximumAge: 300_000 },
    )
  }
  return { position, ask, forget: () => setPosition('unknown') }
}
