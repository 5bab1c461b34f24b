import type { PointsSummary } from '@portal/contract/points.ts'
import { Droplet, Equal, Recycle, Ticket, Wallet } from 'lucide-react'
import type { LucideIcon } from 'lucide-react'
import { formatNumber, formatSigned } from '#web/lib/format.ts'
import { classes } from '#web/ui/layout/classes.ts'
import { text } from './text.ts'
import css from './user-sums.module.css'
import { type Sum, waterfallOf } from './waterfall.ts'

const icons: Record<Sum, LucideIcon> = {
  cookingoils: Droplet,
  reuse: Recycle,
  collected: Equal,
  redeemed: Ticket,
  available: Wallet,
}

/**
 * The five sums of one participant as a waterfall, from top to bottom: sign, label, number, and a bar that begins where
 * the one above ends.
 */
export function UserSums({ summary }: { summary: PointsSummary }) {
  const { steps, zero } = waterfallOf(summary)
  return (
    <dl className={css.sums}>
      {steps.map(({ sum, change, result, start, width, falls }) => {
        const Icon = icons[sum]
        return (
          <div key={sum} className={classes(css.sum, css[sum])}>
            <dt>
              <Icon size={19} aria-hidden="true" />
              {text[sum]}
            </dt>
            <dd className={css.figure}>{result ? formatNumber(change) : formatSigned(change)}</dd>
            <dd className={css.track} aria-hidden="true">
              <span className={css.zero} style={{ left: `${zero}%` }} />
              {change !== 0 && (
                <span
                  className={classes(css.bar, falls && css.falls)}
                  style={{ left: `${start}%`, width: `${width}%` }}
                />
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
