import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { LoadingPart, Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { ErrorState } from '#web/ui/feedback/empty-state.tsx'
import { ownPointsOptions } from './api.ts'
import css from './latest-points.module.css'
import { PointsRow } from './points-row.tsx'
import { claimText, text } from './text.ts'

/** The account's records, newest first: the latest, and all others on demand. Each opens to show its origin. */
export function LatestPoints() {
  const query = useInfiniteQuery(ownPointsOptions)
  const { data, isError, isFetched, refetch } = query
  const { list, continueAt } = useContinuedFocus(data?.records.length ?? 0)
  return (
    <section className={css.panel} aria-labelledby="latest-points">
      <h2 className={css.title} id="latest-points">
        {text.recent}
      </h2>
      {!data && isError && <ErrorState title={text.recentFailed} retry={() => void refetch()} />}
      {!data && !isError && <LoadingPlaceholder isFirst={!isFetched} />}
      {data && data.records.length > 0 && (
        <>
          <p className={css.hint}>
            {text.pressOne}{' '}
            <Link className={css.missing} to="/claims">
              {claimText.missing}
            </Link>
          </p>
          <ul aria-labelledby="latest-points" ref={list}>
            {data.records.map((record) => (
              <PointsRow key={record.id} record={record} />
            ))}
          </ul>
          {data.count > data.records.length && (
            <div className={css.more}>
              {query.isFetchNextPageError && <Notice tone="error">{text.moreFailed}</Notice>}
              <p className="note" role="status">
                {text.shown(formatNumber(data.records.length), formatNumber(data.count))}
              </p>
              <Button
                tone="ghost"
                busy={query.isFetchingNextPage}
                onClick={() => {
                  if (query.isFetchingNextPage) return
                  continueAt(data.records.length)
                  void query.fetchNextPage()
                }}
              >
                {text.more}
              </Button>
            </div>
          )}
        </>
      )}
    </section>
  )
}

/** After 'more', focuses the first of the added records, even if the button is gone. */
function useContinuedFocus(length: number) {
  const list = useRef<HTMLUListElement>(null)
  const from = useRef<number>(undefined)
  useEffect(() => {
    if (from.current === undefined || length <= from.current) return
    list.current?.children[from.current]?.querySelector('button')?.focus()
    from.current = undefined
  }, [length])
  return { list, continueAt: (place: number) => (from.current = place) }
}

function LoadingPlaceholder({ isFirst }: { isFirst: boolean }) {
  return (
    <LoadingPart isFirst={isFirst}>
      {[0, 1, 2, 3].map((row) => (
        <div key={row} className={css.row}>
          <Skeleton width="40px" height="40px" />
          <Skeleton width="min(240px, 80%)" />
          <span className={css.when}>
            <Skeleton width="120px" />
          </span>
          <span className={css.points}>
            <Skeleton width="48px" />
          </span>
        </div>
      ))}
    </LoadingPart>
  )
}
