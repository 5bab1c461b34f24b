import { useSyncExternalStore } from 'react'

const subscribe = (listener: () => void) => {
  // Larger text changes the height of the page.
  const observer = new ResizeObserver(listener)
  observer.observe(document.documentElement)
  return () => observer.disconnect()
}
const read = () => (Number.parseFloat(getComputedStyle(document.documentElement).fontSize) || 16) / 16

/** How much larger than 16 px the browser's text is: 2 at 32 px. For sizes that scripts compute in pixels. */
export const useTextScale = (): number => useSyncExternalStore(subscribe, read)
