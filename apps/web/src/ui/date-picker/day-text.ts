import { format } from 'date-fns/format'
import { parse } from 'date-fns/parse'
import type { Day } from '#web/lib/days.ts'
import { dateOf, dayOf, isDay, todayInAthens } from '#web/lib/days.ts'
import { locales } from './locales.ts'
import type { CheckedOptions } from './options.ts'
import { numbersOf, numericTokensOf } from './pattern.ts'
import type { Language } from './text.ts'

/** How days are written in a format, and read back. */
export type DayText = {
  format: (day: Day) => string
  /**
   * Reads one day, or up to two.
   * @returns the days from the earlier to the later, [] for empty text, undefined for what is no date
   */
  parse: (text: string, most: 1 | 2) => Day[] | undefined
}

/**
 * Makes the two of a pattern by date-fns.
 * @throws RangeError for a Latin letter that isn't quoted, and for tokens that don't go together
 */
export function createDayText(pattern: string, language: Language, checked: CheckedOptions): DayText {
  const options = { ...checked, locale: locales[language] }
  const show = (day: Day) => format(dateOf(day), pattern, options)
  const read = (text: string, pattern: string): Day | undefined => {
    const date = parse(text, pattern, dateOf(todayInAthens()), options)
    const day = Number.isNaN(date.getTime()) ? undefined : dayOf(date)
    return isDay(day) ? day : undefined
  }
  // Both throw: the one for letters, the other for tokens that don't go together.
  read(show('2020-11-22'), pattern)

  const tokens = numericTokensOf(pattern)
  const readAll = tokens
    ? (text: string, most: 1 | 2) => readNumbers(text, tokens, most, read)
    : (text: string, most: 1 | 2) => readWords(text, pattern, most, read)
  return {
    format: show,
    parse: (text, most) => {
      if (text.trim() === '') return []
      const days = readAll(text, most)
      return days?.every((day) => day !== undefined) ? days.sort() : undefined
    },
  }
}

type Read = (text: string, pattern: string) => Day | undefined

/**
 * Numbers in the format's order with whatever between them: '1/2/26', '01.02.2026', '01022026'. A year has four digits,
 * or two, which mean the nearest of those that end so; day and month may lack their zero. What comes from elsewhere as
 * ISO 8601, year first, is understood too.
 */
function readNumbers(text: string, tokens: string[], most: 1 | 2, read: Read) {
  if (/\p{L}/u.test(text)) return undefined
  const found = text.match(/\d+/g) ?? []
  const groups = found.length === 1 && tokens.length > 1 ? partsOf(found[0] ?? '', tokens, most) : found
  const size = tokens.length
  if (groups.length !== size && !(most === 2 && groups.length === 2 * size)) return undefined
  return Array.from({ length: groups.length / size }, (_, at) =>
    readGroups(groups.slice(at * size, (at + 1) * size), tokens, read),
  )
}

/** A year of any other length comes out as one that isn't accepted: 1/2/6 is in the year 6. */
function readGroups(groups: string[], tokens: string[], read: Read): Day | undefined {
  const isIso = groups.length === 3 && groups[0]?.length === 4 && !tokens[0]?.startsWith('y')
  const order = isIso ? ['yyyy', 'MM', 'dd'] : tokens
  const year = groups[order.findIndex((token) => token.startsWith('y'))]
  const pattern = order.map((token) => (token.startsWith('y') ? 'y'.repeat(year?.length ?? 4) : token))
  return read(groups.join('/'), pattern.join('/'))
}

/** Digits without anything between them, in the format's own widths: '01022026', '010226', or two such dates. */
function partsOf(digits: string, tokens: string[], most: 1 | 2): string[] {
  for (const yearWidth of [4, 2])
    for (const times of [1, 2].filter((times) => times <= most)) {
      const widths = Array.from({ length: times }, () =>
        tokens.map((token) => (token.startsWith('y') ? yearWidth : 2)),
      ).flat()
      if (digits.length !== widths.reduce((sum, width) => sum + width, 0)) continue
      let at = 0
      return widths.map((width) => digits.slice(at, (at += width)))
    }
  return []
}

/** Any other format, as date-fns reads it; two dates have a dash with spaces between them. */
function readWords(text: string, pattern: string, most: 1 | 2, read: Read) {
  const parts = text
    .split(/(?:^|\s+)[-–—](?:\s+|$)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.length > most) return undefined
  const yearAt = numbersOf(pattern).findIndex((token) => token.startsWith('y'))
  return parts.map((part) =>
    read(part, part.match(/\d+/g)?.[yearAt]?.length === 2 ? pattern.replace(/y+/, 'yy') : pattern),
  )
}
