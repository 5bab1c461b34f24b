import { useVirtualizer } from '@tanstack/react-virtual'
import type { KeyboardEvent, ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import { useRowKeys } from '#web/ui/keyboard/row-navigation.ts'
import { useTextScale } from '#web/ui/layout/text-size.ts'
import css from './virtual-list.module.css'

type VirtualListProps = {
  label: string
  /** How many rows there are; only those in sight are drawn. */
  count: number
  /** Is `count` only what is known so far? */
  openEnded?: boolean
  /** In pixels at the usual text size. */
  rowHeight: number
  /** The row at `index`; its link or button takes `tabIndex`. */
  row: (index: number, tabIndex: 0 | -1) => ReactNode
  /** Says which rows are in sight, so that they can be fetched. */
  onRange: (first: number, last: number) => void
  /** Do j and k mean this list where nothing with rows has the focus? */
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
 * A list of any length. One stop for the Tab key, however many rows there are; inside it one moves with the arrows,
 * j and k, Page Up, Page Down, Home and End.
 */
export function VirtualList(props: VirtualListProps) {
  const { label, count, openEnded = false, rowHeight, row, onRange, main } = props
  const scroll = useRef<HTMLDivElement>(null)
  const [active, setActive] = useState(0)
  const wanted = useRef<number>(undefined)
  const height = rowHeight * useTextScale()
  // A row that is active already must be drawn again to take the focus.
  const [, setMoves] = useState(0)
  // Nothing here is memoized by a compiler.
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

  // A row takes the focus once it is drawn and loaded, which may be some renders after the key was pressed.
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
    // With a modifier the key is the browser's: Alt and the arrows lead through the history.
    if (step === undefined || event.altKey || event.ctrlKey || event.metaKey) return
    event.preventDefault()
    go(step)
  }

  return (
    <div className={css.scroll} ref={scroll} data-rows>
      {/* The keys come up from the links inside it. */}
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
