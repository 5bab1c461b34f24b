import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { daysOf } from '#web/shared/period/period.ts'
import { useToday } from '#web/ui/date-picker/athens-days.ts'
import { classes } from '#web/ui/layout/classes.ts'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { PointsAmount } from '#web/ui/lists/points-amount.tsx'
import type { PointsView } from './address.ts'
import { totalsOptions } from './api.ts'
import css from './points-totals.module.css'
import { text } from './text.ts'

/** Sums of the points that match the filters. Nothing if they fail: the list has the message. */
export function PointsTotals({ view }: { view: PointsView }) {
  const days = daysOf(view.period, view, useToday())
  const { data, isError, isPlaceholderData } = useQuery({
    ...totalsOptions({ participantId: view.participantId, ...days }),
    placeholderData: keepPreviousData,
  })
  if (!data && isError) return null
  return (
    <dl className={classes(css.totals, isPlaceholderData && 'stale')} aria-busy={!data || isPlaceholderData}>
      {(['positive', 'negative', 'balance'] as const).map((sum) => (
        <div key={sum}>
          <dt>{text[sum]}</dt>
          <dd>{data ? <PointsAmount points={data[sum]} /> : <Skeleton width="3.75rem" />}</dd>
        </div>
      ))}
    </dl>
  )
}
