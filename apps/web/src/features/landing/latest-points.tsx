import type { PointsRecord } from '@portal/contract/points.ts'
import { useQuery } from '@tanstack/react-query'
import { Sprout } from 'lucide-react'
import { descriptionLooks } from '#web/lib/descriptions.ts'
import { formatMoment } from '#web/lib/format.ts'
import { Hidden } from '#web/ui/hidden.tsx'
import { PointsAmount } from '#web/ui/points-amount.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { EmptyState, ErrorState } from '#web/ui/state.tsx'
import { ToneIcon } from '#web/ui/tone-icon.tsx'
import { latestPointsOptions } from './api.ts'
import css from './latest-points.module.css'
import { text } from './text.ts'

/** The latest records, newest first. */
export function LatestPoints() {
  const { data, isError, refetch } = useQuery(latestPointsOptions)
  return (
    <section className={css.panel} aria-labelledby="latest-points">
      <h2 className={css.title} id="latest-points">
        {text.recent}
      </h2>
      {!data && isError && <ErrorState title={text.recentFailed} retry={() => void refetch()} />}
      {!data && !isError && <Waiting />}
      {data?.results.length === 0 && <EmptyState icon={Sprout} title={text.none} text={text.howToEarn} />}
      {data && data.results.length > 0 && (
        <ul aria-labelledby="latest-points">
          {data.results.map((record) => (
            <Row key={record.id} record={record} />
          ))}
        </ul>
      )}
    </section>
  )
}

function Row({ record: { description, created_at, points } }: { record: PointsRecord }) {
  const { label, tone, icon } = descriptionLooks[description]
  return (
    <li className={css.row}>
      <ToneIcon tone={tone} icon={icon} />
      <span className={css.what}>{label}</span>
      <time className={css.when} dateTime={created_at}>
        {formatMoment(created_at)}
      </time>
      <span className={css.points}>
        <PointsAmount points={points} />
        <Hidden> πόντοι</Hidden>
      </span>
    </li>
  )
}

function Waiting() {
  return (
    <div role="status">
      <Hidden>{text.loading}</Hidden>
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
    </div>
  )
}
