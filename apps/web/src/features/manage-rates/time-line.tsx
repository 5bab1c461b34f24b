import type { ManagedRate } from '@portal/contract/manage-rates.ts'
import type { Day } from '#web/lib/days.ts'
import { formatDecimal } from '#web/lib/format.ts'
import { addMonths, formatDay } from '#web/ui/date-picker/athens-days.ts'
import css from './rates-page.module.css'
import { text } from './text.ts'

export type State = 'past' | 'now' | 'future'

export const stateOf = (
  { valid_from: from, valid_to: to }: Pick<ManagedRate, 'valid_from' | 'valid_to'>,
  today: Day,
): State => (today < from ? 'future' : to !== null && to < today ? 'past' : 'now')

const monthsBefore = 6
const monthsAfter = 12

const timeOf = (day: Day) => Date.parse(`${day}T00:00:00Z`)
const dayMs = 86_400_000

/** Draws the days of validity from six months ago to a year ahead. The list beside it says the same in words. */
export function TimeLine({ rates, today }: { rates: ManagedRate[]; today: Day }) {
  const first = addMonths(today, -monthsBefore)
  const last = addMonths(today, monthsAfter)
  const at = (time: number) =>
    Math.min(100, Math.max(0, ((time - timeOf(first)) / (timeOf(last) - timeOf(first))) * 100))
  return (
    <div className={css.line} aria-hidden="true">
      {rates.map((rate) => {
        const left = at(timeOf(rate.valid_from))
        const right = rate.valid_to === null ? 100 : at(timeOf(rate.valid_to) + dayMs)
        if (right <= left) return null
        return (
          <div
            key={rate.id}
            className={css.bar}
            data-state={stateOf(rate, today)}
            style={{ left: `${left}%`, width: `${right - left}%` }}
          >
            {formatDecimal(rate.points_per_unit)}
          </div>
        )
      })}
      <div className={css.today} style={{ left: `${at(timeOf(today))}%` }} />
      <span className={css.day} data-at="start">
        {formatDay(first)}
      </span>
      <span className={css.day} style={{ left: `${at(timeOf(today))}%` }}>
        {text.today}
      </span>
      <span className={css.day} data-at="end">
        {formatDay(last)}
      </span>
    </div>
  )
}
