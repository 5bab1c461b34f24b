import type { ReactNode } from 'react'
import { FilterBox } from './filter-box.tsx'
import { Hidden } from './hidden.tsx'
import css from './person-list.module.css'
import { PersonRowSkeleton } from './person-row.tsx'
import { EmptyState, ErrorState } from './state.tsx'
import { VirtualList } from './virtual-list.tsx'

type PersonListProps = {
  /** What the list is called, and the box above it. */
  label: string
  searchLabel: string
  search: string
  onSearch: (search: string) => void
  loading: boolean
  status: 'pending' | 'error' | 'success'
  retry: () => void
  texts: { empty: string; failed: string; loading: string }
  count: number
  openEnded: boolean
  /** Changes when other people are shown: the list then begins at its top again. */
  listKey: string
  row: (index: number, tabIndex: 0 | -1) => ReactNode
  onRange: (first: number, last: number) => void
  /** Stands between the box and the list. */
  children?: ReactNode
}

/** A list of people that one can search: box, list, and what stands there when there is no list. */
export function PersonList(props: PersonListProps) {
  const { label, status, texts, count, children } = props
  return (
    <div className={css.list}>
      <FilterBox
        label={props.searchLabel}
        value={props.search}
        onChange={props.onSearch}
        loading={props.loading}
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
          rowHeight={64}
          row={props.row}
          onRange={props.onRange}
        />
      )}
    </div>
  )
}
