import type { PointsSummary } from '@portal/contract/points.ts'
import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { classes } from '#web/ui/layout/classes.ts'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { summaryOptions } from './api.ts'
import css from './balance.module.css'
import { text } from './text.ts'

/** The balance and its parts: oil and reuse as a bar, and the points spent. */
export function Balance() {
  const { data, isError, refetch } = useQuery(summaryOptions)
  return (
    <section className={css.balance} aria-label={text.balance}>
      <h2 className={css.title}>{text.available}</h2>
      {data && <Sums summary={data} />}
      {!data && !isError && <LoadingPlaceholder />}
      {!data && isError && (
        <div className={css.failed} role="alert">
          <p>{text.balanceFailed}</p>
          <Button tone="ghost" onClick={() => void refetch()}>
            {text.retry}
          </Button>
        </div>
      )}
    </section>
  )
}

/** The sums, or a placeholder of the same height. */
function Sums({ summary }: { summary?: PointsSummary }) {
  const shown = (sum: number | undefined) =>
    sum === undefined ? <Skeleton width="2.5em" /> : formatNumber(sum)
  const parts = [
    { name: text.oil, sum: summary?.cookingoils, dot: css.oil },
    { name: text.reuse, sum: summary?.reuse, dot: css.reuse },
  ]
  return (
    <>
      <div className={css.available}>{shown(summary?.available)}</div>
      <div className={css.bar} aria-hidden="true">
        {parts
          .filter(({ sum = 0 }) => sum > 0)
          .map(({ name, sum, dot }) => (
            <span key={name} className={dot} style={{ flexGrow: sum }} />
          ))}
      </div>
      <dl className={css.legend}>
        {[...parts, { name: text.redeemed, sum: summary?.redeemed, dot: css.spent }].map(
          ({ name, sum, dot }) => (
            <div key={name}>
              <span className={classes(css.dot, dot)} aria-hidden="true" />
              <dt>{name}</dt>
              <dd>{shown(sum)}</dd>
            </div>
          ),
        )}
      </dl>
    </>
  )
}

function LoadingPlaceholder() {
  return (
    <div className={css.waiting} role="status">
      <Hidden>{text.loading}</Hidden>
      <div aria-hidden="true" aria-busy="true">
        <Sums />
      </div>
    </div>
  )
}
