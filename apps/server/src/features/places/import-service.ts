import { basename } from 'node:path'
import { type PlaceKind, placeKinds } from '@portal/contract/places.ts'
import type { Db } from '#server/db/database.ts'
import { knownMunicipalities } from '#server/features/municipalities/service.ts'
import { byCommand, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { type CsvRow, readCsv } from '#server/lib/files/read-csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { readLine } from '#server/lib/files/file-fields.ts'
import { deleteOtherPlaces, listOtherPlaces, type PlaceRow, writePlaces } from './queries.ts'

const columns = ['id', 'kind', 'name', 'address', 'municipality', 'latitude', 'longitude', 'hours'] as const

/** Degrees around Greece: detects swapped coordinates and lost decimal points. */
const bounds = { latitude: [34, 42], longitude: [19, 30] } as const

type Context = Pick<AppContext, 'db' | 'clock'>
type Result = { added: number; changed: number; present: number; removed: number }
type Options = {
  removeOthers?: boolean
  dryRun?: boolean
  confirmed?: number | undefined
  errors?: FileErrors
}

/** Share of the places that `removeOthers` removes without a confirmation: more of them is rather a shortened file. */
const maxUnconfirmed = 0.1
/** Names in a message. */
const maxListed = 20

/** The places to remove are too many to be meant; the message lists them. */
export class ManyPlaces extends Error {
  override name = 'ManyPlaces'
  constructor(others: readonly { id: string; name: string }[], total: number) {
    const listed = others.slice(0, maxListed).map(({ id, name }) => `  ${id}: ${name}`)
    if (others.length > maxListed) listed.push(`  and ${others.length - maxListed} more`)
    super(
      `The file lacks ${others.length} of ${total} places; nothing was imported:\n${listed.join('\n')}\nTo remove them, repeat the command with --confirm ${others.length}.`,
    )
  }
}

/**
 * Imports collection points from a CSV file: adds new ones and updates those that differ, by id.
 * @param options.removeOthers removes the places that the file does not have
 * @param options.dryRun changes nothing
 * @param options.confirmed number of places to remove: required above a tenth of all
 * @throws FileError with the errors of the lines, if `errors` are strict or others are removed; ManyPlaces; nothing is
 *   imported then
 */
export async function importPlaces(
  { db, clock }: Context,
  file: string,
  { removeOthers = false, dryRun = false, confirmed, errors = new FileErrors(basename(file)) }: Options = {},
): Promise<Result> {
  const rows = await readPlaces(db, file, errors)
  errors.throwIfStrict()
  if (removeOthers && errors.rejected.rows > 0)
    errors.rejectAll('--remove-others would remove the places of these lines. Correct them.')
  const write = async (trx: Db): Promise<Result> => {
    const ids = rows.map(({ id }) => id)
    if (removeOthers && !dryRun) {
      const { others, total } = await listOtherPlaces(trx, ids)
      if (others.length > total * maxUnconfirmed && others.length !== confirmed)
        throw new ManyPlaces(others, total)
    }
    const written = await writePlaces(trx, rows)
    const added = written.filter(Boolean).length
    const result = {
      added,
      changed: written.length - added,
      present: rows.length - written.length,
      removed: removeOthers ? await deleteOtherPlaces(trx, ids) : 0,
    }
    if (dryRun) throw new Undo(result)
    const entry = { action: 'places.import', details: result } as const
    await writeAudit({ db: trx, clock }, byCommand('import places'), entry)
    return result
  }
  const done = db.isTransaction ? write(db) : db.transaction().execute(write)
  return done.catch((error: unknown) => {
    if (error instanceof Undo) return error.result
    throw error
  })
}

/** Ends the transaction of a dry run. */
class Undo extends Error {
  readonly result: Result
  constructor(result: Result) {
    super('undone')
    this.result = result
  }
}

/** Reads the whole file into memory: a region has some hundred places. */
async function readPlaces(db: Db, file: string, errors: FileErrors): Promise<PlaceRow[]> {
  const municipalityOf = await knownMunicipalities(db)
  const lines = new Map<string, number>()
  const rows: PlaceRow[] = []
  for await (const row of readCsv(file, { columns, others: 'rejected' }, errors)) {
    const place = readPlace(row, municipalityOf, errors)
    if (!place) continue
    const earlier = lines.get(place.id)
    if (earlier !== undefined) {
      errors.addAt(row.line, 'id', `${quote(place.id)} is in line ${earlier}, too`)
      continue
    }
    lines.set(place.id, row.line)
    rows.push(place)
  }
  return rows
}

function readPlace(
  { line, fields }: CsvRow<(typeof columns)[number]>,
  municipalityOf: Awaited<ReturnType<typeof knownMunicipalities>>,
  errors: FileErrors,
): PlaceRow | undefined {
  const text = (field: 'id' | 'name' | 'address' | 'hours') => readLine(errors, line, field, fields[field])
  const degrees = (field: keyof typeof bounds) => {
    // Spreadsheets in Greek write decimal commas.
    const value = Number(fields[field].trim().replace(',', '.') || NaN)
    const [min, max] = bounds[field]
    if (value >= min && value <= max) return value
    errors.addAt(line, field, `${quote(fields[field])} is not between ${min} and ${max}`)
    return undefined
  }
  const kind = fields.kind.trim()
  const isKind = (placeKinds as readonly string[]).includes(kind)
  if (!isKind) errors.addAt(line, 'kind', `${quote(kind)} is not ${placeKinds.join(', ')}`)
  const municipality = municipalityOf(fields.municipality.trim())
  if ('error' in municipality) errors.addAt(line, 'municipality', municipality.error)
  const [id, name, address, hours] = [text('id'), text('name'), text('address'), text('hours')]
  const [latitude, longitude] = [degrees('latitude'), degrees('longitude')]
  if (!isKind || 'error' in municipality || !id || !name || !address || !hours) return undefined
  if (latitude === undefined || longitude === undefined) return undefined
  return {
    id,
    kind: kind as PlaceKind,
    name,
    address,
    municipalityId: municipality.id,
    latitude,
    longitude,
    hours,
  }
}
