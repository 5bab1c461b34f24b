import { readHours } from '@portal/contract/hours/hours-notation.ts'
import type { OpeningHours } from '@portal/contract/hours/opening-hours.ts'
import { type RowProblem, rowProblems } from '@portal/contract/place-import.ts'
import { degreesIn, optionalPlaceColumns, placeColumns } from '@portal/contract/place-rules.ts'
import { placeFacts } from '@portal/contract/manage-places.ts'
import { placeKinds } from '@portal/contract/places.ts'
import type { Db } from '#server/db/database.ts'
import { knownMunicipalities } from '#server/features/municipalities/service.ts'
import { type FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { type CsvRow, type CsvSource, readCsv } from '#server/lib/files/read-csv.ts'
import type { PlaceRow } from './queries.ts'

type Fields = CsvRow<(typeof placeColumns)[number], (typeof optionalPlaceColumns)[number]>['fields']
type Field = keyof Fields
/** A row of a file; without `openingHours` if the file lacks the column. */
export type FileRow = Omit<PlaceRow, 'openingHours'> & { openingHours?: OpeningHours | null }

const outside = (axis: keyof typeof degreesIn) => (value: string) =>
  `${quote(value)} is not between ${degreesIn[axis].join(' and ')}`

/** What the terminal says about a field. */
const sentences: Partial<Record<RowProblem, (value: string) => string>> = {
  blank: () => 'is empty',
  null_characters: () => 'contains a NUL character',
  too_long: (value) => `${quote(value)} is too long`,
  choice_invalid: (value) => `${quote(value.trim())} is not ${placeKinds.join(', ')}`,
  latitude_outside: outside('latitude'),
  longitude_outside: outside('longitude'),
  hours_invalid: (value) =>
    `${quote(value)} is not like 'Mo-Fr 08:00-14:00,17:00-20:00; Sa 09:00-13:00; PH off'`,
  hours_many: (value) => `${quote(value)} has more than three intervals`,
  hours_overlap: (value) => `${quote(value)} has intervals that overlap`,
}

/** Characters of a value that pages quote. */
const maxQuoted = 60

/**
 * Reads a whole file into memory: a region has some hundred places. Rows with errors are left out.
 * @throws FileError if it cannot be read
 */
export async function readPlaces(db: Db, file: CsvSource, errors: FileErrors): Promise<FileRow[]> {
  const municipalityOf = await knownMunicipalities(db)
  const lines = new Map<string, number>()
  const rows: FileRow[] = []
  const shape = { columns: placeColumns, optional: optionalPlaceColumns, others: 'rejected' } as const
  for await (const { line, fields } of readCsv(file, shape, errors)) {
    const add: Add = (field, code, error, value = fields[field] ?? '') =>
      errors.addAt(line, field, error, { code, value: value.slice(0, maxQuoted) })
    const place = readPlace(fields, municipalityOf, add)
    if (!place) continue
    const earlier = lines.get(place.id)
    if (earlier !== undefined) {
      add('id', 'repeated', `${quote(place.id)} is in line ${earlier}, too`)
      continue
    }
    lines.set(place.id, line)
    rows.push(place)
  }
  return rows
}

type Add = (field: Field, code: RowProblem, error: string, value?: string) => void

/** Applies the rules of the contract, as for a typed place; the municipality is named. */
function readPlace(
  fields: Fields,
  municipalityOf: Awaited<ReturnType<typeof knownMunicipalities>>,
  add: Add,
): FileRow | undefined {
  const { id: reference, kind, municipality, opening_hours: notation, ...facts } = fields
  const hours = readNotation(notation?.trim())
  const isWrong = hours && 'problem' in hours
  if (isWrong) {
    const { problem, part } = hours
    add('opening_hours', problem, sentences[problem]?.(part) ?? problem, part)
  }
  // Of wrong hours, one error is enough.
  const opening_hours = isWrong ? anyHours : hours
  const result = placeFacts.safeParse({ ...facts, reference, kind: kind.trim(), opening_hours })
  for (const { path, message } of result.error?.issues ?? []) {
    const field = (path[0] === 'reference' ? 'id' : path[0]) as Field
    const code = rowProblems.find((one) => one === message) ?? 'blank'
    add(field, code, sentences[code]?.(fields[field] ?? '') ?? code)
  }
  const found = municipalityOf(municipality.trim())
  if ('error' in found) add('municipality', found.code, found.error)
  if (!result.success || 'error' in found || isWrong) return undefined
  const { reference: id, opening_hours: openingHours, ...rest } = result.data
  return { id, ...rest, municipalityId: found.id, ...(openingHours !== undefined && { openingHours }) }
}

const anyHours = readHours('off')

/** Empty text: unknown hours. */
const readNotation = (notation: string | undefined) =>
  notation === undefined ? undefined : notation === '' ? null : readHours(notation)
