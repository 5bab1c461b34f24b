import { useSyncExternalStore } from 'react'
import { deviceSetting } from '#web/lib/device-setting.ts'

export type Density = 'dense' | 'roomy'

const matches = (query: string) => window.matchMedia(query).matches
const touch = '(pointer: coarse)'

/** Rows of 40 px, unless the person chose otherwise: less than the 44 px of a finger. */
const setting = deviceSetting<Density>('portal rows', ['dense', 'roomy'], () =>
  matches(touch) ? 'roomy' : 'dense',
)

const wide = '(width >= 62em)'

function subscribe(listener: () => void): () => void {
  const unsubscribe = setting.subscribe(listener)
  window.addEventListener('resize', listener)
  // A keyboard is attached to a tablet, or taken off.
  const pointer = window.matchMedia(touch)
  pointer.addEventListener('change', listener)
  return () => {
    unsubscribe()
    pointer.removeEventListener('change', listener)
    window.removeEventListener('resize', listener)
  }
}

/** Returns the height of rows to show: narrow windows have roomy ones only. */
export const useDensity = (): Density =>
  useSyncExternalStore(subscribe, () => (matches(wide) ? setting.read() : 'roomy'))

/** Chooses the height of rows on this device. */
export const setDensity = setting.write
