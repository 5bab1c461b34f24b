import { format } from 'date-fns/format'
import { parse } from 'date-fns/parse'
import type { Day } from '#web/lib/days.ts'
import { dateOf, dayOf, isDay, todayInAthens } from '#web/lib/days.ts'
import { locales } from './locales.ts'
import type { CheckedOptions } from './options.ts'
import { numbersOf, numericTokensOf } from './pattern.ts'
import type { Language } from './text.ts'

/** Formats days and parses them. */
export type DayText = {
  format: (day: Day) => string
  /**
   * Parses one day, or up to two.
   * @returns the days in ascending order, [] for empty text, undefined for invalid text
   */
  parse: (text: string, maxDays: 1 | 2) => Day[] | undefined
}

/**
 * Creates the functions of a pattern with date-fns.
 * @throws RangeError for an unquoted Latin letter and for tokens that cannot be combined
 */
export function createDayText(pattern: string, language: Language, checked: CheckedOptions): DayText {
  const options = { ...checked, locale: locales[language] }
  const show = (day: Day) => format(dateOf(day), pattern, options)
  const read = (text: string, pattern: string): Day | undefined => {
    const date = parse(text, pattern, dateOf(todayInAthens()), options)
    const day = Number.isNaN(date.getTime()) ? undefined : dayOf(date)
    return isDay(day) ? day : undefined
  }
  // Both calls throw: the first for letters, the second for tokens that cannot be combined.
  read(show('2020-11-22'), pattern)

  const tokens = numericTokensOf(pattern)
  const readAll = tokens
    ? (text: string, maxDays: 1 | 2) => readNumbers(text, tokens, maxDays, read)
    : (text: string, maxDays: 1 | 2) => readWords(text, pattern, maxDays, read)
  return {
    format: show,
    parse: (text, maxDays) => {
      if (text.trim() === '') return []
      const days = readAll(text, maxDays)
      return days?.every((day) => day !== undefined) ? days.sort() : undefined
    },
  }
}

type Read = (text: string, pattern: string) => Day | undefined

/**
 * Parses numbers in the format's order with any separators, or none: '1/2/26', '01.02.2026', '01022026', '0102202628022026',
 * '01022026 - 28/2/2026'. A year has four digits, or two, which mean the nearest such year; day and month may lack the leading
 * zero. Also accepts ISO 8601, year first.
 */
function readNumbers(text: string, tokens: string[], maxDays: 1 | 2, read: Read) {
  if (/\p{L}/u.test(text)) return undefined
  const found = text.match(/\d+/g) ?? []
  const size = tokens.length
  const groups: string[] = []
  for (const digits of found) {
    // Of two tokens, '0226' is a month with its year, or a year.
    const mayBeDate = groups.length % size === 0 && size > (found.length === 1 ? 1 : 2)
    const parts = mayBeDate ? partsOf(digits, tokens, found.length === 1 ? maxDays : 1) : []
    groups.push(...(parts.length > 0 ? parts : [digits]))
  }
  if (groups.length !== size && !(maxDays === 2 && groups.length === 2 * size)) return undefined
  return Array.from({ length: groups.length / size }, (_, at) =>
    readGroups(groups.slice(at * size, (at + 1) * size), tokens, read),
  )
}

/** A year of another length is not accepted: 1/2/6 is in the year 6. */
function readGroups(groups: string[], tokens: string[], read: Read): Day | undefined {
  const isIso = groups.length === 3 && groups[0]?.length === 4 && !tokens[0]?.startsWith('y')
  const order = isIso ? ['yyyy', 'MM', 'dd'] : tokens
  const year = groups[order.findIndex((token) => token.startsWith('y'))]
  const pattern = order.map((token) => (token.startsWith('y') ? 'y'.repeat(year?.length ?? 4) : token))
  return read(groups.join('/'), pattern.join('/'))
}

/** Splits digits without separators by the format's widths: '01022026', '010226', or two such dates. */
function partsOf(digits: string, tokens: string[], maxDays: 1 | 2): string[] {
  for (const yearWidth of [4, 2])
    for (const times of [1, 2].filter((times) => times <= maxDays)) {
      const widths = Array.from({ length: times }, () =>
        tokens.map((token) => (token.startsWith('y') ? yearWidth : 2)),
      ).flat()
      if (digits.length !== widths.reduce((sum, width) => sum + width, 0)) continue
      let at = 0
      return widths.map((width) => digits.slice(at, (at += width)))
    }
  return []
}

/** Parses any other format with date-fns; two dates are separated by a dash with spaces. */
function readWords(text: string, pattern: string, maxDays: 1 | 2, read: Read) {
  const parts = text
    .split(/(?:^|\s+)[-–—](?:\s+|$)/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
  if (parts.length === 0 || parts.length > maxDays) return undefined
  const yearAt = numbersOf(pattern).findIndex((token) => token.startsWith('y'))
  return parts.map((part) =>
    read(part, part.match(/\d+/g)?.[yearAt]?.length === 2 ? pattern.replace(/y+/, 'yy') : pattern),
  )
}
