import type { Place } from '@portal/contract/places.ts'
import { type KeyboardEvent, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { formatDecimal, municipalityName } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { kindLooks } from './kind-names.ts'
import { fitMap, groupNear, placeNames, scaleBar } from './map-layout.ts'
import { mapText as text } from './map-text.ts'
import css from './place-map.module.css'

/** A point of the map. `id` is that of its row in the list, which `onSelect` gets. */
export type MapPlace = Pick<Place, 'name' | 'kind' | 'latitude' | 'longitude' | 'municipality'> & {
  id: string
}

type PlaceMapProps = {
  /** At least one. */
  places: readonly MapPlace[]
  selected: string | undefined
  onSelect: (id: string) => void
}

/** Pixels between the centres of two markers, so that each is a target of 24 px or more (WCAG 2.5.8). */
const markerDistance = 34
const longestBar = 110
/** Mean width of a letter of the names, in the text size of the page. */
const lettersPerEm = 0.44

/**
 * A drawn map of collection points by their coordinates, without tiles and third parties. The list beside it says the same.
 * Tab stops at one marker; the arrow keys go to the others.
 */
export function PlaceMap({ places, selected, onSelect }: PlaceMapProps) {
  const id = useId()
  const frame = useRef<HTMLDivElement>(null)
  const [size, setSize] = useState({ width: 640, height: 400, letter: 7 })
  const [zoomed, setZoomed] = useState<ReadonlySet<string>>()
  const [current, setCurrent] = useState<string>()
  const [pointed, setPointed] = useState<string>()
  const focusNext = useRef(false)

  useLayoutEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element
      const letter = parseFloat(getComputedStyle(element).fontSize) * lettersPerEm
      if (width > 0 && height > 0) setSize({ width, height, letter })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  // The marker that had the focus is gone after a zoom.
  useEffect(() => {
    if (focusNext.current) frame.current?.querySelector<HTMLElement>('[tabindex="0"]')?.focus()
    focusNext.current = false
  })

  const inView = zoomed && places.filter((place) => zoomed.has(place.id))
  const isZoomed = inView !== undefined && inView.length > 0
  const { spotOf, kmPerPixel } = fitMap(isZoomed ? inView : places, size)
  const spots = places
    .map((place) => ({ ...spotOf(place), place }))
    .filter(({ x, y }) => x > 0 && y > 0 && x < size.width && y < size.height)
  const groups = groupNear(spots, markerDistance).map(({ x, y, items }) => ({
    x,
    y,
    key: items[0]?.place.id ?? '',
    members: items.map(({ place }) => place),
    names: items.map(({ place }) => place.name).join(', '),
  }))
  const bar = scaleBar(kmPerPixel, longestBar)
  const towns = placeNames(
    [...Map.groupBy(spots, ({ place }) => place.municipality.id)].map(([town, its]) => ({
      town,
      name: municipalityName(its[0]?.place.municipality.name ?? ''),
      x: its.reduce((sum, { x }) => sum + x, 0) / its.length,
      y: its.reduce((sum, { y }) => sum + y, 0) / its.length,
    })),
    { markers: groups, width: size.width, letter: size.letter },
  )
  const stop = groups.find(({ key }) => key === current) ?? groups[0]

  const go = (event: KeyboardEvent) => {
    const axis = { ArrowLeft: 'x', ArrowRight: 'x', ArrowUp: 'y', ArrowDown: 'y' }[event.key]
    if (!axis || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    const other = axis === 'x' ? 'y' : 'x'
    const ordered = groups.toSorted((a, b) => a[axis as 'x'] - b[axis as 'x'] || a[other] - b[other])
    const step = event.key === 'ArrowLeft' || event.key === 'ArrowUp' ? -1 : 1
    const next = ordered.at((ordered.findIndex(({ key }) => key === stop?.key) + step) % ordered.length)
    if (!next) return
    setCurrent(next.key)
    frame.current?.querySelector<HTMLElement>(`[data-marker="${CSS.escape(next.key)}"]`)?.focus()
  }

  const choose = ({ key, members }: (typeof groups)[number]) => {
    setCurrent(key)
    const [first] = members
    if (!first) return
    const isApart = members.some(
      ({ latitude, longitude }) =>
        Math.hypot(latitude - first.latitude, longitude - first.longitude) > leastDegrees,
    )
    const isSmaller = !isZoomed || members.length < inView.length
    if (members.length > 1 && isApart && isSmaller) {
      focusNext.current = true
      setCurrent(undefined)
      return setZoomed(new Set(members.map((place) => place.id)))
    }
    // Of points at one place, the next one with each click.
    const at = members.findIndex((place) => place.id === selected)
    onSelect((members[at + 1] ?? first).id)
  }

  const named = pointed ?? places.find((place) => place.id === selected)?.name
  return (
    <div role="group" data-map aria-label={text.label} aria-describedby={`${id}-keys`} className={css.map}>
      <div id={`${id}-keys`} hidden>
        {text.keys}
      </div>
      <div ref={frame} className={css.frame}>
        <svg className={css.drawing} width={size.width} height={size.height} aria-hidden="true">
          <defs>
            <pattern id={`${id}-grid`} width={bar.width} height={bar.width} patternUnits="userSpaceOnUse">
              <path d={`M ${bar.width} 0 H 0 V ${bar.width}`} className={css.grid} />
            </pattern>
          </defs>
          <rect width="100%" height="100%" fill={`url(#${id}-grid)`} />
          {towns.map(({ town, name, x, y }) => (
            <text key={town} className={css.town} x={x} y={y}>
              {name}
            </text>
          ))}
          <g transform={`translate(${size.width - 24} 10)`} className={css.north}>
            <path d="M 0 0 l 6 15 l -6 -4 l -6 4 z" />
            <text y="29">{text.north}</text>
          </g>
          <g transform={`translate(12 ${size.height - 12})`} className={css.bar}>
            <path d={`M 0 -6 V 0 H ${bar.width} V -6`} />
            <text x="4" y="-8">
              {bar.km < 1
                ? `${formatDecimal(Math.round(bar.km * 1000))} ${text.metres}`
                : `${formatDecimal(bar.km)} ${text.kilometres}`}
            </text>
          </g>
        </svg>
        {groups.map((group) => {
          const { key, x, y, members, names } = group
          const [{ kind }] = members as [MapPlace]
          const { icon: Icon, tone } = kindLooks[kind]
          const isGroup = members.length > 1
          const isSelected = members.some((place) => place.id === selected)
          return (
            <button
              key={key}
              type="button"
              data-marker={key}
              tabIndex={key === stop?.key ? 0 : -1}
              aria-current={isSelected || undefined}
              className={classes(css.marker, isGroup ? css.group : css[tone])}
              style={{ left: x, top: y }}
              onKeyDown={go}
              onClick={() => choose(group)}
              onFocus={() => setPointed(names)}
              onBlur={() => setPointed(undefined)}
              onPointerEnter={() => setPointed(names)}
              onPointerLeave={() => setPointed(undefined)}
            >
              {isGroup ? (
                <span aria-hidden="true">{members.length}</span>
              ) : (
                <Icon size={16} aria-hidden="true" />
              )}
              <Hidden>{isGroup ? text.group(members.length, names) : names}</Hidden>
            </button>
          )
        })}
      </div>
      <div className={css.below}>
        <p className={css.named} aria-hidden="true">
          {named ?? text.pick}
        </p>
        {isZoomed && (
          <Button
            tone="ghost"
            onClick={() => {
              focusNext.current = true
              setZoomed(undefined)
            }}
          >
            {text.whole}
          </Button>
        )}
      </div>
    </div>
  )
}

/** About 5 m. */
const leastDegrees = 0.00005
