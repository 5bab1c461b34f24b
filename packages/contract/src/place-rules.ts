/** Rules of collection points without zod, because the pages use them, too. */

/** Degrees around Greece, WGS 84: detects swapped coordinates and lost decimal points. */
export const degreesIn = { latitude: [34, 42], longitude: [19, 30] } as const

/** Maximum characters of what citizens read about a closed collection point. */
export const closingMessageLength = 200

/** Reads degrees: a number, or text with a decimal point or, as in Greek spreadsheets, a comma. @returns undefined if neither */
export function readDegrees(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined
  if (typeof value !== 'string' || value.length > 40) return undefined
  const text = value.trim().replace(',', '.')
  return /^[+-]?\d+(?:\.\d*)?$/.test(text) ? Number(text) : undefined
}

/** Whether a text is a day of the calendar, YYYY-MM-DD. */
export function isCalendarDay(text: string): boolean {
  const [, year = 0, month = 0, day = 0] = (/^(\d{4})-(\d\d)-(\d\d)$/.exec(text) ?? []).map(Number)
  const date = new Date(Date.UTC(year, month - 1, day))
  return year >= 1900 && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** Columns of the CSV file. */
export const placeColumns = [
  'id',
  'kind',
  'name',
  'address',
  'municipality',
  'latitude',
  'longitude',
  'hours',
] as const

/** Columns that a file may lack: then, what they contain stays. */
export const optionalPlaceColumns = ['opening_hours'] as const

/** Maximum size of an uploaded file: ten times the points of the whole country. */
export const maxFileBytes = 5_000_000

/** Maximum lines of an uploaded file: of 5 MB of rejected rows, the server ran out of memory. */
export const maxFileLines = 20_000

/** Items per page of the operators' list. */
export const placesPageSize = 50
