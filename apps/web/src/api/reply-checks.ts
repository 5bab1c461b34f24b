/**
 * Type checks of replies, small enough for every page: the contract's schemas would load zod. `app/replies.test.ts`
 * compares each check with its schema.
 */

/** Returns whether a value has the type that a page needs. */
export type Check<T> = (value: unknown) => value is T

export const text: Check<string> = (value) => typeof value === 'string'
export const flag: Check<boolean> = (value) => typeof value === 'boolean'
/** Whole number, as zod's `z.int()`. */
export const whole: Check<number> = (value): value is number => Number.isSafeInteger(value)
export const figure: Check<number> = (value): value is number => Number.isFinite(value)

const dated =
  (pattern: RegExp): Check<string> =>
  (value): value is string =>
    text(value) && pattern.test(value) && !Number.isNaN(Date.parse(value))

/** ISO 8601 timestamp. Stricter than the contract, because formatting an invalid date throws. */
export const timestamp = dated(/^\d{4}-\d\d-\d\dT/)
/** YYYY-MM-DD. */
export const day = dated(/^\d{4}-\d\d-\d\d$/)

/** One of the given texts. */
export const oneOf =
  <const Word extends string>(...words: Word[]): Check<Word> =>
  (value): value is Word =>
    (words as unknown[]).includes(value)

export const orNull =
  <T>(check: Check<T>): Check<T | null> =>
  (value): value is T | null =>
    value === null || check(value)

export const optional =
  <T>(check: Check<T>): Check<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || check(value)

export const listOf =
  <T>(check: Check<T>): Check<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every(check)

/** Any object except an array. */
export const object: Check<object> = (value): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Object with at least these properties. */
export const objectOf =
  <T extends object>(checks: { [Name in keyof T]-?: Check<T[Name]> }): Check<T> =>
  (value): value is T =>
    object(value) &&
    Object.entries<Check<unknown>>(checks).every(([name, check]) =>
      check((value as Record<string, unknown>)[name]),
    )

/** Object whose values all pass the same check. */
export const mapOf =
  <T>(check: Check<T>): Check<Record<string, T>> =>
  (value): value is Record<string, T> =>
    object(value) && Object.values(value).every(check)
