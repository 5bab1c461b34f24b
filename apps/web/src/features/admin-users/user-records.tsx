import { formatDateTime } from '#web/lib/format.ts'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { summarizeOrigin } from '#web/shared/points-record/points-origin-facts.ts'
import type { ShownOrigin } from '#web/shared/points-record/api.ts'
import { PointsAmount } from '#web/ui/lists/points-amount.tsx'
import { ToneIcon } from '#web/ui/lists/tone-icon.tsx'
import { text } from './text.ts'
import css from './user-sections.module.css'

/** A participant's last records, each with its reason: quantity and rate, place, shop, cancellation. */
export function UserRecords({ records }: { records: ShownOrigin[] }) {
  return (
    <section aria-labelledby="latest">
      <h3 className={css.heading} id="latest">
        {text.latest}
      </h3>
      {records.length === 0 && <p className="muted">{text.noRecords}</p>}
      {records.length > 0 && (
        <ul aria-labelledby="latest">
          {records.map((origin) => {
            const { id, description, created_at, points } = origin
            const { label, tone, icon } = looksOf(description)
            return (
              <li key={id} className={css.record}>
                <ToneIcon tone={tone} icon={icon} small />
                <span className="shrinks grows">
                  {label}
                  <span className="muted block">
                    <time dateTime={created_at}>{formatDateTime(created_at)}</time>
                    {[summarizeOrigin(origin), origin.reversed_by && text.reversed]
                      .filter(Boolean)
                      .map((part) => ` · ${part}`)}
                  </span>
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
