import { factsOf, isDescription } from '@portal/contract/words/descriptions.ts'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { Button } from '#web/ui/controls/button.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { PointsAmount } from '#web/ui/lists/points-amount.tsx'
import { Skeleton } from '#web/ui/feedback/skeleton.tsx'
import { looksOf } from './descriptions.ts'
import { formatDateTime } from '#web/lib/format.ts'
import css from './points-origin-details.module.css'
import { describeOrigin } from './points-origin-facts.ts'
import { text } from './points-origin-text.ts'
import { type AskedBy, originOptions, type ShownOrigin } from './api.ts'

type PointsOriginDetailsProps = {
  by: AskedBy
  id: number
  /** Code of the record's description. */
  description: string
  /** Id of the enclosing record, if shown inside its reversal or inside the record that it reversed. */
  within?: number
}

/** 'Why this many points?': the origin of a record, loaded when rendered. */
export function PointsOriginDetails({ by, id, description, within }: PointsOriginDetailsProps) {
  const title = useId()
  const { data, isError, refetch } = useQuery(originOptions(by, id))
  return (
    <div className="stack gap-3 shrinks" role="group" aria-labelledby={title}>
      <p className="semibold" id={title}>
        {isDescription(description) && factsOf[description].category === 'redeemed'
          ? text.whyCoupon
          : text.why}
      </p>
      {data && <Origin origin={data} by={by} within={within} />}
      {!data && !isError && <LoadingPlaceholder />}
      {!data && isError && (
        <div className={css.failed} role="alert">
          <p>{text.failed}</p>
          <Button tone="ghost" onClick={() => void refetch()}>
            {text.retry}
          </Button>
        </div>
      )}
    </div>
  )
}

type OriginProps = { origin: ShownOrigin; by: AskedBy; within: number | undefined }

function Origin({ origin, by, within }: OriginProps) {
  const { sum, sentence, facts } = describeOrigin(origin, by)
  const others = [
    ...(origin.reverses ? [{ term: text.reverses, record: origin.reverses }] : []),
    ...origin.reversals.map((record) => ({ term: text.reversedBy, record })),
  ]
  return (
    <>
      {sum && (
        <div className={css.sum}>
          <p className={css.line}>{sum.line}</p>
          <p className={css.rate}>{[sum.rate, sum.note].filter(Boolean).join(' · ')}</p>
        </div>
      )}
      {sentence && <p>{sentence}</p>}
      <dl className={css.facts}>
        {facts.map(({ term, value, to }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{to ? <Link to={to}>{value}</Link> : value}</dd>
          </div>
        ))}
        {others.map(
          ({ term, record }) =>
            record.id !== within && (
              <Other key={record.id} term={term} record={record} by={by} within={origin.id} />
            ),
        )}
      </dl>
    </>
  )
}

type OtherProps = {
  term: string
  record: NonNullable<ShownOrigin['reverses']>
  by: AskedBy
  within: number
}

/** The record that this one reverses, or that reversed this one: it opens in place, wherever it is in the list. */
function Other({ term, record: { id, description, created_at, points }, by, within }: OtherProps) {
  const [open, setOpen] = useState(false)
  const inside = useId()
  return (
    <div>
      <dt>{term}</dt>
      <dd>
        <button
          type="button"
          className={css.other}
          aria-expanded={open}
          aria-controls={inside}
          onClick={() => setOpen(!open)}
        >
          <span>
            {looksOf(description).label}, {formatDateTime(created_at)}
          </span>
          <span className="row gap-2">
            <PointsAmount points={points} />
            <ChevronDown className="arrow" size={18} aria-hidden="true" />
          </span>
        </button>
        {open && (
          <div id={inside} className={css.inside}>
            <PointsOriginDetails by={by} id={id} description={description} within={within} />
          </div>
        )}
      </dd>
    </div>
  )
}

const LoadingPlaceholder = () => (
  <div className="stack gap-3" role="status">
    <Hidden>{text.loading}</Hidden>
    <Skeleton width="min(20rem, 90%)" height="1.375rem" />
    <Skeleton width="min(15rem, 70%)" />
    <Skeleton width="min(17.5rem, 80%)" />
  </div>
)
