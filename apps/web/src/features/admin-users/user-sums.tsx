import type { PointsSummary } from '@portal/contract/points.ts'
import { formatNumber } from '#web/lib/format.ts'
import { text } from './text.ts'
import css from './user-details.module.css'

const order = ['available', 'collected', 'cookingoils', 'reuse', 'redeemed'] as const

/** The five sums of one participant. */
export const UserSums = ({ summary }: { summary: PointsSummary }) => (
  <dl className={css.sums}>
    {order.map((sum) => (
      <div key={sum} className={sum === 'available' ? css.main : undefined}>
        <dt>{text[sum]}</dt>
        <dd>{formatNumber(summary[sum])}</dd>
      </div>
    ))}
  </dl>
)
