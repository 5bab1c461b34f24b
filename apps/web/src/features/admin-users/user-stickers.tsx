import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { formatDateTime, formatNumber } from '#web/lib/format.ts'
import { Button } from '#web/ui/controls/button.tsx'
import { stickersOptions } from './api.ts'
import { text } from './text.ts'
import css from './user-sections.module.css'

/** A participant's stickers with their status; each code links to its details. */
export function UserStickers({ id }: { id: number }) {
  const { data, isError, refetch } = useQuery(stickersOptions(id))
  if (!data && !isError) return null
  return (
    <section aria-labelledby="stickers">
      <h3 className={css.heading} id="stickers">
        {text.stickers}
      </h3>
      {!data && (
        <div className={css.failed} role="alert">
          <p>{text.stickersFailed}</p>
          <Button tone="ghost" onClick={() => void refetch()}>
            {text.retry}
          </Button>
        </div>
      )}
      {data?.length === 0 && <p className={css.none}>{text.noStickers}</p>}
      {data && data.length > 0 && (
        <ul className={css.list} aria-labelledby="stickers">
          {data.map(({ code, printed, bound_at, lost_at, replaced_by, waiting }) => (
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
                  waiting > 0 && text.waits(formatNumber(waiting), waiting === 1),
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
