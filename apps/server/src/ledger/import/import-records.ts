import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import {
  type Description,
  descriptions,
  factsOf,
  isDescription,
} from '@portal/contract/words/descriptions.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { type CsvRow, readCsv } from '#server/lib/files/read-csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { readEmail, readLine } from '#server/lib/files/file-fields.ts'
import { parseRecentTimestamp } from '#server/lib/time/timestamps.ts'
import { beginImport, type Importing, inBatches } from '#server/lib/files/import-batches.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { overdraftOf } from '#server/ledger/decide.ts'
import {
  ApprovalError,
  findRequestForFile,
  markExecuted,
  requestApproval,
} from '#server/ledger/approvals/approvals.ts'
import * as queries from './queries.ts'
import { foldCounters } from '#server/ledger/counters.ts'

const columns = ['email', 'points', 'description', 'created_at', 'reference'] as const
type Row = CsvRow<(typeof columns)[number]>

/** The namespace of imported references (points_records.source). */
const source = 'import'

/**
 * Imports points records from a CSV file. A reference that is already in the ledger is skipped; with other content it is
 * an error. Of a person whose balance would be negative, no row is imported. If the new rows have more points than FOUR_EYES_ABOVE, nothing is imported: a request is
 * stored, and the import of the same content succeeds once after its approval.
 * @returns `added`: inserted rows; `present`: skipped rows; or the id of the request
 * @throws ApprovalError if the request is not decided yet; FileError with the errors of the lines, if `errors` are strict
 *   or the rows need an approval, which is for a whole file
 */
export async function importPoints(
  { db, clock, config, progress }: Importing & Pick<AppContext, 'config'>,
  file: string,
  author: AuditActor,
  errors = new FileErrors(basename(file)),
) {
  const result = await changeAs(db, author, async (trx) => {
    await beginImport(trx, 'points')
    await queries.openStaging(trx)
    const rows = validRows(readCsv(file, { columns, others: 'rejected' }, errors), errors, clock)
    const stage = async (batch: queries.StagedPoints[]) => {
      if (!errors.rejectsAll) await queries.stagePoints(trx, batch)
    }
    await inBatches(rows, stage, progress)
    errors.throwIfStrict()

    for (const stranger of await queries.takeOutStrangers(trx))
      errors.addAt(stranger.line, 'email', strangerError(stranger))
    errors.throwIfStrict()

    await queries.pickNewPoints(trx, source)
    for (const row of await queries.takeOutContradictions(trx, source)) {
      const where = row.otherLine === null ? 'was imported' : `is in line ${row.otherLine}`
      errors.addAt(row.line, 'reference', `${quote(row.reference)} ${where} with other content`)
    }
    await queries.lockNewBalances(trx)
    for (const { line, email } of await queries.takeOutRestricted(trx))
      errors.addAt(line, 'points', `${email}: the processing is restricted; import it when that has ended`)
    // The order of rows does not matter: a coupon may precede the delivery that paid for it.
    const spenders = (await queries.listSpenders(trx)).filter((one) => overdraftOf(one.available, one))
    const overdrawn = new Map(spenders.map((one) => [one.participantId, one]))
    for (const { line, participantId } of await queries.takeOutRowsOf(trx, [...overdrawn.keys()])) {
      const { email = '', available = 0, points = 0 } = overdrawn.get(participantId) ?? {}
      errors.addAt(
        line,
        'points',
        `${email}: the balance would be ${available + points}; it must not be negative`,
      )
    }
    errors.throwIfStrict()

    const { records, points } = await queries.sumNewPoints(trx)
    const sha256 = await hashOf(file)
    const approved = await findRequestForFile(trx, sha256)
    if (points > (config.fourEyesAbove ?? Infinity)) {
      if (errors.rejected.rows > 0)
        errors.rejectAll(
          'An import that needs an approval must have no errors. Remove these lines or correct them.',
        )
      const payload = { file: basename(file), sha256, records }
      if (!approved)
        return {
          approval: await requestApproval({ clock }, trx, author, {
            kind: 'points_imported',
            payload,
            points,
          }),
        }
      if (approved.decision === null)
        throw new ApprovalError(`The import waits for the approval of request ${approved.id}.`)
    }
    const present = (await queries.countStaged(trx)) - records
    const added = await queries.insertNewPoints(trx, source)
    if (approved?.decision === 'approved') await markExecuted({ clock }, trx, approved.id)
    const details = { added, points, sha256, approval: approved?.id ?? null }
    await writeAudit({ db: trx, clock }, author, { action: 'points.import', details })
    return { added, present }
  })
  if ('approval' in result) return result
  await foldCounters({ db })
  await queries.tidyLedger(db)
  return result
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}

function strangerError({ email, isStaff, isActive }: queries.StrangerRow): string {
  if (isStaff) return `${quote(email)} is a staff account; staff have no points`
  return isActive === null ? `no account has the address ${quote(email)}` : `${quote(email)} is not activated`
}

/** Yields the rows that are valid without the database; reports the errors of the others. */
async function* validRows(
  rows: AsyncIterable<Row>,
  errors: FileErrors,
  clock: Clock,
): AsyncGenerator<queries.StagedPoints> {
  for await (const { line, fields } of rows) {
    const email = readEmail(errors, line, 'email', fields.email)
    const description = readDescription(errors, line, fields.description.trim())
    const points = readPoints(errors, line, fields.points.trim(), description)
    const reference = readLine(errors, line, 'reference', fields.reference)
    const createdAt = parseRecentTimestamp(fields.created_at.trim(), clock)
    if (typeof createdAt === 'string')
      errors.addAt(line, 'created_at', `${quote(fields.created_at)} ${createdAt}`)
    else if (email && description && points !== undefined && reference)
      yield { line, email, points, description, createdAt, reference }
  }
}

function readDescription(errors: FileErrors, line: number, text: string): Description | undefined {
  if (isDescription(text)) return text
  errors.addAt(line, 'description', `${quote(text)} is not one of ${descriptions.join(', ')}`)
  return undefined
}

function readPoints(errors: FileErrors, line: number, text: string, description: Description | undefined) {
  const points = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : undefined
  if (points === undefined) errors.addAt(line, 'points', `${quote(text)} is not an integer`)
  else if (Math.abs(points) >= 2 ** 31)
    errors.addAt(line, 'points', `${quote(text)} exceeds the 32-bit integer range`)
  else if (description && points * factsOf[description].sign < 0)
    errors.addAt(
      line,
      'points',
      `${quote(text)} has the wrong sign: ${description} ${points < 0 ? 'adds' : 'subtracts'} points`,
    )
  else return points
  return undefined
}
