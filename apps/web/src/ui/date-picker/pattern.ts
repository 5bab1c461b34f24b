import type { Day } from '#web/lib/days.ts'

/** date-fns' spelling of a format: Y and D stand for its y and d, save between quotes. */
export const patternOf = (format: string): string =>
  format.replaceAll(/'(?:''|[^'])*'|[YD]+/g, (part) => (part.startsWith("'") ? part : part.toLowerCase()))

const numbers = new Set(['yyyy', 'yy', 'MM', 'M', 'dd', 'd'])

/** The pieces of a pattern: runs of one letter, and whatever stands between them. */
const piecesOf = (pattern: string): string[] => pattern.match(/([a-z])\1*|[^a-z]+/gi) ?? []

const isLetters = (piece: string) => /^[a-z]/i.test(piece)

/** Those tokens of a pattern that show a number: "d MMMM 'του' yyyy" → ['d', 'yyyy']. */
export const numbersOf = (pattern: string): string[] =>
  piecesOf(pattern.replaceAll(/'(?:''|[^'])*'/g, '')).filter((piece) => numbers.has(piece))

/**
 * The tokens of a pattern that shows nothing but numbers: 'dd/MM/yyyy' → ['dd', 'MM', 'yyyy'].
 * @returns undefined for one with names of months, quoted text or anything else
 */
export function numericTokensOf(pattern: string): string[] | undefined {
  const tokens = numbersOf(pattern)
  const isPlain = !pattern.includes("'") && piecesOf(pattern).filter(isLetters).length === tokens.length
  return isPlain && tokens.length > 0 ? tokens : undefined
}

/**
 * A day in a pattern of numbers alone, without date-fns: the field shows its value at once, while that still loads.
 * @returns '' for any other pattern, whose text comes with date-fns
 */
export function formatAtOnce(day: Day, pattern: string): string {
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
