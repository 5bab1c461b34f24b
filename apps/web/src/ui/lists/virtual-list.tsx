import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useRowKeys } from '#web/ui/keyboard/row-navigation.ts'
import { useTextScale } from '#web/ui/layout/text-size.ts'
import css from './virtual-list.module.css'

type VirtualListProps = {
  label: string
  /** Number of rows; only those in view are rendered. */
  count: number
  /** Whether `count` may still grow. */
  openEnded?: boolean
  /** In pixels at the default text size. */
  rowHeight: number
  /** Renders the row at `index`; its link or button gets `tabIndex`. */
  row: (index: number, tabIndex: 0 | -1) => ReactNode
  /** Called with the rows in view, to load them. */
  onRange: (first: number, last: number) => void
  /** Whether j and k apply to this list when no rows have the focus. */
  main: boolean
}

const steps: Record<string, number> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 8,
  PageUp: -8,
  Home: -Infinity,
  End: Infinity,
}

/** Rows that are rendered above and below those in view. */
const overscan = 6

/** Returns the rows of `holder` that are in view, of this height in pixels: the first, and the one after the last. */
function useRowsInView(holder: RefObject<HTMLElement | null>, height: number) {
  const [rows, setRows] = useState({ start: 0, end: 0 })
  useLayoutEffect(() => {
    const element = holder.current
    if (!element) return undefined
    const read = () => {
      const { scrollTop, clientHeight } = element
      // Hidden, as beside a person on a phone: its place is restored when it is shown.
      if (clientHeight === 0) return
      const start = Math.floor(scrollTop / height)
      const end = Math.ceil((scrollTop + clientHeight) / height)
      setRows((rows) => (rows.start === start && rows.end === end ? rows : { start, end }))
    }
    read()
    const observer = new ResizeObserver(read)
    observer.observe(element)
    // Before the next frame, so that no empty rows are seen.
    const onScroll = () => flushSync(read)
    element.addEventListener('scroll', onScroll, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', onScroll)
    }
  }, [holder, height])
  return rows
}

/**
 * Virtualized list of any length. One tab stop; inside, arrows, j and k, Page Up, Page Down, Home and End move the
 * focus.
 */
export function VirtualList(props: VirtualListProps) {
  const { label, count, openEnded = false, rowHeight, row, onRange, main } = props
  const scroll = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const wanted = useRef<number>(undefined)
  const height = rowHeight * useTextScale()
  // Forces a render when the active row must take the focus again.
  const [, setMoves] = useState(0)
  const { start, end } = useRowsInView(scroll, height)
  const first = Math.max(0, Math.min(count - 1, start) - overscan)
  const last = Math.min(count - 1, end - 1 + overscan)
  const rows = Array.from({ length: last - first + 1 }, (_, at) => first + at)
  const stop = active >= first && active <= last ? active : first

  useEffect(() => onRange(first, last), [first, last, onRange])

  // A row is focused once it is rendered and loaded, perhaps some renders after the key press.
  useEffect(() => {
    if (wanted.current === undefined) return
    const target = scroll.current?.querySelector<HTMLElement>(
      `[data-index="${wanted.current}"] :is(a, button)`,
    )
    if (!target) return
    target.focus({ preventScroll: true })
    // The list may be higher than the window.
    target.scrollIntoView({ block: 'nearest' })
    wanted.current = undefined
  })

  const go = (rows = 0) => {
    const next = Math.min(count - 1, Math.max(0, stop + rows))
    wanted.current = next
    setActive(next)
    setMoves((moves) => moves + 1)
    const view = scroll.current
    if (!view) return
    // With the space below the last row, which has room for its focus ring.
    const padding = Number.parseFloat(getComputedStyle(view).paddingBlockStart) || 0
    const lowest = (next + 1) * height + 2 * padding - view.clientHeight
    view.scrollTop = Math.max(lowest, Math.min(next * height, view.scrollTop))
  }
  useRowKeys({ holder: scroll, go, main })

  const move = (event: KeyboardEvent) => {
    const step = steps[event.key]
    // With a modifier the key belongs to the browser: Alt and arrows navigate the history.
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(step)
  }

  return (
    <div className={css.scroll} ref={scroll} data-rows>
      {/* Key events bubble up from the links inside. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <ul
        className="relative"
        aria-label={label}
        style={{ height: count * height }}
        onKeyDown={move}
        onFocus={(event) => {
          const at = event.target.closest('[data-index]')?.getAttribute('data-index')
          if (at) setActive(Number(at))
        }}
      >
        {rows.map((index) => (
          <li
            key={index}
            className={css.row}
            data-index={index}
            aria-setsize={openEnded ? -1 : count}
            aria-posinset={index + 1}
            style={{ height, transform: `translateY(${index * height}px)` }}
          >
            {row(index, index === stop ? 0 : -1)}
          </li>
        ))}
      </ul>
    </div>
  )
}
