import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
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
  // The React Compiler is not used here.
  // eslint-disable-next-line react/incompatible-library
  const virtualizer = useVirtualizer({
    count,
    getScrollElement: () => scroll.current,
    estimateSize: () => height,
    overscan: 6,
  })
  const rows = virtualizer.getVirtualItems()
  const first = rows[0]?.index ?? 0
  const last = rows.at(-1)?.index ?? 0
  const stop = active >= first && active <= last ? active : first

  useEffect(() => virtualizer.measure(), [virtualizer, height])
  useEffect(() => onRange(first, last), [first, last, onRange])

  // A row is focused once it is rendered and loaded, perhaps some renders after the key press.
  useEffect(() => {
    if (wanted.current === undefined) return
    const target = scroll.current?.querySelector<HTMLElement>(
      `[data-index="${wanted.current}"] :is(a, button)`,
    )
    if (!target) return
    target.focus({ preventScroll: true })
    wanted.current = undefined
  })

  const go = (rows = 0) => {
    const next = Math.min(count - 1, Math.max(0, stop + rows))
    wanted.current = next
    setActive(next)
    setMoves((moves) => moves + 1)
    virtualizer.scrollToIndex(next)
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
        className={css.list}
        aria-label={label}
        style={{ height: virtualizer.getTotalSize() }}
        onKeyDown={move}
        onFocus={(event) => {
          const at = event.target.closest('[data-index]')?.getAttribute('data-index')
          if (at) setActive(Number(at))
        }}
      >
        {rows.map(({ index, start, size }) => (
          <li
            key={index}
            className={css.row}
            data-index={index}
            aria-setsize={openEnded ? -1 : count}
            aria-posinset={index + 1}
            style={{ height: size, transform: `translateY(${start}px)` }}
          >
            {row(index, index === stop ? 0 : -1)}
          </li>
        ))}
      </ul>
    </div>
  )
}
