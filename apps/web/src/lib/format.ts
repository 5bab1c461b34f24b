import { plural } from '@portal/contract/words/plural.ts'
import { inLanguage } from './language.ts'

/** Dates have the same format in both languages; numbers do not: 1.240,5 and 1,240.5. */
const locale = inLanguage({ el: 'el-GR', en: 'en-GB' })

const numbers = new Intl.NumberFormat(locale, { useGrouping: 'always' })
const minus = '−'

/** Whole number in the format of the language: 1240 → '1.240' in Greek, −200 → '−200' with U+2212. */
export const formatNumber = (value: number): string => numbers.format(value).replace('-', minus)

/** Number with its noun: (21, 'πόντος', 'πόντοι') → '21 πόντοι'. */
export const counted = (count: number, one: string, many: string): string =>
  `${formatNumber(count)} ${plural(count, one, many)}`

/** 'Κοζάνης' from 'Κοζάνης' or 'Δήμος Κοζάνης': some registers store the name with the prefix. */
export const municipalityName = (stored: string): string => stored.replace(/^δ[ηή]μος\s+/iu, '')

/** 'Δήμος Κοζάνης' from either. */
export const fullMunicipalityName = (stored: string): string => `Δήμος ${municipalityName(stored)}`

const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 })

/** Short form of a number: 1240 → '1,2 χιλ.', 3000000 → '3 εκ.'. */
export const formatCompact = (value: number): string => compact.format(value).replace('-', minus)

const decimals = new Intl.NumberFormat(locale, { useGrouping: 'always', maximumFractionDigits: 4 })
const litres = new Intl.NumberFormat(locale, {
  useGrouping: 'always',
  minimumFractionDigits: 1,
  maximumFractionDigits: 3,
})

/** Number with up to four decimals, as in rates: 12.5 → '12,5', 10 → '10'. */
export const formatDecimal = (value: number): string => decimals.format(value).replace('-', minus)

/** Litres with one to three decimals: 2 → '2,0', 0.75 → '0,75'. */
export const formatLitres = (value: number): string => litres.format(value)

/** Points with sign: 1240 → '+1.240', −200 → '−200', 0 → '0'. */
export const formatSigned = (value: number): string => (value > 0 ? '+' : '') + formatNumber(value)

// Time zone of the portal, independent of the machine's.
const athens = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Athens',
  day: '2-digit',
  month: '2-digit',
  year: 'numeric',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
})

/** Formats an API timestamp (ISO 8601 with offset) in Greek local time: '03/07/2024, 12:00'. */
export const formatDateTime = (timestamp: string): string => athens.format(new Date(timestamp))

/** '12:00' */
export const formatTime = (timestamp: string): string => formatDateTime(timestamp).slice(-5)
