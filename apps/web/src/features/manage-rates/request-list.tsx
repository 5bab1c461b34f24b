import type { RateRequest } from '@portal/contract/manage-rates.ts'
import { Badge } from '#web/shared/manage/badge.tsx'
import css from '#web/shared/manage/manage.module.css'
import { Panel } from '#web/shared/manage/panel.tsx'
import { kindName, perUnit } from '#web/shared/rates/rate-text.ts'
import { text } from './text.ts'

export const requestTitle = ({ id, kind }: RateRequest) => `${text.request(id)}: ${text.kinds[kind] ?? kind}`

const factsOf = ({ kind, rate }: RateRequest) =>
  [
    kindName(rate),
    perUnit(rate.points_per_unit, rate.unit),
    rate.replaces !== null && text.replaces(perUnit(rate.replaces, rate.unit)),
    kind === 'rate_closed' && rate.valid_to !== null
      ? text.untilOn(rate.valid_to)
      : rate.valid_to === null
        ? text.fromOn(rate.valid_from)
        : text.fromTo(rate.valid_from, rate.valid_to),
  ]
    .filter(Boolean)
    .join(', ')

/** Requests that wait for a manager, and those decided in the last 30 days. */
export function RequestList({ requests }: { requests: RateRequest[] }) {
  if (requests.length === 0) return null
  return (
    <Panel title={text.requestsHeading} intro={text.requestsIntro}>
      <ul className={css.rows}>
        {requests.map((request) => (
          <li key={request.id} className="stack column gap-1">
            <div className="row wraps between gap-2">
              <h3 className="text-m">{requestTitle(request)}</h3>
              <Badge tone={request.decision === null ? 'warn' : 'off'}>
                {text[request.decision ?? 'waits']}
              </Badge>
            </div>
            <p className="breaks">{factsOf(request)}</p>
            <p className="muted text-s breaks">
              {text.requestedBy(request.requested_by, request.requested_at)}
            </p>
            {request.decided_by !== null && request.decided_at !== null && (
              <p className="muted text-s breaks">{text.decidedBy(request.decided_by, request.decided_at)}</p>
            )}
            {request.note !== '' && (
              <p className="text-s breaks">
                {text.note}: {request.note}
              </p>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
