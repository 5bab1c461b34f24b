import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classes } from '#web/ui/layout/classes.ts'
import type { Tone } from './badge.tsx'
import css from './manage.module.css'

type StateRowProps = {
  icon: LucideIcon
  tone: Tone
  title: string
  level?: 'h2' | 'h3'
  state: string
  children: ReactNode
}

/** A row of a list (`css.rows`): title and state, and below them what it means. */
export const StateRow = ({
  icon: Icon,
  tone,
  title,
  level: Heading = 'h3',
  state,
  children,
}: StateRowProps) => (
  <li className="flex gap-3">
    <Icon className={css[tone]} size={22} aria-hidden="true" />
    <div className="stack column gap-1 grows shrinks">
      <div className="flex wraps between gap-2">
        <Heading className="text-m semibold">{title}</Heading>
        <span className={classes(css[tone], 'text-s semibold')}>{state}</span>
      </div>
      {children}
    </div>
  </li>
)
