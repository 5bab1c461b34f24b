import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Navigate, useNavigate } from 'react-router'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { ApiError } from '#web/api/call.ts'
import { useKeys } from '#web/ui/keyboard/keyboard-shortcuts.ts'
import { LoadingRows, NothingMatches, ResetFilters } from '#web/shared/participants/beside-list.tsx'
import { daysOf } from '#web/shared/period/period.ts'
import { Pagination } from '#web/ui/lists/pagination.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import type { PointsView } from './address.ts'
import { addressOf } from './address.ts'
import { type PointsQuery, pageSize, pointsOptions } from './api.ts'
import { PointsTable } from './points-table.tsx'
import { text } from './text.ts'

/** One page of the records that match the filters. `reset` clears the filters. */
export function PointsResults({ view, reset }: { view: PointsView; reset: () => void }) {
  const { participantId, page, period } = view
  const { from, to } = daysOf(period, view, useToday())
  const asked = { participantId, page, from, to }
  const { data, error, isFetched, isPlaceholderData, refetch } = useQuery({
    ...pointsOptions(asked),
    // Keep the last page until the next one is loaded.
    placeholderData: keepPreviousData,
  })
  const pages = data?.total_pages ?? 1
  useNeighbours(asked, isPlaceholderData ? 1 : pages)

  const navigate = useNavigate()
  const turn = (step: 1 | -1) => () => {
    const next = page + step
    return next >= 1 && next <= pages && navigate(addressOf({ ...view, page: next }))
  }
  useKeys({ n: turn(1), p: turn(-1) })

  if (error instanceof ApiError && error.has('page_invalid')) return <ToLastPage view={view} asked={asked} />
  if (error) {
    // The filter in the address may be invalid: an unknown participant or day.
    const wrongFilter = error instanceof ApiError && error.status === 400
    return (
      <ErrorState title={text.failed} {...(!wrongFilter && { retry: () => void refetch() })}>
        {wrongFilter && <ResetFilters reset={reset} />}
      </ErrorState>
    )
  }
  if (!data) return <LoadingRows isFirst={!isFetched} />
  if (data.count === 0) return <NothingMatches title={text.empty} reset={reset} />
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

/** Prefetches the previous and the next page. */
function useNeighbours({ participantId, page, from, to }: PointsQuery, pages: number): void {
  const client = useQueryClient()
  useEffect(() => {
    for (const next of [page + 1, page - 1])
      if (next >= 1 && next <= pages)
        void client.prefetchQuery(pointsOptions({ participantId, page: next, from, to }))
  }, [client, participantId, page, from, to, pages])
}

/** The page is beyond the last one, perhaps because other filters match fewer records: redirect to the last page. */
function ToLastPage({ view, asked }: { view: PointsView; asked: PointsQuery }) {
  const { data, isError, isFetched, refetch } = useQuery(pointsOptions({ ...asked, page: 1 }))
  if (isError) return <ErrorState title={text.failed} retry={() => void refetch()} />
  if (!data) return <LoadingRows isFirst={!isFetched} />
  return <Navigate to={addressOf({ ...view, page: data.total_pages })} replace />
}
