import type { ManagedRate } from '@portal/contract/manage-rates.ts'
import { Coins, TriangleAlert } from 'lucide-react'
import { Badge } from '#web/shared/manage/badge.tsx'
import { Panel } from '#web/shared/manage/panel.tsx'
import { kindName, perUnit } from '#web/shared/rates/rate-text.ts'
import * as previewText from '#web/shared/rates/rate-text.ts'
import previewCss from '#web/shared/rates/rate-preview.module.css'
import { ButtonLink } from '#web/ui/controls/button.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import type { Rates } from './api.ts'
import css from './rates-page.module.css'
import { text } from './text.ts'
import { stateOf, TimeLine } from './time-line.tsx'

const tones = { past: 'off', now: 'good', future: 'warn' } as const

/** The rates by kind of delivery and material, with their days as a line and in words. */
export function RateList({ rates, gaps, today }: Rates) {
  const groups = Map.groupBy(rates, kindName)
  return (
    <Panel title={text.listHeading}>
      {gaps.length > 0 && (
        <div className={previewCss.warning}>
          <TriangleAlert size={21} aria-hidden="true" />
          <div className="stack gap-2">
            <p className="semibold">{text.gapsHeading}</p>
            {gaps.map((gap) => (
              <p key={JSON.stringify(gap)}>{previewText.text.gap(gap, gap.day)}</p>
            ))}
          </div>
        </div>
      )}
      {rates.length === 0 && <EmptyState icon={Coins} title={text.empty} text={text.emptyMeans} />}
      {[...groups].map(([name, of]) => (
        <div key={name} className={css.group}>
          <h3 className="text-m breaks">{name}</h3>
          <TimeLine rates={of} today={today} />
          <ul>
            {of.map((rate) => (
              <RateRow key={rate.id} rate={rate} today={today} />
            ))}
          </ul>
        </div>
      ))}
    </Panel>
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
      <Badge tone={tones[state]}>{text[state]}</Badge>
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
