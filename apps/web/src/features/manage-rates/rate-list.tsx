import type { ManagedRate } from '@portal/contract/manage-rates.ts'
import { Coins, TriangleAlert } from 'lucide-react'
import { kindName, perUnit } from '#web/shared/rates/rate-text.ts'
import * as previewText from '#web/shared/rates/rate-text.ts'
import previewCss from '#web/shared/rates/rate-preview.module.css'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Rates } from './api.ts'
import css from './rates-page.module.css'
import { text } from './text.ts'
import { stateOf, TimeLine } from './time-line.tsx'

/** The rates by kind of delivery and material, with their days as a line and in words. */
export function RateList({ rates, gaps, today }: Rates) {
  const groups = Map.groupBy(rates, kindName)
  return (
    <section className={css.list} aria-labelledby="rates">
      <h2 id="rates" className={css.heading}>
        {text.listHeading}
      </h2>
      {gaps.length > 0 && (
        <div className={css.group}>
          <div className={previewCss.warning}>
            <TriangleAlert size={21} aria-hidden="true" />
            <div className="stack gap-2">
              <p className="semibold">{text.gapsHeading}</p>
              {gaps.map((gap) => (
                <p key={JSON.stringify(gap)}>{previewText.text.gap(gap, gap.day)}</p>
              ))}
            </div>
          </div>
        </div>
      )}
      {rates.length === 0 && <EmptyState icon={Coins} title={text.empty} text={text.emptyMeans} />}
      {[...groups].map(([name, of]) => (
        <div key={name} className={css.group}>
          <h3 className="text-m breaks">{name}</h3>
          <TimeLine rates={of} today={today} />
          <ul className={css.rates}>
            {of.map((rate) => (
              <RateRow key={rate.id} rate={rate} today={today} />
            ))}
          </ul>
        </div>
      ))}
    </section>
  )
}

function RateRow({ rate, today }: { rate: ManagedRate; today: string }) {
  const { id, points_per_unit: points, unit, valid_from: from, valid_to: to, last_used: lastUsed } = rate
  const state = stateOf(rate, today)
  const name = `${perUnit(points, unit)}, ${kindName(rate)}`
  const actions = [
    ...(state === 'past' ? [] : ([['rate_replaced', text.change]] as const)),
    ...(state === 'past' || to === today ? [] : ([['rate_closed', text.end]] as const)),
    ...(lastUsed === null ? ([['rate_deleted', text.remove]] as const) : []),
  ]
  return (
    <li className={css.rate}>
      <div>
        <b>{perUnit(points, unit)}</b>
        {rate.note !== '' && <span className="muted block breaks">{rate.note}</span>}
      </div>
      <div>
        {to === null ? text.fromOn(from) : text.fromTo(from, to)}
        <span className="muted text-s block">
          {lastUsed === null ? text.neverUsed : text.lastUsed(lastUsed)}
        </span>
      </div>
      <span className={css.state} data-state={state}>
        {text[state]}
      </span>
      <div className={css.buttons}>
        {actions.map(([change, label]) => (
          <ButtonLink
            key={change}
            tone="ghost"
            to={`?change=${change}&rate=${id}`}
            aria-label={`${label}: ${name}`}
          >
            {label}
          </ButtonLink>
        ))}
      </div>
    </li>
  )
}
