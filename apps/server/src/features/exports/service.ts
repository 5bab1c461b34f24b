import { finished, type Readable } from 'node:stream'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { writeWorkbook } from '#server/lib/files/xlsx.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import * as queries from './queries.ts'

/** Context of an export; `report` logs errors that occur after the response has started. */
export type ExportContext = { db: Db; clock: Clock; actor: Actor; report: (error: unknown) => void }

/** Replaces an empty name in exported files (portal.md §2). */
export const nameless = 'Άγνωστο όνομα'

type ExportRequest = {
  subject: queries.Subject
  filter: queries.Filter
  /** The account whose data is exported; absent: several. */
  subjectId?: number | undefined
  /** Search text, for the audit log only. */
  text?: string | undefined
  sheet: string
  columns: readonly Column[]
  batches: AsyncIterable<readonly Row[]>
}

/** Maximum concurrent exports, per process and per account. Each can use a CPU core if its client reads fast. */
const maxConcurrent = { total: 4, perAccount: 2 }
/** Value of Retry-After; most exports take less. */
const retryAfterSeconds = 15
/** Aborts an export whose client reads nothing for this time, so that others can start. */
const idleTimeoutMs = 120_000

type Running = { actorId: number; stream: Readable | undefined }
/** Running exports and pending inserts of their outcomes, per database: a test process uses several. */
const exportsByDatabase = new WeakMap<Db, { running: Set<Running>; endings: Set<Promise<void>> }>()

function exportsOf(db: Db) {
  const exports = exportsByDatabase.get(db) ?? { running: new Set(), endings: new Set() }
  exportsByDatabase.set(db, exports)
  return exports
}

/**
 * Starts an export. Records it in the database and the audit log before the first byte is sent, and its outcome at the end: complete,
 * aborted by the client, or failed.
 * @returns the XLSX workbook; destroying the stream aborts the export
 * @throws ApiError throttled if too many exports are running
 */
export async function beginExport(
  { db, clock, actor, report }: ExportContext,
  { subject, filter, subjectId, text, sheet, columns, batches }: ExportRequest,
): Promise<Readable> {
  const { running, endings } = exportsOf(db)
  const own = [...running].filter(({ actorId }) => actorId === actor.id)
  if (running.size >= maxConcurrent.total || own.length >= maxConcurrent.perAccount)
    throw new ApiError('throttled', { seconds: retryAfterSeconds })
  const current: Running = { actorId: actor.id, stream: undefined }
  running.add(current)
  try {
    const id = await db.transaction().execute(async (trx) => {
      const begun = { userId: actor.id, subject, filter, begunAt: clock.now() }
      const { id } = await queries.insertExport(trx, begun)
      const entry = { subjectId, text, details: { ...filter, export: id } }
      await writeAudit({ db: trx, clock }, byActor(actor), { action: `${subject}.export`, ...entry })
      return id
    })
    const progress = { rows: 0, failed: false }
    const idleTimer = setTimeout(() => stream.destroy(), idleTimeoutMs).unref()
    const counted = countRows(batches, progress, () => idleTimer.refresh(), report)
    const stream = writeWorkbook({ name: sheet, columns, chunks: counted })
    current.stream = stream
    finished(stream, { writable: false }, (failure) => {
      clearTimeout(idleTimer)
      running.delete(current)
      const isAborted = failure?.code === 'ERR_STREAM_PREMATURE_CLOSE' && !progress.failed
      const outcome = !failure ? 'complete' : isAborted ? 'aborted' : 'failed'
      const end = { exportId: id, endedAt: clock.now(), nRows: progress.rows, outcome } as const
      const ending = queries.insertExportEnd(db, end).then(
        () => void endings.delete(ending),
        (inserting: unknown) => {
          endings.delete(ending)
          report(inserting)
        },
      )
      endings.add(ending)
    })
    return stream
  } catch (error) {
    running.delete(current)
    throw error
  }
}

/**
 * Passes the batches on and counts their rows. Reports errors and replaces them by a generic one: database messages can
 * contain personal data, and the HTTP layer logs the error of the stream.
 */
async function* countRows(
  batches: AsyncIterable<readonly Row[]>,
  progress: { rows: number; failed: boolean },
  onRead: () => void,
  report: (error: unknown) => void,
): AsyncGenerator<readonly Row[]> {
  try {
    for await (const batch of batches) {
      progress.rows += batch.length
      onRead()
      yield batch
    }
    onRead()
  } catch (error) {
    progress.failed = true
    report(error)
    // eslint-disable-next-line preserve-caught-error
    throw new Error('Cannot read the rows of an export.')
  }
}

/** Aborts running exports and waits until their outcomes are stored. Call before closing the database. */
export async function endExports(db: Db): Promise<void> {
  const { running, endings } = exportsOf(db)
  for (const { stream } of running) stream?.destroy()
  await new Promise((done) => setImmediate(done))
  await Promise.all(endings)
}
