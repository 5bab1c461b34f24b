import type { RateRequest } from '@portal/contract/manage-rates.ts'
import { kindName, perUnit } from '#web/shared/rates/rate-text.ts'
import css from './rates-page.module.css'
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
    <section className={css.list} aria-labelledby="rate-requests">
      <h2 id="rate-requests" className={css.heading}>
        {text.requestsHeading}
      </h2>
      <p className="muted">{text.requestsIntro}</p>
      <ul className={css.requests}>
        {requests.map((request) => (
          <li key={request.id} className={css.request}>
            <div className="row wraps between gap-2">
              <h3 className="text-m">{requestTitle(request)}</h3>
              <span className={css.state} data-state={request.decision === null ? 'waits' : request.decision}>
                {text[request.decision ?? 'waits']}
              </span>
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
    </section>
  )
}
