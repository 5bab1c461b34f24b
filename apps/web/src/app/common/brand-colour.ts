import { useLayoutEffect } from 'react'
import { useSite } from '#web/api/site.ts'

/** Gives the page the colour of the operator's brand, if it has one: a style sheet of the server, so that pages without one load nothing. */
export function useBrandColour(): void {
  const colour = useSite()?.brand.colour
  useLayoutEffect(() => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = `/brand/colour.css?${colour?.slice(1)}`
    if (colour !== undefined) document.head.append(link)
    return () => link.remove()
  }, [colour])
}
