import { useCallback, useSyncExternalStore } from 'react'

/** From here on a screen is a tablet's, portal.md §9. */
export const tablet = '(min-width: 768px)'

/** Does a media query hold just now? For where another control is drawn, not only another look of the same. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
