import type { OwnClaim } from '@portal/contract/claims.ts'
import { CircleCheck, Clock, TriangleAlert } from 'lucide-react'
import { formatDateTime, formatLitres, formatSigned } from '#web/lib/format.ts'
import { formatDay } from '#web/ui/date-picker/athens-days.ts'
import { classes } from '#web/ui/layout/classes.ts'
import facts from '#web/ui/lists/facts.module.css'
import css from './claims-page.module.css'
import { text } from './text.ts'

const icons = { open: Clock, credited: CircleCheck, rejected: TriangleAlert }

/** One claim of the citizen: its state, the answer, and what was reported. */
export function ClaimCard({ claim }: { claim: OwnClaim }) {
  const { state, points, reason, answer, hour } = claim
  const Icon = icons[state]
  const rows = [
    [text.sticker, claim.sticker],
    [text.place, claim.place],
    [text.hour, hour === null ? null : text.around(`${String(hour).padStart(2, '0')}:00`)],
    [text.litres, claim.litres === null ? null : formatLitres(claim.litres)],
    [text.note, claim.note],
    [text.sent, formatDateTime(claim.created_at)],
  ].filter(([, value]) => value)
  return (
    <li className={css.card}>
      <h3 className="text-l">{text.delivery(formatDay(claim.day))}</h3>
      <p className={classes('row gap-2 semibold', css[state])}>
        <Icon size={19} aria-hidden="true" />
        {text.states[state]}
        {state === 'credited' && points !== null && `: ${formatSigned(points)}`}
      </p>
      {reason && text.reasons[reason] && <p>{text.reasons[reason]}</p>}
      {answer && <p className="breaks">{answer}</p>}
      <dl className={facts.facts}>
        {rows.map(([term, value]) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </li>
  )
}
