import type { Claim, ClaimDetails as Details } from '@portal/contract/claims.ts'
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft, FileQuestion } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, type To } from 'react-router'
import { formatDateTime, formatLitres, formatNumber } from '#web/lib/format.ts'
import { Badge } from '#web/shared/manage/badge.tsx'
import { Loaded } from '#web/shared/manage/loaded.tsx'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { Notice } from '#web/ui/feedback/notice.tsx'
import { isFocusLost } from '#web/ui/layout/focus-lost.ts'
import { claimOptions } from './api.ts'
import { Answer } from './answer.tsx'
import pane from '#web/ui/lists/detail-pane.module.css'
import css from './claim-details.module.css'
import { reasonNames, text } from './text.ts'

const toneOf = (state: Claim['state']) =>
  state === 'credited' ? 'good' : state === 'rejected' ? 'bad' : 'warn'

/** A claim: who reports what, the evidence, and the answers. */
export function ClaimDetails({ id, back }: { id: string; back: To }) {
  return (
    <div className={pane.content}>
      <Link to={back} className={pane.back}>
        <ArrowLeft size={19} aria-hidden="true" />
        {text.back}
      </Link>
      <Loaded
        query={useQuery(claimOptions(id))}
        failed={text.failed}
        gone={{ icon: FileQuestion, title: text.notFound, text: text.notFoundIntro }}
      >
        {(claim) => <Shown claim={claim} />}
      </Loaded>
    </div>
  )
}

function Shown({ claim }: { claim: Details }) {
  const heading = useRef<HTMLHeadingElement>(null)
  const [done, setDone] = useState<Claim['state']>()
  useEffect(() => {
    // After the effects of the page, which focuses its own heading if it was opened by a link to this claim.
    queueMicrotask(() => {
      // On a phone the details replace the list, and its focused element is gone.
      const isLost = isFocusLost()
      if (isLost) window.scrollTo(0, 0)
      const isAtTop = document.activeElement === document.querySelector('main h1')
      if (isLost || isAtTop) heading.current?.focus({ preventScroll: true })
    })
  }, [])
  const { state, participant } = claim
  return (
    <>
      <div className={pane.head}>
        <h2 ref={heading} className={pane.name} tabIndex={-1}>
          <Link to={`/admin/users/${participant.id}`}>{participant.full_name || text.nameless}</Link>
        </h2>
        <Badge tone={toneOf(state)}>{text.states[state]}</Badge>
      </div>
      <div role="status" className={css.message}>
        {done && <Notice tone="success" title={text.done[done]} />}
      </div>
      <dl className={css.facts}>
        {factsOf(claim)
          .filter(([, value]) => value)
          .map(([term, value]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      {claim.visit && <p className="semibold">{text.notMine}</p>}
      {state === 'approval' && <p className={css.hint}>{text.waitsApproval}</p>}
      <Answer
        claim={claim}
        onDone={(state) => {
          setDone(state)
          // The pressed button is gone.
          heading.current?.focus({ preventScroll: true })
        }}
      />
    </>
  )
}

function visitOf({ at, partner, device, description, title, points, record }: NonNullable<Details['visit']>) {
  return [
    [text.atDesk, formatDateTime(at)],
    [text.partner, partner],
    [text.device, device],
    [text.recorded, title === null ? looksOf(description).label : text.usedCoupon(title)],
    [title === null ? text.recordedPoints : text.cost, formatNumber(title === null ? points : -points)],
    [text.record, formatNumber(record)],
  ] satisfies [string, ReactNode][]
}

function factsOf(claim: Details): [string, ReactNode][] {
  const { hour, litres, state, points, reason, decided_at: decidedAt } = claim
  const day = formatDay(claim.day)
  return [
    [text.number, String(claim.id)],
    [text.email, claim.email],
    ...(claim.visit
      ? visitOf(claim.visit)
      : [[text.when, hour === null ? day : text.around(day, hour)] satisfies [string, ReactNode]]),
    [text.sticker, claim.sticker],
    [text.place, claim.place],
    [text.litres, litres === null ? null : formatLitres(litres)],
    [text.note, claim.note],
    [text.sent, formatDateTime(claim.created_at)],
    [text.decidedAt, decidedAt && formatDateTime(decidedAt)],
    [text.points, points === null ? null : formatNumber(points)],
    [
      state === 'approval' ? text.requestedBy : text.decidedBy,
      claim.decided_by ?? (state === 'credited' ? text.automatic : null),
    ],
    [text.reason, reason && reasonNames[reason]],
    [text.message, claim.answer],
  ]
}
