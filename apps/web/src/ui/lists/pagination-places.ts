/** Item of the pagination: a page, or a gap that replaces at least two pages. */
export type Place = number | 'gap-left' | 'gap-right'

const span = (from: number, to: number) =>
  Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => from + at)

/**
 * Returns the items for `pages` pages with `active` open: the first and the last `boundary` pages, `siblings` on each
 * side of the active one, and between them a gap, or the page itself where only one would be hidden. The number of
 * items is constant, so that the buttons do not move.
 */
export function placesOf(pages: number, active: number, { boundary = 1, siblings = 1 } = {}): Place[] {
  const places = 2 * boundary + 2 * siblings + 3
  if (pages <= places) return span(1, pages)

  const middleStart = Math.min(Math.max(active - siblings, boundary + 2), pages - boundary - 1 - 2 * siblings)
  const middleEnd = middleStart + 2 * siblings
  const left: Place = middleStart === boundary + 2 ? boundary + 1 : 'gap-left'
  const right: Place = middleEnd === pages - boundary - 1 ? pages - boundary : 'gap-right'
  return [
    ...span(1, boundary),
    left,
    ...span(middleStart, middleEnd),
    right,
    ...span(pages - boundary + 1, pages),
  ]
}
