import type { OwnClaim } from '@portal/contract/claims.ts'
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { formatDateTime, formatLitres, formatSigned } from '#web/lib/format.ts'
import { looksOf } from '#web/shared/points-record/descriptions.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { classes } from '#web/ui/layout/classes.ts'
import { Facts } from '#web/ui/lists/facts.tsx'
import css from './claims-page.module.css'
import { text } from './text.ts'

const icons = { open: Clock, credited: CircleCheck, undone: CircleCheck, rejected: TriangleAlert }

/** What a desk recorded, for the terms of the card. */
function rowsOf({ visit, place }: OwnClaim) {
  if (!visit) return [[text.place, place]] as const
  const { description, title, points, at, partner, device } = visit
  const what = title === null ? `${looksOf(description).label}, ${formatSigned(points)}` : text.coupon(title)
  return [
    [text.what, what],
    [text.place, `${partner}, ${place ?? device}`],
    [text.when, formatDateTime(at)],
  ] as const
}

/** What the answer changed, besides the state. */
function meansOf({ state, visit, points }: OwnClaim): string | undefined {
  if (state !== 'undone' || !visit) return undefined
  if (visit.title !== null) return text.couponBack
  return points ? text.pointsBack(points) : undefined
}

/** One claim of the citizen: its state, the answer, and what was reported. */
export function ClaimCard({ claim }: { claim: OwnClaim }) {
  const { state, points, reason, answer, hour, visit } = claim
  const Icon = icons[state]
  const rows = [
    [text.sticker, claim.sticker],
    ...rowsOf(claim),
    [text.hour, hour === null ? null : text.around(`${String(hour).padStart(2, '0')}:00`)],
    [text.litres, claim.litres === null ? null : formatLitres(claim.litres)],
    [text.note, claim.note],
    [text.sent, formatDateTime(claim.created_at)],
  ] as const
  return (
    <li className={css.card}>
      <h3 className="text-l">{(visit ? text.visit : text.delivery)(formatDay(claim.day))}</h3>
      <p className={classes('row gap-2 semibold', css[state])}>
        <Icon size={19} aria-hidden="true" />
        {(visit ? text.visitStates : text.states)[state]}
        {state === 'credited' && points !== null && `: ${formatSigned(points)}`}
      </p>
      {meansOf(claim) && <p>{meansOf(claim)}</p>}
      {reason && text.reasons[reason] && <p>{text.reasons[reason]}</p>}
      {answer && <p className="breaks">{answer}</p>}
      <Facts rows={rows} />
    </li>
  )
}
