import type { UseQueryResult } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import layout from '#web/shared/manage/manage.module.css'
import { Panel } from '#web/shared/manage/panel.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'

/** Items per page, as on the server (the contract's checksPageSize). */
const size = 20

type CheckListProps<T> = {
  heading: string
  intro?: string
  query: UseQueryResult<{ count: number; results: T[] }>
  failed: string
  empty: string
  /** Name of the page's parameter in the address, and the page shown. */
  parameter: string
  page: number
  children: (item: T) => ReactNode
}

/** A list of flags or requests, page by page. */
export function CheckList<T>({
  heading,
  intro,
  query,
  failed,
  empty,
  parameter,
  page,
  children,
}: CheckListProps<T>) {
  const { data, isPlaceholderData } = query
  // Of another page or choice, which says nothing about whether this one is empty.
  const isUnknown = isPlaceholderData && data?.count === 0
  const { pathname, search } = useLocation()
  const addressOf = (target: number) => {
    const parameters = new URLSearchParams(search)
    if (target === 1) parameters.delete(parameter)
    else parameters.set(parameter, String(target))
    return { pathname, search: parameters.toString() }
  }
  return (
    <Panel title={heading} intro={intro}>
      <Loaded query={isUnknown ? { ...query, data: undefined, isFetched: true } : query} failed={failed}>
        {({ count, results }) =>
          count === 0 ? (
            <EmptyState icon={ShieldCheck} title={empty} />
          ) : (
            <ul className={layout.rows}>{results.map(children)}</ul>
          )
        }
      </Loaded>
      {data && data.count > size && (
        <Pagination
          page={page}
          pages={Math.ceil(data.count / size)}
          count={data.count}
          size={size}
          addressOf={addressOf}
        />
      )}
    </Panel>
  )
}
