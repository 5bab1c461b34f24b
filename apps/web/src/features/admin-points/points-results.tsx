import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { SearchX } from 'lucide-react'
import { Navigate } from 'react-router'
import { Refused } from '#web/lib/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Hidden } from '#web/ui/hidden.tsx'
import { Pagination } from '#web/ui/pagination.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/state.tsx'
import type { PointsView } from './address.ts'
import { addressOf } from './address.ts'
import { pageSize, pointsOptions } from './api.ts'
import css from './points-page.module.css'
import { PointsTable } from './points-table.tsx'
import { text } from './text.ts'

/** One page of the records that the filters leave. `reset` takes the filters away. */
export function PointsResults({ view, reset }: { view: PointsView; reset: () => void }) {
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...pointsOptions(view),
    // The last page stays until the next is there.
    placeholderData: keepPreviousData,
  })

  if (error instanceof Refused && error.has('page_invalid')) return <ToLastPage view={view} />
  if (error) {
    // What the address asks for may be what is wrong: a person or a day that is none.
    const wrongFilter = error instanceof Refused && error.status === 400
    return (
      <ErrorState title={text.failed} {...(!wrongFilter && { retry: () => void refetch() })}>
        {wrongFilter && (
          <Button tone="ghost" onClick={reset}>
            {text.resetFilters}
          </Button>
        )}
      </ErrorState>
    )
  }
  if (!data) return <Waiting />
  if (data.count === 0) {
    return (
      <EmptyState icon={SearchX} title={text.empty}>
        <Button tone="ghost" onClick={reset}>
          {text.resetFilters}
        </Button>
      </EmptyState>
    )
  }
  return (
    <>
      <PointsTable records={data.results} stale={isPlaceholderData} />
      <Pagination
        page={view.page}
        pages={data.total_pages}
        count={data.count}
        size={pageSize}
        addressOf={(page) => addressOf({ ...view, page })}
      />
    </>
  )
}

/** The page lies beyond the last, perhaps because records are fewer under other filters: on to the last there is. */
function ToLastPage({ view }: { view: PointsView }) {
  const { data } = useQuery(pointsOptions({ ...view, page: 1 }))
  if (!data) return <Waiting />
  return <Navigate to={addressOf({ ...view, page: data.total_pages })} replace />
}

const Waiting = () => (
  <div className={css.waiting} role="status">
    <Hidden>{text.loading}</Hidden>
    {[0, 1, 2, 3, 4, 5, 6, 7].map((row) => (
      <Skeleton key={row} width="100%" height="24px" />
    ))}
  </div>
)
