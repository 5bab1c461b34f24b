import { basename } from 'node:path'
import type { Clock } from '#server/lib/time/clock.ts'
import { type CsvRow, readCsv } from '#server/lib/files/csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { readEmail, readLine } from '#server/lib/files/file-fields.ts'
import { fold } from '@portal/contract/greek-letters.ts'
import { readMoment } from '#server/lib/time/timestamps.ts'
import { readHash } from '#server/lib/security/passwords.ts'
import { beginImport, type Importing, inBatches } from '#server/lib/files/import-batches.ts'
import * as queries from './import-queries.ts'

const columns = [
  'email',
  'first_name',
  'last_name',
  'telephone',
  'municipality',
  'password_hash',
  'created_at',
] as const
type Row = CsvRow<(typeof columns)[number]>

/** So many of a kind are told at most; FileErrors ends sooner. */
const enough = 25
/** Warnings that are printed; the others are counted. */
const maxWarnings = 20

/**
 * Opens accounts for people from a CSV file: for all of them or for nobody. They are active, and who brings a hash along
 * keeps the password; who brings none sets one by the mail that a forgotten password gets.
 * @returns how many accounts were opened, how many of them lack a name or telephone, and a sentence for each missing field
 * @throws FileError with the lines and what is wrong with them
 */
export async function importParticipants(
  { db, clock, progress }: Importing,
  file: string,
): Promise<{ added: number; incomplete: number; warnings: string[] }> {
  const missing: Missing = { fields: 0, rows: 0, warnings: [] }
  const added = await db.transaction().execute(async (trx) => {
    await beginImport(trx, 'participants')
    await queries.openStaging(trx)
    const municipalities = knownMunicipalities(await queries.listMunicipalityNames(trx))
    const errors = new FileErrors(basename(file))
    const rows = checked(readCsv(file, { columns, others: 'refused' }, errors), {
      errors,
      clock,
      municipalities,
      missing,
    })
    const stage = async (batch: queries.StagedParticipant[]) => {
      if (!errors.any) await queries.stageParticipants(trx, batch)
    }
    await inBatches(rows, stage, progress)
    errors.throwIfAny()

    for (const { line, email, otherLine } of await queries.listTaken(trx, enough))
      errors.addAt(
        line,
        'email',
        `${quote(email)} ${otherLine === null ? 'has an account already' : `stands in line ${otherLine}, too`}`,
      )
    errors.throwIfAny()
    return queries.insertParticipants(trx)
  })
  await queries.tidyParticipants(db)
  const more = missing.fields - missing.warnings.length
  const warnings = more > 0 ? [...missing.warnings, `${more} more warnings`] : missing.warnings
  return { added, incomplete: missing.rows, warnings }
}

type Municipalities = (name: string) => { id: number } | { error: string }

/**
 * Finds municipalities by their names, accents and letter case aside. Of several with one name, 'Ηρακλείου (Κρήτης)'
 * says which: the regional unit stands in brackets.
 */
function knownMunicipalities(rows: { id: number; name: string; regionalUnit: string }[]): Municipalities {
  const byName = new Map<string, { id: number; full: string }[]>()
  for (const { id, name, regionalUnit } of rows) {
    const full = `${name} (${regionalUnit})`
    for (const spelling of [name, full]) {
      const others = byName.get(fold(spelling)) ?? []
      byName.set(fold(spelling), [...others, { id, full }])
    }
  }
  return (name) => {
    const [first, ...others] = byName.get(fold(name)) ?? []
    if (!first) return { error: `${quote(name)} is no municipality of this portal` }
    if (others.length === 0) return { id: first.id }
    return {
      error: `${quote(name)} may be ${[first, ...others].map(({ full }) => full).join(' or ')}; write it so`,
    }
  }
}

type Checking = {
  errors: FileErrors
  clock: Clock
  municipalities: Municipalities
  missing: Missing
}

/** Counts the empty fields of rows that are accepted without them, and keeps the first warnings. */
type Missing = { fields: number; rows: number; warnings: string[] }

/** The rows that are right as far as one sees from themselves; the others' errors are told. */
async function* checked(
  rows: AsyncIterable<Row>,
  checking: Checking,
): AsyncGenerator<queries.StagedParticipant> {
  const { errors, clock, municipalities, missing } = checking
  const readOptional = (line: number, field: 'first_name' | 'last_name' | 'telephone', value: string) => {
    if (value.trim() !== '') return readLine(errors, line, field, value, field === 'telephone' ? 32 : 150)
    missing.fields += 1
    if (missing.warnings.length < maxWarnings) missing.warnings.push(`line ${line}: ${field}: is empty`)
    return ''
  }
  for await (const { line, fields } of rows) {
    const email = readEmail(errors, line, 'email', fields.email)
    const firstName = readOptional(line, 'first_name', fields.first_name)
    const lastName = readOptional(line, 'last_name', fields.last_name)
    const telephone = readOptional(line, 'telephone', fields.telephone)
    if ([firstName, lastName, telephone].includes('')) missing.rows += 1

    const place =
      fields.municipality.trim() === '' ? { id: null } : municipalities(fields.municipality.trim())
    if ('error' in place) errors.addAt(line, 'municipality', place.error)

    const passwordHash = fields.password_hash.trim() || null
    const readable = passwordHash === null || readHash(passwordHash) !== undefined
    // The hash itself is not told: it would stand in whatever keeps the terminal's lines.
    if (!readable)
      errors.addAt(line, 'password_hash', "is neither Django's pbkdf2_sha256$… nor an argon2 PHC string")

    const createdAt =
      fields.created_at.trim() === '' ? clock.now() : readMoment(fields.created_at.trim(), clock)
    if (typeof createdAt === 'string')
      errors.addAt(line, 'created_at', `${quote(fields.created_at)} ${createdAt}`)
    else if (
      email &&
      firstName !== undefined &&
      lastName !== undefined &&
      telephone !== undefined &&
      readable &&
      !('error' in place)
    )
      yield { line, email, firstName, lastName, telephone, municipalityId: place.id, passwordHash, createdAt }
  }
}
