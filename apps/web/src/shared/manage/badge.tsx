import type { ReactNode } from 'react'
import css from './manage.module.css'

export type Tone = 'good' | 'warn' | 'bad' | 'off'

/** A state in a word or two, on a colour. */
export const Badge = ({ tone, children }: { tone: Tone; children: ReactNode }) => (
  <span className={css.badge} data-tone={tone}>
    {children}
  </span>
)

export type State = { tone: Tone; label: string }

/** All that is to be said of the state of something. */
export const Badges = ({ states }: { states: State[] }) => (
  <span className="flex wraps gap-2">
    {states.map(({ tone, label }) => (
      <Badge key={label} tone={tone}>
        {label}
      </Badge>
    ))}
  </span>
)
