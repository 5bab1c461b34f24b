import type { ReactNode } from 'react'
import { useEffect, useRef } from 'react'
import { Button } from '../controls/button.tsx'
import { FilterBox } from './filter-box.tsx'
import { type Density, useDensity } from '../layout/density.ts'
import { Hidden } from '../layout/hidden.tsx'
import css from './person-list.module.css'
import { PersonRowSkeleton } from './person-row.tsx'
import { EmptyState, ErrorState } from '../feedback/empty-state.tsx'
import { VirtualList } from './virtual-list.tsx'

type PersonListProps = {
  /** Label of the list, and of the input above it. */
  label: string
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  loading: boolean
  status: 'pending' | 'error' | 'success'
  retry: () => void
  /** Some rows failed to load; the others stay. */
  incomplete: boolean
  texts: { empty: string; failed: string; loading: string; retry: string }
  count: number
  openEnded: boolean
  /** Changes with the result: the list then scrolls to its top. */
  listKey: string
  row: (index: number, tabIndex: 0 | -1) => ReactNode
  onRange: (first: number, last: number) => void
  /** Whether the list is the main content of the page: j and k then work from anywhere. */
  main: boolean
  /** Rendered between the input and the list. */
  children?: ReactNode
  /** Rendered below the list. */
  after?: ReactNode
}

/** Pixels at the default text size; person-row.module.css has the same. */
const rowHeights: Record<Density, number> = { dense: 40, roomy: 64 }

/** Searchable list of people: input, list, and its empty, loading and error states. */
export function PersonList(props: PersonListProps) {
  const { label, status, texts, count, children } = props
  const holder = useRef<HTMLDivElement>(null)
  const density = useDensity()
  const firstRow = () =>
    holder.current?.querySelector<HTMLElement>('[data-rows] [tabindex="0"]') ??
    holder.current?.querySelector<HTMLElement>(':scope section a')
  const toRows = () => {
    const row = firstRow()
    if (row) row.focus()
    else holder.current?.querySelector('input')?.blur()
  }
  // Search confirmed with Enter: opens the only result, or focuses the first one, once it is rendered.
  const entered = useRef<string>(undefined)
  const openEntered = () => {
    const input = holder.current?.querySelector('input')
    // Typing on, or leaving the input, gives it up.
    if (document.activeElement !== input || input?.value.trim() !== entered.current)
      entered.current = undefined
    if (!entered.current || entered.current !== props.listKey || status !== 'success') return
    const row = firstRow()
    if (!row) return
    entered.current = undefined
    row.focus()
    if (count === 1) row.click()
  }
  useEffect(openEntered)
  // The next results may replace the rows that have the focus; it would be lost.
  const isInRows = useRef(false)
  useEffect(() => {
    if (!isInRows.current || status === 'pending') return
    if (document.activeElement === document.body) firstRow()?.focus()
    // Removed rows do not blur: otherwise, a later result would take the focus.
    isInRows.current = document.activeElement?.closest('[data-rows]') != null
  })
  return (
    <div
      className={css.list}
      ref={holder}
      data-density={density}
      onFocus={({ target }) => {
        isInRows.current = target.closest('[data-rows]') !== null
      }}
      onBlur={() => {
        isInRows.current = false
      }}
    >
      <FilterBox
        label={props.searchLabel}
        value={props.search}
        onChange={props.onSearch}
        loading={props.loading}
        onLeave={toRows}
        onEnter={(search) => {
          entered.current = search
          openEntered()
        }}
      />
      {children}
      {status === 'pending' && (
        <div className={css.waiting} role="status">
          <Hidden>{texts.loading}</Hidden>
          {[0, 1, 2, 3, 4, 5, 6].map((row) => (
            <PersonRowSkeleton key={row} />
          ))}
        </div>
      )}
      {status === 'error' && <ErrorState title={texts.failed} retry={props.retry} />}
      {status === 'success' && count === 0 && <EmptyState title={texts.empty} />}
      {status === 'success' && count > 0 && (
        <VirtualList
          key={props.listKey}
          label={label}
          count={count}
          openEnded={props.openEnded}
          rowHeight={rowHeights[density]}
          row={props.row}
          onRange={props.onRange}
          main={props.main}
        />
      )}
      {props.after}
      {status === 'success' && props.incomplete && (
        <div className={css.incomplete} role="alert">
          {texts.failed}
          <Button tone="ghost" onClick={props.retry}>
            {texts.retry}
          </Button>
        </div>
      )}
    </div>
  )
}
