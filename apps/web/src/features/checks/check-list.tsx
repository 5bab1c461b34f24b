import type { UseQueryResult } from '@tanstack/react-query'
import { ShieldCheck } from 'lucide-react'
import type { ReactNode } from 'react'
import { useId } from 'react'
import { useLocation } from 'react-router'
import { EmptyState, ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import css from './checks-page.module.css'

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
  const { data, isError, isFetched, isPlaceholderData, refetch } = query
  // Of another page or choice, which says nothing about whether this one is empty.
  const isUnknown = isPlaceholderData && data?.count === 0
  const id = useId()
  const { pathname, search } = useLocation()
  const addressOf = (target: number) => {
    const parameters = new URLSearchParams(search)
    if (target === 1) parameters.delete(parameter)
    else parameters.set(parameter, String(target))
    return { pathname, search: parameters.toString() }
  }
  return (
    <section className={css.list} aria-labelledby={id}>
      <h2 className={css.listHeading} id={id} tabIndex={-1}>
        {heading}
      </h2>
      {intro !== undefined && <p className={css.listIntro}>{intro}</p>}
      {!data && isError && <ErrorState title={failed} retry={() => void refetch()} />}
      {((!data && !isError) || isUnknown) && (
        <LoadingPart className={css.item} isFirst={!data && !isFetched}>
          <Skeleton width="100%" height="1.5rem" />
        </LoadingPart>
      )}
      {data?.count === 0 && !isUnknown && <EmptyState icon={ShieldCheck} title={empty} />}
      {data && data.count > 0 && <ul className={css.items}>{data.results.map(children)}</ul>}
      {data && data.count > size && (
        <Pagination
          page={page}
          pages={Math.ceil(data.count / size)}
          count={data.count}
          size={size}
          addressOf={addressOf}
        />
      )}
    </section>
  )
}
