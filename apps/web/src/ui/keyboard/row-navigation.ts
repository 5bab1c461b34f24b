import type { RefObject } from 'react'
import { useKeys } from './keyboard-shortcuts.ts'

type RowKeys = {
  /** What holds the rows; it carries `data-rows`. */
  holder: RefObject<HTMLElement | null>
  /** Goes so many rows down; `undefined` is to where one was last. */
  go: (rows: 1 | -1 | undefined) => void
  /** Are these the rows that the keys mean where nothing with rows has the focus? */
  main: boolean
}

/** j and k go from row to row: in the rows that have the focus, else in the page's main ones, from where one was. */
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
