import { formatSigned } from '#web/lib/format.ts'
import { classes } from '../layout/classes.ts'
import css from './points-amount.module.css'

/** Points with sign; the colour is redundant. */
export const PointsAmount = ({ points }: { points: number }) => (
  <span className={classes(css.amount, points < 0 ? css.minus : css.plus)}>{formatSigned(points)}</span>
)
