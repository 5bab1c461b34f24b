import type { Overview } from '@portal/contract/phone-calls.ts'
import type { Sticker } from '@portal/contract/stickers.ts'
import { TriangleAlert } from 'lucide-react'
import { Link } from 'react-router'
import { formatDateTime } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { text } from './text.ts'
import css from './user-sections.module.css'

type UserStickersProps = { stickers: Sticker[]; waiting: Overview['waiting'] }

/** A participant's stickers with their status, and the deliveries that wait; each code links to its details. */
export function UserStickers({ stickers, waiting }: UserStickersProps) {
  const { deliveries, points, oldest } = waiting
  return (
    <section aria-labelledby="stickers">
      <h3 className={css.heading} id="stickers">
        {text.stickers}
      </h3>
      {deliveries > 0 && (
        <p className={css.warning}>
          <TriangleAlert size={18} aria-hidden="true" />
          {text.waitingSum(deliveries, points)}
          {oldest !== null && ` ${text.waitingSince(formatDay(oldest.slice(0, 10)))}`}
        </p>
      )}
      {stickers.length === 0 && <p className="muted">{text.noStickers}</p>}
      {stickers.length > 0 && (
        <ul aria-labelledby="stickers">
          {stickers.map(({ code, printed, bound_at, lost_at, replaced_by, waiting }) => (
            <li key={code} className={css.sticker}>
              <Link
                className={css.code}
                to={{ pathname: '/admin/stickers', search: new URLSearchParams({ code }).toString() }}
              >
                {printed}
              </Link>
              <span>
                {[
                  lost_at === null
                    ? text.inUseSince(formatDateTime(bound_at))
                    : text.lostSince(formatDateTime(lost_at)),
                  replaced_by !== null && text.wasReplaced,
                  waiting > 0 && text.waits(waiting),
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
