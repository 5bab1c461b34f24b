import { ChevronDown } from 'lucide-react'
import { useId, useState } from 'react'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { formatDateTime } from '#web/lib/format.ts'
import type { ShownRecord } from '#web/shared/points-record/shown-record.ts'
import { PointsOriginDetails } from '#web/shared/points-record/points-origin-details.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { PointsAmount } from '#web/ui/lists/points-amount.tsx'
import { ToneIcon } from '#web/ui/lists/tone-icon.tsx'
import css from './latest-points.module.css'
import { NewMark } from './new-mark.tsx'
import { text } from './text.ts'

/** One record; clicked, it shows below how its points were computed. */
export function PointsRow({
  record: { id, description, created_at, points, place },
}: {
  record: ShownRecord
}) {
  const [open, setOpen] = useState(false)
  const origin = useId()
  const { label, tone, icon } = looksOf(description)
  return (
    <li className="ruled">
      <button
        type="button"
        className={css.row}
        aria-expanded={open}
        aria-controls={origin}
        onClick={() => setOpen(!open)}
      >
        <ToneIcon tone={tone} icon={icon} />
        <span className={css.what}>
          {label}
          {place && <span className={css.place}>{place.name}</span>}
          <NewMark id={id} />
        </span>
        <time className={css.when} dateTime={created_at}>
          {formatDateTime(created_at)}
        </time>
        <span className={css.points}>
          <PointsAmount points={points} />
          <Hidden> {text.pointsWord(points)}</Hidden>
        </span>
        <ChevronDown className={css.arrow} size={20} aria-hidden="true" />
      </button>
      {open && (
        <div id={origin} className={css.origin}>
          <PointsOriginDetails by="owner" id={id} description={description} />
        </div>
      )}
    </li>
  )
}
