import { basename } from 'node:path'
import { type Description, descriptions } from '@portal/contract/points.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { type CsvRow, readCsv } from '#server/lib/files/csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { readEmail, readLine } from '#server/lib/files/file-fields.ts'
import { readMoment } from '#server/lib/time/timestamps.ts'
import { beginImport, type Importing, inBatches } from '#server/lib/files/import-batches.ts'
import * as queries from './queries.ts'
import { foldCounters } from '#server/ledger/counters.ts'

const columns = ['email', 'points', 'description', 'created_at', 'reference'] as const
type Row = CsvRow<(typeof columns)[number]>

/** Whose references an imported file's are. */
const source = 'import'

/** So many of a kind are told at most; FileErrors ends sooner. */
const enough = 25

/**
 * Takes points records in from a CSV file: all of them or none. A reference that is known already is the same record,
 * and is passed over; with other content it is a error.
 * @returns how many were added, and how many were there already
 * @throws FileError with the lines and what is wrong with them, or whose points would fall below zero
 */
export async function importPoints({ db, clock, progress }: Importing, file: string) {
  const result = await db.transaction().execute(async (trx) => {
    await beginImport(trx, 'points')
    await queries.openStaging(trx)
    const errors = new FileErrors(basename(file))
    const rows = checked(readCsv(file, { columns, others: 'refused' }, errors), errors, clock)
    const stage = async (batch: queries.StagedPoints[]) => {
      if (!errors.any) await queries.stagePoints(trx, batch)
    }
    const count = await inBatches(rows, stage, progress)
    errors.throwIfAny()

    for (const stranger of await queries.listStrangers(trx, enough))
      errors.addAt(stranger.line, 'email', whyNot(stranger))
    errors.throwIfAny()

    await queries.pickNewPoints(trx, source)
    for (const row of await queries.listContradictions(trx, source, enough)) {
      const where = row.otherLine === null ? 'was imported' : `stands in line ${row.otherLine}`
      errors.addAt(row.line, 'reference', `${quote(row.reference)} ${where} with other content`)
    }
    for (const { email, sum } of await queries.listOverdrafts(trx, enough))
      errors.add(`${email}: the points would come to ${sum}; nobody's may fall below zero`)
    errors.throwIfAny()

    const added = await queries.insertNewPoints(trx, source)
    return { added, present: count - added }
  })
  await foldCounters({ db })
  await queries.tidyLedger(db)
  return result
}

function whyNot({ email, isStaff, isActive }: queries.StrangerRow): string {
  if (isStaff) return `${quote(email)} is staff, who have no points`
  return isActive === null ? `nobody has the address ${quote(email)}` : `${quote(email)} was never activated`
}

/** The rows that are right as far as one sees from themselves; the others' errors are told. */
async function* checked(
  rows: AsyncIterable<Row>,
  errors: FileErrors,
  clock: Clock,
): AsyncGenerator<queries.StagedPoints> {
  for await (const { line, fields } of rows) {
    const email = readEmail(errors, line, 'email', fields.email)
    const description = readDescription(errors, line, fields.description.trim())
    const points = readPoints(errors, line, fields.points.trim(), description)
    const reference = readLine(errors, line, 'reference', fields.reference)
    const createdAt = readMoment(fields.created_at.trim(), clock)
    if (typeof createdAt === 'string')
      errors.addAt(line, 'created_at', `${quote(fields.created_at)} ${createdAt}`)
    else if (email && description && points !== undefined && reference)
      yield { line, email, points, description, createdAt, reference }
  }
}

const known: ReadonlySet<string> = new Set(descriptions)
const isDescription = (text: string): text is Description => known.has(text)

function readDescription(errors: FileErrors, line: number, text: string): Description | undefined {
  if (isDescription(text)) return text
  errors.addAt(line, 'description', `${quote(text)} is none of ${descriptions.join(', ')}`)
  return undefined
}

/** What gives points and what takes them; the database says the same (points_records_sign). */
const signs: Partial<Record<Description, 1 | -1>> = {
  oil_collected: 1,
  collection_cancelled: -1,
  coupon_created: -1,
  coupon_cancelled: 1,
  coupon_reimbursed: 1,
}

function readPoints(errors: FileErrors, line: number, text: string, description: Description | undefined) {
  const points = /^[+-]?\d{1,10}$/.test(text) ? Number(text) : undefined
  if (points === undefined) errors.addAt(line, 'points', `${quote(text)} is no whole number`)
  else if (Math.abs(points) >= 2 ** 31)
    errors.addAt(line, 'points', `${quote(text)} is beyond what a record can hold`)
  else if (description && points * (signs[description] ?? points) < 0)
    errors.addAt(
      line,
      'points',
      `${quote(text)} has the wrong sign: ${description} ${points < 0 ? 'gives' : 'takes'} points`,
    )
  else return points
  return undefined
}
