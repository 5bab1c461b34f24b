import { formatSigned } from '#web/lib/format.ts'
import { classes } from '../layout/classes.ts'
import css from './points-amount.module.css'

/** Points with sign; the colour is redundant. */
export const PointsAmount = ({ points }: { points: number }) => (
  <span className={classes('bold nowrap', points < 0 ? css.minus : 'accent')}>{formatSigned(points)}</span>
)
