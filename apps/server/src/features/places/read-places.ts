import { type RowProblem, rowProblems } from '@portal/contract/place-import.ts'
import { degreesIn, placeColumns } from '@portal/contract/place-rules.ts'
import { placeFacts } from '@portal/contract/manage-places.ts'
import { placeKinds } from '@portal/contract/places.ts'
import type { Db } from '#server/db/database.ts'
import { knownMunicipalities } from '#server/features/municipalities/service.ts'
import { type FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { type CsvRow, type CsvSource, readCsv } from '#server/lib/files/read-csv.ts'
import type { PlaceRow } from './queries.ts'

type Fields = CsvRow<(typeof placeColumns)[number]>['fields']

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
}

/** Characters of a value that pages quote. */
const maxQuoted = 60

/**
 * Reads a whole file into memory: a region has some hundred places. Rows with errors are left out.
 * @throws FileError if it cannot be read
 */
export async function readPlaces(db: Db, file: CsvSource, errors: FileErrors): Promise<PlaceRow[]> {
  const municipalityOf = await knownMunicipalities(db)
  const lines = new Map<string, number>()
  const rows: PlaceRow[] = []
  for await (const { line, fields } of readCsv(file, { columns: placeColumns, others: 'rejected' }, errors)) {
    const add = (field: keyof Fields, code: RowProblem, error: string) =>
      errors.addAt(line, field, error, { code, value: fields[field].slice(0, maxQuoted) })
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

/** Applies the rules of the contract, as for a typed place; the municipality is named. */
function readPlace(
  fields: Fields,
  municipalityOf: Awaited<ReturnType<typeof knownMunicipalities>>,
  add: (field: keyof Fields, code: RowProblem, error: string) => void,
): PlaceRow | undefined {
  const { id: reference, kind, municipality, ...facts } = fields
  const result = placeFacts.safeParse({ ...facts, reference, kind: kind.trim() })
  for (const { path, message } of result.error?.issues ?? []) {
    const field = (path[0] === 'reference' ? 'id' : path[0]) as keyof Fields
    const code = rowProblems.find((one) => one === message) ?? 'blank'
    add(field, code, sentences[code]?.(fields[field]) ?? code)
  }
  const found = municipalityOf(municipality.trim())
  if ('error' in found) add('municipality', found.code, found.error)
  if (!result.success || 'error' in found) return undefined
  const { reference: id, ...rest } = result.data
  return { id, ...rest, municipalityId: found.id }
}
