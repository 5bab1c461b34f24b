import { useQuery } from '@tanstack/react-query'
import { formatDateTime } from '#web/lib/format.ts'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { PointsAmount } from '#web/ui/lists/points-amount.tsx'
import { ToneIcon } from '#web/ui/lists/tone-icon.tsx'
import { latestOptions } from './api.ts'
import { text } from './text.ts'
import css from './user-sections.module.css'

/** A participant's last five records. */
export function UserRecords({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(latestOptions(id))
  if (!data && !isError) return null
  return (
    <section aria-labelledby="latest">
      <h3 className={css.heading} id="latest">
        {text.latest}
      </h3>
      {!data && (
        <div className={css.failed} role="alert">
          <p>{text.latestFailed}</p>
          <Button tone="ghost" onClick={() => void refetch()}>
            {text.retry}
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className={css.none}>{text.noRecords}</p>}
      {data && data.length > 0 && (
        <ul aria-labelledby="latest">
          {data.map(({ id, description, created_at, points }) => {
            const { label, tone, icon } = looksOf(description)
            return (
              <li key={id} className={css.record}>
                <ToneIcon tone={tone} icon={icon} small />
                <span className={css.what}>
                  {label}
                  <time className={css.when} dateTime={created_at}>
                    {formatDateTime(created_at)}
                  </time>
                </span>
                <PointsAmount points={points} />
              </li>
            )
          })}
        </ul>
      )}
    </section>
  )
}
