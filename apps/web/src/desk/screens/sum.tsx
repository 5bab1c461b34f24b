import type { Desk } from '@portal/contract/desk/desk.ts'
import { formatDecimal } from '#web/lib/format.ts'
import { text } from '../words/text.ts'
import work from './work.module.css'

type SumProps = { what: string; rate: Desk['rates'][number]; points: number | null }

/** '2,5 λίτρα × 20', 'Βιβλία: 3 × 12', and the points that follow. */
export const Sum = ({ what, rate, points }: SumProps) => (
  <p className={work.sum} role="status">
    <span>{`${what}\u{a0}× ${formatDecimal(rate.points_per_unit)}`}</span>
    <strong>{text.points(points ?? 0)}</strong>
  </p>
)
