import type { DeskVisit } from '@portal/contract/card.ts'
import { useEffect, useId, useRef } from 'react'
import { Link } from 'react-router'
import { problemText } from '#web/api/common-error-text.ts'
import { formatDateTime, formatSigned } from '#web/lib/format.ts'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { AskingButton } from '#web/ui/dialogs/asking-button.tsx'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { Hidden } from '#web/ui/layout/hidden.tsx'
import { ToneIcon } from '#web/ui/lists/tone-icon.tsx'
import { useReportNotMine } from './api.ts'
import { sentences, text } from './text.ts'
import css from './visits.module.css'

/** What happened and where, in one line each. */
function wordsOf({ description, title, points, partner, device, place }: DeskVisit) {
  const what = title === null ? looksOf(description).label : text.used(title)
  return {
    what: title === null ? `${what}, ${text.points(formatSigned(points), points)}` : what,
    where: [partner, place ?? device].join(', '),
  }
}

type FreshVisitsProps = { visits: DeskVisit[]; atMost?: number }

/** Visits that are new, in a panel, announced to screen readers. Nothing without any; the page of the card has all. */
export function FreshVisits({ visits: all, atMost = all.length }: FreshVisitsProps) {
  const id = useId()
  const visits = all.slice(0, atMost)
  const more = all.length - visits.length
  return (
    <>
      <div role="status">
        <Hidden>
          {visits
            .map(wordsOf)
            .map(({ what, where }) => `${what}. ${where}.`)
            .join(' ')}
        </Hidden>
      </div>
      {visits.length > 0 && (
        <section className={css.fresh} aria-labelledby={id}>
          <h2 id={id} className="text-l">
            {text.fresh}
          </h2>
          <Visits visits={visits} labelledBy={id} />
          {more > 0 && (
            <Link className="inline-row target semibold" to="/card">
              {text.more(more)}
            </Link>
          )}
        </section>
      )}
    </>
  )
}

export function Visits({ visits, labelledBy }: { visits: DeskVisit[]; labelledBy: string }) {
  return (
    <ul aria-labelledby={labelledBy}>
      {visits.map((visit) => (
        <Visit key={`${visit.id} ${visit.at}`} visit={visit} />
      ))}
    </ul>
  )
}

function Visit({ visit }: { visit: DeskVisit }) {
  const { id, description, at, reported } = visit
  const { what, where } = wordsOf(visit)
  const { tone, icon } = looksOf(description)
  const whatId = useId()
  const { mutate, isPending, isSuccess, error } = useReportNotMine()
  const said = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    // The clicked button is gone.
    if (isSuccess && reported) said.current?.focus()
  }, [isSuccess, reported])

  return (
    <li className={css.visit}>
      <ToneIcon tone={tone} icon={icon} />
      <div className={css.words}>
        <p id={whatId} className="semibold">
          {what}
        </p>
        <p className={css.where}>{where}</p>
        <p className={css.where}>
          <time dateTime={at}>{formatDateTime(at)}</time>
        </p>
        {error && (
          <Notice tone="error" title={text.failed}>
            <p>{problemText(sentences, error)}</p>
          </Notice>
        )}
        {reported && (
          <p ref={said} tabIndex={-1} className={css.reported}>
            {text.reported}{' '}
            <Link className="inline-row target" to="/claims#own-claims">
              {text.toClaims}
            </Link>
          </p>
        )}
      </div>
      {!reported && (
        <AskingButton
          label={text.notMine}
          busy={isPending}
          about={whatId}
          title={text.question}
          cancel={text.cancel}
          onConfirm={() => mutate(id)}
        >
          <p>
            {what}. {where}.
          </p>
          <p>{text.means}</p>
        </AskingButton>
      )}
    </li>
  )
}
