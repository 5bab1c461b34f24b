import type { passwordRules } from './refusals.ts'

/**
 * The rules for a new password (portal.md §5), as far as they need no dictionary: the server refuses by them, the forms
 * of the web app tell them while one types. No zod here: every page with a password loads this.
 */

export type PasswordRule = (typeof passwordRules)[number]

/** Whose password it is: what it must not resemble. */
export type Owner = { email: string; firstName: string; lastName: string }

/** A new password has at least so many characters (portal.md §9). */
export const minimumLength = 8

/**
 * How alike two texts are, from 0 to 1: letters in common, whatever their order, as Python's
 * `SequenceMatcher.quick_ratio()`, which Django measures passwords with (wire.md).
 */
export function quickRatio(one: string, other: string): number {
  const [a, b] = [Array.from(one), Array.from(other)]
  if (a.length + b.length === 0) return 1
  const left = new Map<string, number>()
  for (const letter of b) left.set(letter, (left.get(letter) ?? 0) + 1)
  let matches = 0
  for (const letter of a) {
    const n = left.get(letter) ?? 0
    if (n > 0) matches += 1
    left.set(letter, n - 1)
  }
  return (2 * matches) / (a.length + b.length)
}

/** Is the password too similar to `value`, whole or to one of its words? */
function isSimilar(password: string, value: string): boolean {
  const whole = value.toLowerCase()
  const parts = [...whole.split(/[^\p{L}\p{N}_]+/u), whole].filter(Boolean)
  return parts.some((part) => quickRatio(password.toLowerCase(), part) >= 0.7)
}

type Breaks = (password: string, owner: Owner) => boolean

/** Does a password break the rule? For every rule but 'too common', which takes the server's list. */
export const breaks: Record<Exclude<PasswordRule, 'password_too_common'>, Breaks> = {
  password_too_similar_email: (password, { email }) => isSimilar(password, email),
  password_too_similar_first_name: (password, { firstName }) => isSimilar(password, firstName),
  password_too_similar_last_name: (password, { lastName }) => isSimilar(password, lastName),
  password_too_short: (password) => Array.from(password).length < minimumLength,
  password_entirely_numeric: (password) => /^\p{Nd}+$/u.test(password),
}

/**
 * The few that everybody tries first. The server's long list has these too: what is here is too common, and what
 * isn't may be.
 */
export const mostCommon: ReadonlySet<string> = new Set([
  '12345678',
  '123456789',
  '1234567890',
  '11111111',
  'password',
  'password1',
  'qwertyui',
  'qwerty123',
  'iloveyou',
  'abcd1234',
])
