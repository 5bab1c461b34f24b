import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  // A larger text size changes the height of the page.
  const observer = new ResizeObserver(listener)
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}
const read = () => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16

/** Returns the browser's text size relative to 16 px: 2 at 32 px. For sizes computed in pixels. */
export const useTextScale = (): number => useSyncExternalStore(subscribe, read)
