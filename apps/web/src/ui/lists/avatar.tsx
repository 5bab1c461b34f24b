import type { ReactNode } from 'react'
import css from './avatar.module.css'
import { classes } from '../layout/classes.ts'

const tones = ['green', 'amber', 'orange', 'dark'] as const

/** Two initials of a name, without accents: 'Άννα Παπαδάκη' → 'ΑΠ'. Without a name, the first letter of the email. */
export function initialsOf(name: string, email: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean)
  const letters = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : undefined] : [email]
  const initials = letters.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0] ?? '').join('')
  return initials.normalize('NFD').replace(/\p{M}/gu, '').toLocaleUpperCase('el')
}

type AvatarProps = {
  seed?: number
  /** Initials, or an icon. */
  children: ReactNode
}

/**
 * Disc with initials or an icon; decorative, next to the name. `seed` selects one of four colours. Initials are
 * rendered by CSS: as text they would be part of a button's visible label, but not of its accessible name (WCAG 2.5.3).
 */
export const Avatar = ({ seed = 0, children }: AvatarProps) => (
  <span
    className={classes(css.avatar, css[tones[seed % tones.length] ?? 'green'])}
    aria-hidden="true"
    {...(typeof children === 'string' && { 'data-initials': children })}
  >
    {typeof children !== 'string' && children}
  </span>
)
