import type { Day } from '#web/lib/days.ts'

/** Converts a format to a date-fns pattern: Y and D become y and d, except inside quotes. */
export const patternOf = (format: string): string =>
  format.replaceAll(/'(?:''|[^'])*'|[YD]+/g, (part) => (part.startsWith("'") ? part : part.toLowerCase()))

const numbers = new Set(['yyyy', 'yy', 'MM', 'M', 'dd', 'd'])

/** Splits a pattern into runs of one letter and the text between them. */
const piecesOf = (pattern: string): string[] => pattern.match(/([a-z])\1*|[^a-z]+/gi) ?? []

const isLetters = (piece: string) => /^[a-z]/i.test(piece)

/** Returns the numeric tokens of a pattern: "d MMMM 'του' yyyy" → ['d', 'yyyy']. */
export const numbersOf = (pattern: string): string[] =>
  piecesOf(pattern.replaceAll(/'(?:''|[^'])*'/g, '')).filter((piece) => numbers.has(piece))

/**
 * Returns the tokens of a numeric pattern: 'dd/MM/yyyy' → ['dd', 'MM', 'yyyy'].
 * @returns undefined for a pattern with month names, quoted text or other tokens
 */
export function numericTokensOf(pattern: string): string[] | undefined {
  const tokens = numbersOf(pattern)
  const isPlain = !pattern.includes("'") && piecesOf(pattern).filter(isLetters).length === tokens.length
  return isPlain && tokens.length > 0 ? tokens : undefined
}

/**
 * Formats a day by a numeric pattern without date-fns, so that the field shows its value while date-fns loads.
 * @returns '' for any other pattern, which needs date-fns
 */
export function formatNumericDay(day: Day, pattern: string): string {
  if (!numericTokensOf(pattern)) return ''
  const [year = '', month = '', date = ''] = day.split('-')
  const shown: Record<string, string> = {
    yyyy: year,
    yy: year.slice(2),
    MM: month,
    M: String(Number(month)),
    dd: date,
    d: String(Number(date)),
  }
  return piecesOf(pattern)
    .map((piece) => shown[piece] ?? piece)
    .join('')
}
