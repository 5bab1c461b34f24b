import type { ActivitySums, Dashboard } from '@portal/contract/dashboard.ts'
import { formatNumber } from '#web/lib/format.ts'
import { monthLabel, spanLabel } from './labels.ts'
import { text } from './text.ts'
import { changeOf } from './change.ts'
import css from './totals.module.css'

const figures = [
  ['collected', text.collected],
  ['redeemed', text.redeemed],
  ['litres', text.litres],
  ['items', text.items],
  ['new_accounts', text.accounts],
] as const satisfies [keyof ActivitySums, string][]

const dayMs = 86_400_000

/** Totals of the period, compared with the same number of days before. */
export function Totals({ data: { totals, previous, active_citizens: active } }: { data: Dashboard }) {
  const month = active.at(-1)
  return (
    <section aria-label={text.figures}>
      <dl className={css.totals}>
        {figures.map(([name, label]) => (
          <div key={name} className={css.sum}>
            <dt>{label}</dt>
            <dd className={css.value}>{formatNumber(totals[name])}</dd>
            {previous && (
              <dd className={css.before}>
                {text.before(
                  formatNumber(previous.totals[name]),
                  changeOf(totals[name], previous.totals[name]),
                )}
              </dd>
            )}
          </div>
        ))}
        {month && (
          <div className={css.sum}>
            <dt>{text.activeIn(monthLabel(month.month))}</dt>
            <dd className={css.value}>{formatNumber(month.citizens)}</dd>
          </div>
        )}
      </dl>
      {previous && (
        <p className={css.compared}>
          {text.comparedWith(
            (Date.parse(previous.to) - Date.parse(previous.from)) / dayMs + 1,
            spanLabel(previous),
          )}
        </p>
      )}
    </section>
  )
}
