import type { ManagedOffer } from '@portal/contract/manage-offers.ts'
import { formatNumber } from '#web/lib/format.ts'
import { Panel } from '#web/shared/manage/panel.tsx'
import css from './manage-offers.module.css'
import { text } from './text.ts'

/** What an offer cost and brought. */
export function Figures({ offer: { kind, stock, statistics } }: { offer: ManagedOffer }) {
  const { taken, taken_today, valid, used, expired, returned, points, points_returned } = statistics
  const figures = [
    { name: kind === 'coupon' ? text.taken : text.donations, value: text.ofStock(taken, stock) },
    { name: text.takenToday, value: formatNumber(taken_today) },
    ...(kind === 'coupon'
      ? [
          { name: text.valid, value: formatNumber(valid) },
          { name: text.used, value: formatNumber(used) },
          { name: text.expired, value: formatNumber(expired) },
          { name: text.returned, value: formatNumber(returned) },
        ]
      : []),
    { name: text.pointsTaken, value: formatNumber(points) },
    ...(kind === 'coupon' ? [{ name: text.pointsReturned, value: formatNumber(points_returned) }] : []),
  ]
  return (
    <Panel title={text.figures}>
      <dl className={css.figures}>
        {figures.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}
