import type { ReactNode } from 'react'
import css from './avatar.module.css'
import { classes } from '../layout/classes.ts'

const tones = ['green', 'amber', 'orange', 'dark'] as const

/** Two capitals of a name, without accents: 'Άννα Παπαδάκη' → 'ΑΠ'. Without a name, the first letter of the email. */
export function initialsOf(name: string, email: string): string {
  const words = name.split(/[\s-]+/).filter(Boolean)
  const letters = words.length > 0 ? [words[0], words.length > 1 ? words.at(-1) : undefined] : [email]
  const initials = letters.map((word) => word?.match(/[\p{L}\p{N}]/u)?.[0] ?? '').join('')
  return initials.normalize('NFD').replace(/\p{M}/gu, '').toLocaleUpperCase('el')
}

type AvatarProps = {
  seed?: number
  /** Initials, or a drawn sign. */
  children: ReactNode
}

/**
 * A disc with initials (or a sign); decoration beside the name it belongs to. `seed` picks one of four colours. Initials
 * are drawn by the style sheet: as text they would count as part of what a button says, which its name then lacks
 * (WCAG 2.5.3).
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
