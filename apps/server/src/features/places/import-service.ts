import { hash } from 'node:crypto'
import { basename } from 'node:path'
import { writeHours } from '@portal/contract/hours/hours-notation.ts'
import type { PlacesPreview } from '@portal/contract/place-import.ts'
import { type RowProblem, maxPreviewRows } from '@portal/contract/place-import.ts'
import { maxFileLines } from '@portal/contract/place-rules.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { municipalityNames } from '#server/features/municipalities/service.ts'
import { type AuditActor, byCommand, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { FileError, FileErrors } from '#server/lib/files/file-errors.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import {
  deletePlaces,
  type FullPlace,
  listPlaces,
  lockPlaces,
  type PlaceRow,
  writePlaces,
} from './queries.ts'
import { type FileRow, readPlaces } from './read-places.ts'

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

type Plan = {
  added: PlaceRow[]
  changed: { before: FullPlace; after: PlaceRow }[]
  present: number
  removed: FullPlace[]
  /** Number of places before the import. */
  total: number
}

const fields = [
  'kind',
  'name',
  'address',
  'municipalityId',
  'latitude',
  'longitude',
  'hours',
  'openingHours',
] as const satisfies readonly (keyof PlaceRow)[]

/** A value that can be compared. */
const plainOf = (place: PlaceRow, field: (typeof fields)[number]) =>
  field === 'openingHours' ? place.openingHours && writeHours(place.openingHours) : place[field]

/** Compares the rows of a file with the places. */
async function planImport(db: Db, rows: FileRow[], removeOthers: boolean): Promise<Plan> {
  const all = await listPlaces(db)
  const known = new Map(all.map((place) => [place.id, place]))
  const plan: Plan = { added: [], changed: [], present: 0, removed: [], total: all.length }
  for (const row of rows) {
    const before = known.get(row.id)
    const { openingHours = before?.openingHours ?? null } = row
    const after = { ...row, openingHours }
    if (!before) plan.added.push(after)
    else if (fields.some((field) => plainOf(before, field) !== plainOf(after, field)))
      plan.changed.push({ before, after })
    else plan.present += 1
  }
  if (removeOthers) {
    const kept = new Set(rows.map(({ id }) => id))
    plan.removed = all.filter(({ id }) => !kept.has(id))
  }
  return plan
}

const resultOf = ({ added, changed, present, removed }: Plan): Result => ({
  added: added.length,
  changed: changed.length,
  present,
  removed: removed.length,
})

/** Makes the changes of a plan. Call with the lock under which it was made. */
async function carryOut({ clock }: Context, trx: Trx, by: AuditActor, plan: Plan): Promise<Result> {
  await writePlaces(trx, [...plan.added, ...plan.changed.map(({ after }) => after)])
  await deletePlaces(
    trx,
    plan.removed.map(({ id }) => id),
  )
  const details = resultOf(plan)
  await writeAudit({ db: trx, clock }, by, { action: 'places.import', details })
  return details
}

/** @throws FileError of strict errors, or if places would be removed that are in rows with errors */
function assertReadable(errors: FileErrors, removeOthers: boolean): void {
  errors.throwIfStrict()
  if (removeOthers && errors.rejected.rows > 0)
    errors.rejectAll('--remove-others would remove the places of these lines. Correct them.')
}

/**
 * Imports collection points from a CSV file: adds new ones and updates those that differ, by id. Closings stay.
 * @param options.removeOthers removes the places that the file does not have
 * @param options.dryRun changes nothing
 * @param options.confirmed number of places to remove: required above a tenth of all
 * @throws FileError with the errors of the lines, if `errors` are strict or others are removed; ManyPlaces; nothing is
 *   imported then
 */
export async function importPlaces(
  context: Context,
  file: string,
  { removeOthers = false, dryRun = false, confirmed, errors = new FileErrors(basename(file)) }: Options = {},
): Promise<Result> {
  const { db } = context
  const rows = await readPlaces(db, file, errors)
  assertReadable(errors, removeOthers)
  if (dryRun) return resultOf(await planImport(db, rows, removeOthers))
  const by = byCommand('import places')
  const write = async (trx: Trx): Promise<Result> => {
    await lockPlaces(trx)
    const plan = await planImport(trx, rows, removeOthers)
    const { removed, total } = plan
    if (removed.length > total * maxUnconfirmed && removed.length !== confirmed)
      throw new ManyPlaces(removed, total)
    return carryOut(context, trx, by, plan)
  }
  return changeAs(db, by, write)
}

/** An uploaded file in base64. */
type Upload = { file: string; remove_others: boolean }

/** Lines that end with LF, CRLF or CR. */
const countLines = (bytes: Buffer): number => {
  const ends = { '\n': 0, '\r': 0 }
  for (const byte of bytes) {
    if (byte === 10) ends['\n'] += 1
    else if (byte === 13) ends['\r'] += 1
  }
  return Math.max(ends['\n'], ends['\r'])
}

/** @throws ApiError file_columns, file_empty, file_long, file_damaged */
async function readUpload(db: Db, { file }: Upload) {
  const errors = new FileErrors('places.csv', { strict: false })
  const bytes = Buffer.from(file, 'base64')
  if (countLines(bytes) > maxFileLines)
    throw new ApiError([{ code: 'file_long', field: 'file', params: { max: maxFileLines } }])
  const rows = await readPlaces(db, { name: 'places.csv', bytes }, errors).catch((error: unknown) => {
    if (error instanceof FileError && error.problem) throw new ApiError([{ ...error.problem, field: 'file' }])
    throw error
  })
  return { rows, errors }
}

/** Identifies the changes of a plan, and what they change. */
const fingerprintOf = ({ added, changed, removed }: Plan): string =>
  hash(
    'sha256',
    JSON.stringify([
      added,
      changed.map(({ before, after }) => [before.key, before.version, after]),
      removed.map(({ key, version }) => [key, version]),
    ]),
    'base64url',
  )

/**
 * Says what the import of an uploaded file would change. Nothing is removed while rows have errors: they may be of those
 * places.
 * @throws ApiError file_columns, file_empty, file_long, file_damaged
 */
export async function previewPlaces(
  { db }: Pick<Context, 'db'>,
  by: AuditActor,
  upload: Upload,
): Promise<PlacesPreview> {
  const { rows, errors } = await readUpload(db, upload)
  const removes = upload.remove_others && errors.rejected.rows === 0
  // With the right of the caller, as every call with a body: it may have arrived late.
  const plan = await changeAs(db, by, (trx) => planImport(trx, rows, removes))
  const nameOf = await municipalityNames(db)
  const shown = <Row, Shown>(all: readonly Row[], show: (row: Row) => Shown) => ({
    count: all.length,
    rows: all.slice(0, maxPreviewRows).map(show),
  })
  const named = ({ id, name }: PlaceRow) => ({ reference: id, name })
  const textOf = (place: PlaceRow, field: (typeof fields)[number]) =>
    field === 'municipalityId' ? nameOf(place.municipalityId) : String(plainOf(place, field) ?? '')
  return {
    added: shown(plan.added, named),
    changed: shown(plan.changed, ({ before, after }) => ({
      ...named(after),
      fields: fields
        .filter((field) => plainOf(before, field) !== plainOf(after, field))
        .map((field) => ({
          field: { municipalityId: 'municipality', openingHours: 'opening_hours' }[field as string] ?? field,
          from: textOf(before, field),
          to: textOf(after, field),
        })),
    })),
    unchanged: plan.present,
    removed: shown(plan.removed, named),
    errors: {
      ...shown(errors.problems, ({ line, field = null, code, value = '' }) => ({
        line,
        field,
        code: code as RowProblem,
        value,
      })),
      count: errors.rejected.rows,
    },
    fingerprint: fingerprintOf(plan),
  }
}

/**
 * Makes the changes that a preview has shown, and no others: the preview stands for the number that the command wants.
 * @throws ApiError changed_meanwhile if the file would change something else by now; file_rows; as `previewPlaces`
 */
export async function importUpload(
  context: Context,
  by: AuditActor,
  { fingerprint, ...upload }: Upload & { fingerprint: string },
): Promise<Result & { rejected: number }> {
  const { rows, errors } = await readUpload(context.db, upload)
  const rejected = errors.rejected.rows
  if (upload.remove_others && rejected > 0) throw new ApiError([{ code: 'file_rows', field: 'file' }])
  return changeAs(context.db, by, async (trx) => {
    await lockPlaces(trx)
    const plan = await planImport(trx, rows, upload.remove_others)
    if (fingerprintOf(plan) !== fingerprint) throw new ApiError('changed_meanwhile')
    return { ...(await carryOut(context, trx, by, plan)), rejected }
  })
}
