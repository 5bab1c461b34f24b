import { fold, toLatin } from './words/greek-letters.ts'
import type { ErrorCode } from './error-codes.ts'

/**
 * The rules for a new password (portal.md §5) that need no dictionary. The server enforces them, and the web app's
 * forms check them during input. Without zod, because every page with a password field loads this file.
 */

/** Errors of a new password (portal.md §5), in the order in which the dialect lists them. */
export const passwordRules = [
  'password_too_similar_email',
  'password_too_similar_first_name',
  'password_too_similar_last_name',
  'password_too_short',
  'password_too_common',
  'password_entirely_numeric',
] as const satisfies readonly ErrorCode[]

export type PasswordRule = (typeof passwordRules)[number]

/** Data of the account that the password must not resemble. */
export type Owner = { email: string; firstName: string; lastName: string }

/** Minimum length of a new password in characters (portal.md §9). */
export const minimumLength = 8

/**
 * Returns the similarity of two texts from 0 to 1, by common letters in any order: Python's
 * `SequenceMatcher.quick_ratio()`, which Django uses for passwords (wire.md).
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

/** Removes leading and trailing digits and symbols. */
const wordOf = (text: string) => text.replace(/^[^\p{L}]+|(?<=\p{L})[^\p{L}]+$/gu, '')

/** Normalizes the variants of Greek in Latin letters: η as h, χ as x, ω as w, υ as y or u. */
export const plainLatin = (text: string): string =>
  toLatin(fold(text))
    .replaceAll('ch', 'x')
    .replace(/(?<![tp])h/g, 'i')
    .replaceAll('u', 'i')
    .replaceAll('c', 'k')

/**
 * Returns whether the password is too similar to `value` or one of its words: by Django's measure, or because it is
 * that word with leading or trailing digits and symbols, after normalization with `spelled`.
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

/** Returns whether a password violates a rule. 'Too common' needs the server's list and is not included. */
export const breaks: Record<Exclude<PasswordRule, 'password_too_common'>, Breaks> = {
  password_too_similar_email: (password, { email }) => isSimilar(password, email, fold),
  password_too_similar_first_name: (password, { firstName }) => isSimilar(password, firstName, plainLatin),
  password_too_similar_last_name: (password, { lastName }) => isSimilar(password, lastName, plainLatin),
  password_too_short: (password) => Array.from(password).length < minimumLength,
  password_entirely_numeric: (password) => /^\p{Nd}+$/u.test(password),
}

// Rows and columns of the Latin and the Greek keyboard, and the alphabets, in both directions.
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

/** Returns the length of the sequence that starts at `at`; 0 if shorter than three characters. */
function sequenceLength(text: string, at: number): number {
  let length = 0
  const isIn = (part: string) => sequences.some((sequence) => sequence.includes(part))
  for (let end = at + 3; end <= text.length && isIn(text.slice(at, end)); end += 1) length = end - at
  return length
}

/**
 * Returns whether a password of at least the minimum length consists of fewer than five elements. An element is a
 * sequence of the keyboard or alphabet, a repetition, a word (`isWord`), up to three digits if the password has
 * letters, or any other character.
 * @param isWord receives only letters, folded
 */
export function isPattern(password: string, isWord: (word: string) => boolean = () => false): boolean {
  const text = fold(password.trim())
  if (Array.from(text).length < minimumLength) return false
  const digits = /\p{L}/u.test(text) ? /^\d{1,3}/ : /^\d/
  let elements = 0
  // Stops at the fifth element: a password of a thousand letters took 100 ms otherwise.
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
 * The most common passwords, for the browser. The server's longer list includes them.
 */
export const commonPasswords: ReadonlySet<string> = new Set([
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
