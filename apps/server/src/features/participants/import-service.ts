import type { Clock } from '#server/lib/time/clock.ts'
import { type AuditActor, byCommand, writeAudit } from '#server/lib/audit/audit.ts'
import { type CsvRow, type CsvSource, nameOf, readCsv } from '#server/lib/files/read-csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { readEmail, readLine, readTelephone } from '#server/lib/files/file-fields.ts'
import { knownMunicipalities } from '#server/features/municipalities/service.ts'
import { parseRecentTimestamp, timestampErrors } from '#server/lib/time/timestamps.ts'
import { readHash } from '#server/lib/security/passwords.ts'
import { beginImport, type Importing, inBatches } from '#server/lib/files/import-batches.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './import-queries.ts'

export const participantColumns = [
  'email',
  'first_name',
  'last_name',
  'telephone',
  'municipality',
  'password_hash',
  'created_at',
] as const
type Row = CsvRow<(typeof participantColumns)[number]>

/** Maximum warnings to print; further ones are counted. */
const maxWarnings = 20

/**
 * Creates active accounts from a CSV file; skips addresses that have an active account. Rows with a password hash keep the
 * password; the others, and those with Django's `!` for no password, set one with a password reset.
 * @returns `added`: number of accounts; `present`: skipped rows; `incomplete`: rows without a name or telephone, with a
 *   warning per missing field
 * @throws FileError with the invalid lines and their errors, if `errors` are strict; nothing is imported then
 */
export async function importParticipants(
  { db, clock, progress, batchRows, beforeWriting }: Importing,
  file: CsvSource,
  errors = new FileErrors(nameOf(file)),
  author: AuditActor = byCommand('import participants'),
): Promise<{ added: number; present: number; incomplete: number; warnings: string[] }> {
  let present = 0
  const missing: Missing = { fields: 0, rows: 0, warnings: [] }
  const added = await changeAs(db, author, async (trx) => {
    present = 0
    Object.assign(missing, { fields: 0, rows: 0, warnings: [] })
    await beginImport(trx, 'participants')
    await queries.openStaging(trx)
    const municipalities = await knownMunicipalities(trx)
    const rows = validRows(readCsv(file, { columns: participantColumns, others: 'rejected' }, errors), {
      errors,
      clock,
      municipalities,
      missing,
    })
    const stage = async (batch: queries.StagedParticipant[]) => {
      if (!errors.rejectsAll) await queries.stageParticipants(trx, batch)
    }
    await inBatches(rows, stage, progress, batchRows)
    errors.throwIfStrict()

    for (const { line, email, otherLine, isPresent, isKept } of await queries.takeOutKnown(trx, clock.now()))
      if (isPresent) present += 1
      else {
        const [code, where] =
          otherLine !== null
            ? (['repeated', `is also in line ${otherLine}`] as const)
            : isKept
              ? ([
                  'email_kept',
                  'was that of an account until a few days ago, which may take it back',
                ] as const)
              : (['email_other_account', 'has an account of staff or without activation'] as const)
        errors.addAt(line, 'email', `${quote(email)} ${where}`, { code, value: email })
      }
    errors.throwIfStrict()
    if (beforeWriting)
      await beforeWriting(trx, {
        added: await queries.countStaged(trx),
        present,
        incomplete: missing.rows,
      })
    const count = await queries.insertParticipants(trx)
    const entry = { action: 'participants.import', details: { count } } as const
    await writeAudit({ db: trx, clock }, author, entry)
    return count
  })
  await queries.tidyParticipants(db)
  const more = missing.fields - missing.warnings.length
  const warnings = more > 0 ? [...missing.warnings, `${more} more warnings`] : missing.warnings
  return { added, present, incomplete: missing.rows, warnings }
}

type ValidationContext = {
  errors: FileErrors
  clock: Clock
  municipalities: Awaited<ReturnType<typeof knownMunicipalities>>
  missing: Missing
}

/** Empty optional fields: number of fields, number of rows with at least one, and the first warnings. */
type Missing = { fields: number; rows: number; warnings: string[] }

/** Yields the rows that are valid on their own; adds the errors of the others to `errors`. */
async function* validRows(
  rows: AsyncIterable<Row>,
  context: ValidationContext,
): AsyncGenerator<queries.StagedParticipant> {
  const { errors, clock, municipalities, missing } = context
  const readOptional = (line: number, field: 'first_name' | 'last_name' | 'telephone', value: string) => {
    if (value.trim() !== '')
      return field === 'telephone'
        ? readTelephone(errors, line, field, value)
        : readLine(errors, line, field, value, 150)
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
    if ('error' in place)
      errors.addAt(line, 'municipality', place.error, { code: place.code, value: fields.municipality })

    // Django writes `!` and random characters for an account without a password.
    const passwordHash = fields.password_hash.trim().replace(/^!.*/, '') || null
    const readable = passwordHash === null || readHash(passwordHash) !== undefined
    // Does not print the hash: terminal output may be stored in logs.
    if (!readable)
      errors.addAt(line, 'password_hash', "is neither Django's pbkdf2_sha256$… nor an argon2 PHC string", {
        code: 'password_hash_unreadable',
      })

    const createdAt =
      fields.created_at.trim() === '' ? clock.now() : parseRecentTimestamp(fields.created_at.trim(), clock)
    if (typeof createdAt === 'string')
      errors.addAt(line, 'created_at', `${quote(fields.created_at)} ${timestampErrors[createdAt]}`, {
        code: createdAt,
        value: fields.created_at,
      })
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
