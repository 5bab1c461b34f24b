import { createHash, hash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import {
  type Description,
  descriptions,
  factsOf,
  isDescription,
} from '@portal/contract/words/descriptions.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { type CsvRow, type CsvSource, nameOf, readCsv } from '#server/lib/files/read-csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { readEmail, readLine } from '#server/lib/files/file-fields.ts'
import { parseRecentTimestamp, timestampErrors } from '#server/lib/time/timestamps.ts'
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

export const pointsColumns = ['email', 'points', 'description', 'created_at', 'reference'] as const
type Row = CsvRow<(typeof pointsColumns)[number]>

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
  { db, clock, config, progress, batchRows, beforeWriting }: Importing & Pick<AppContext, 'config'>,
  file: CsvSource,
  author: AuditActor,
  errors = new FileErrors(nameOf(file)),
) {
  const result = await changeAs(db, author, async (trx) => {
    await beginImport(trx, 'points')
    await queries.openStaging(trx)
    const rows = validRows(
      readCsv(file, { columns: pointsColumns, others: 'rejected' }, errors),
      errors,
      clock,
    )
    const stage = async (batch: queries.StagedPoints[]) => {
      if (!errors.rejectsAll) await queries.stagePoints(trx, batch)
    }
    await inBatches(rows, stage, progress, batchRows)
    errors.throwIfStrict()

    for (const stranger of await queries.takeOutStrangers(trx))
      errors.addAt(stranger.line, 'email', ...strangerError(stranger))
    errors.throwIfStrict()

    await queries.pickNewPoints(trx, source)
    for (const row of await queries.takeOutContradictions(trx, source)) {
      const where = row.otherLine === null ? 'was imported' : `is in line ${row.otherLine}`
      errors.addAt(row.line, 'reference', `${quote(row.reference)} ${where} with other content`, {
        code: 'reference_differs',
        value: row.reference,
      })
    }
    await queries.lockNewBalances(trx)
    for (const { line, email } of await queries.takeOutRestricted(trx))
      errors.addAt(line, 'points', `${email}: the processing is restricted; import it when that has ended`, {
        code: 'account_restricted',
        value: email,
      })
    // The order of rows does not matter: a coupon may precede the delivery that paid for it.
    const spenders = (await queries.listSpenders(trx)).filter((one) => overdraftOf(one.available, one))
    const overdrawn = new Map(spenders.map((one) => [one.participantId, one]))
    for (const { line, participantId } of await queries.takeOutRowsOf(trx, [...overdrawn.keys()])) {
      const { email = '', available = 0, points = 0 } = overdrawn.get(participantId) ?? {}
      errors.addAt(
        line,
        'points',
        `${email}: the balance would be ${available + points}; it must not be negative`,
        { code: 'balance_negative', value: email },
      )
    }
    errors.throwIfStrict()

    const { records, points } = await queries.sumNewPoints(trx)
    const sha256 = await hashOf(file)
    const approved = await findRequestForFile(trx, sha256)
    const needsApproval = points > (config.fourEyesAbove ?? Infinity)
    const present = (await queries.countStaged(trx)) - records
    await beforeWriting?.(trx, { added: records, present, needsApproval })
    if (needsApproval) {
      if (errors.rejected.rows > 0)
        errors.rejectAll(
          'An import that needs an approval must have no errors. Remove these lines or correct them.',
        )
      const payload = { file: nameOf(file), sha256, records }
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

async function hashOf(file: CsvSource): Promise<string> {
  if (typeof file !== 'string') return file.sha256 ?? hash('sha256', file.bytes, 'hex')
  const sum = createHash('sha256')
  await pipeline(createReadStream(file), sum)
  return sum.digest('hex')
}

function strangerError({ email: value, isStaff, isActive }: queries.StrangerRow) {
  const [code, error] = isStaff
    ? (['account_of_staff', `${quote(value)} is a staff account; staff have no points`] as const)
    : isActive === null
      ? (['account_unknown', `no account has the address ${quote(value)}`] as const)
      : (['account_inactive', `${quote(value)} is not activated`] as const)
  return [error, { code, value }] as const
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
      errors.addAt(line, 'created_at', `${quote(fields.created_at)} ${timestampErrors[createdAt]}`, {
        code: createdAt,
        value: fields.created_at,
      })
    else if (email && description && points !== undefined && reference)
      yield { line, email, points, description, createdAt, reference }
  }
}

function readDescription(errors: FileErrors, line: number, text: string): Description | undefined {
  if (isDescription(text)) return text
  errors.addAt(line, 'description', `${quote(text)} is not one of ${descriptions.join(', ')}`, {
    code: 'description_unknown',
    value: text,
  })
  return undefined
}

function readPoints(errors: FileErrors, line: number, text: string, description: Description | undefined) {
  const points = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : undefined
  const add = (code: string, error: string) => errors.addAt(line, 'points', error, { code, value: text })
  if (points === undefined) add('points_not_integer', `${quote(text)} is not an integer`)
  else if (Math.abs(points) >= 2 ** 31)
    add('points_too_many', `${quote(text)} exceeds the 32-bit integer range`)
  else if (description && points * factsOf[description].sign < 0)
    add(
      points < 0 ? 'points_negative' : 'points_positive',
      `${quote(text)} has the wrong sign: ${description} ${points < 0 ? 'adds' : 'subtracts'} points`,
    )
  else return points
  return undefined
}
