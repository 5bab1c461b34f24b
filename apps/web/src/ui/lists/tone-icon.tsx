import type { LucideIcon } from 'lucide-react'
import { classes } from '../layout/classes.ts'
import css from './tone-icon.module.css'

/** Amber for oil, green for reuse, orange for coupons. */
export type Tone = 'amber' | 'green' | 'orange'

/** Icon on a coloured background; decorative, next to a text. */
export const ToneIcon = ({ icon: Icon, tone, small }: { icon: LucideIcon; tone: Tone; small?: boolean }) => (
  <span className={classes(css.icon, css[tone], small && css.small)} aria-hidden="true">
    <Icon size={small ? 16 : 21} />
  </span>
)
