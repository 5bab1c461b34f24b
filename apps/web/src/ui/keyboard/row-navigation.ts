import type { RefObject } from 'react'
import { useKeys } from './keyboard-shortcuts.ts'

type RowKeys = {
  /** Container of the rows; has `data-rows`. */
  holder: RefObject<HTMLElement | null>
  /** Moves by a number of rows; `undefined` returns to the last row. */
  go: (rows: 1 | -1 | undefined) => void
  /** Whether the keys apply to these rows when no rows have the focus. */
  main: boolean
}

/** j and k move between rows: in the focused rows, else in the page's main ones, starting at the last row. */
export function useRowKeys({ holder, go, main }: RowKeys): void {
  const move = (rows: 1 | -1) => () => {
    const active = document.activeElement
    if (holder.current?.contains(active)) return go(rows)
    const isShown = holder.current !== null && holder.current.getClientRects().length > 0
    if (!main || !isShown || active?.closest('[data-rows]')) return false
    return go(undefined)
  }
  useKeys({ j: move(1), k: move(-1) })
}
