import { fold, toLatin } from './greek-letters.ts'
import type { passwordRules } from './error-codes.ts'

/**
 * The rules for a new password (portal.md §5), as far as they need no dictionary: the server rejects by them, the forms
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

/** A text without what people put before and behind a word to make a password of it: digits and symbols. */
const wordOf = (text: string) => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

/** One spelling for the many in which people write Greek in Latin letters: η as h, χ as x, ω as w, υ as y or u. */
export const plainLatin = (text: string): string =>
  toLatin(fold(text))
    .replaceAll('ch', 'x')
    .replace(/(?<![tp])h/g, 'i')
    .replaceAll('u', 'i')
    .replaceAll('c', 'k')

/**
 * Whether the password is too similar to `value`, whole or to one of its words: by Django's measure, or because it is that
 * word with digits and symbols around it, `spelled` in the same way.
 */
function isSimilar(password: string, value: string, spelled: (text: string) => string): boolean {
  const whole = value.toLowerCase()
  const parts = [...whole.split(/[^\p{L}\p{N}_]+/u), whole].filter(Boolean)
  const word = spelled(wordOf(password))
  return parts.some(
    (part) =>
      quickRatio(password.toLowerCase(), part) >= 0.7 ||
      (part.length >= 3 && quickRatio(word, spelled(wordOf(part))) >= 0.9),
  )
}

type Breaks = (password: string, owner: Owner) => boolean

/** Does a password break the rule? For every rule but 'too common', which takes the server's list. */
export const breaks: Record<Exclude<PasswordRule, 'password_too_common'>, Breaks> = {
  password_too_similar_email: (password, { email }) => isSimilar(password, email, fold),
  password_too_similar_first_name: (password, { firstName }) => isSimilar(password, firstName, plainLatin),
  password_too_similar_last_name: (password, { lastName }) => isSimilar(password, lastName, plainLatin),
  password_too_short: (password) => Array.from(password).length < minimumLength,
  password_entirely_numeric: (password) => /^\p{Nd}+$/u.test(password),
}

// Rows and columns of the Latin and the Greek keyboard, and the alphabets; read in both directions.
const sequences = [
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'σερτυθιοπ',
  'ασδφγηξκλ',
  'ζχψωβνμ',
  '1qaz',
  '2wsx',
  '3edc',
  '4rfv',
  '5tgb',
  '6yhn',
  '7ujm',
  '8ik',
  '9ol',
].flatMap((sequence) => [sequence, Array.from(sequence).toReversed().join('')])

/** How many characters from `at` on follow one another in a sequence; 0 where fewer than three do. */
function sequenceLength(text: string, at: number): number {
  let length = 0
  const isIn = (part: string) => sequences.some((sequence) => sequence.includes(part))
  for (let end = at + 3; end <= text.length && isIn(text.slice(at, end)); end += 1) length = end - at
  return length
}

/**
 * Whether a password of sufficient length consists of fewer than five elements. A run on the keyboard or in the alphabet, a
 * repetition, and a word that `isWord` recognises are one element however long; three digits beside letters are one; every
 * other character is one.
 * @param isWord receives letters only, folded
 */
export function isPattern(password: string, isWord: (word: string) => boolean = () => false): boolean {
  const text = fold(password.trim())
  if (Array.from(text).length < minimumLength) return false
  const digits = /\p{L}/u.test(text) ? /^\d{1,3}/ : /^\d/
  let elements = 0
  // No further than the answer needs: a password of a thousand letters took 100 ms of the server.
  for (let at = 0; at < text.length && elements < 5; elements += 1) {
    const rest = text.slice(at)
    const word = /^\p{L}+/u.exec(rest)?.[0] ?? ''
    const repeated = /^(.{1,4}?)\1+/su.exec(rest)?.[0] ?? ''
    at += Math.max(
      word !== '' && isWord(word) ? word.length : 0,
      sequenceLength(text, at),
      repeated.length > 2 ? repeated.length : 0,
      digits.exec(rest)?.[0].length ?? 0,
      /^./su.exec(rest)?.[0].length ?? 1,
    )
  }
  return elements < 5
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
