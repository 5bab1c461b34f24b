import { finished, type Readable } from 'node:stream'
import type { Db } from '#server/db/database.ts'
import type { RawBuilder } from 'kysely'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import { countPeopleRead } from '#server/lib/audit/staff-reads.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { openSemaphore } from '#server/lib/files/semaphore.ts'
import { writeWorkbook } from '#server/lib/files/xlsx.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'

/** Context of an export; `report` logs errors that occur after the response has started. */
export type ExportContext = Pick<AppContext, 'db' | 'clock' | 'config'> & {
  actor: Actor
  report: (error: unknown) => void
}

/** Replaces an empty name in exported files (portal.md §2). */
export const restrictedText = 'περιορισμένη επεξεργασία'
export const nameless = 'Άγνωστο όνομα'

type ExportRequest = {
  subject: queries.Subject
  filter: queries.Filter
  /** The account whose data is exported; absent: several. */
  subjectId?: number | undefined
  /** Search text, for the audit log only. */
  text?: string | undefined
  /** Query of the ids of the accounts whose data is exported. */
  people?: RawBuilder<unknown>
  /** Whether the filter does not tell later who they were. */
  storesPeople?: boolean
  /** The file. */
  workbook: () => Contents
}

type Contents = {
  sheet: string
  columns: readonly Column[]
  batches: AsyncGenerator<readonly Row[]>
  /** The texts that cells of kind `reference` refer to. */
  texts?: AsyncGenerator<readonly string[]>
}

/** Maximum concurrent exports, per process and per account. Each can use a CPU core if its client reads fast. */
const maxConcurrent = { total: 4, perAccount: 2 }
/** Value of Retry-After; most exports take less. */
const retryAfterSeconds = 15
/** Aborts an export whose client reads nothing for this time, so that others can start. */
const idleTimeoutMs = 120_000

/**
 * Exports that read their next rows at the same time in this process, so that other calls find connections and cores of the
 * database. Not held while a client reads, who may be slow.
 */
const withSlot = openSemaphore(2)

type Running = { actorId: number; stream: Readable | undefined }
/** Running exports and pending inserts of their outcomes, per database: a test process uses several. */
const exportsByDatabase = new WeakMap<Db, { running: Set<Running>; endings: Set<Promise<void>> }>()

function exportsOf(db: Db) {
  const exports = exportsByDatabase.get(db) ?? { running: new Set(), endings: new Set() }
  exportsByDatabase.set(db, exports)
  return exports
}

/** @throws ApiError throttled if too many exports are running */
export function assertTurn({ db, actor }: Pick<ExportContext, 'db' | 'actor'>): void {
  const { running } = exportsOf(db)
  const own = [...running].filter(({ actorId }) => actorId === actor.id)
  if (running.size >= maxConcurrent.total || own.length >= maxConcurrent.perAccount)
    throw new ApiError('throttled', { seconds: retryAfterSeconds })
}

/**
 * Starts an export. Records it in the database and the audit log before the first byte is sent, and its outcome at the end: complete,
 * aborted by the client, or failed.
 * @returns the XLSX workbook; destroying the stream aborts the export
 * @throws ApiError throttled if too many exports are running
 */
export async function beginExport(
  { db, clock, config, actor, report }: ExportContext,
  { subject, filter, subjectId, text, people, storesPeople, workbook }: ExportRequest,
): Promise<Readable> {
  assertTurn({ db, actor })
  const { running, endings } = exportsOf(db)
  const current: Running = { actorId: actor.id, stream: undefined }
  running.add(current)
  try {
    const id = await changeAs(db, actor, async (trx) => {
      const begun = { userId: actor.id, subject, filter, begunAt: clock.now() }
      const { id } = await queries.insertExport(trx, begun)
      const entry = { subjectId, text, details: { ...filter, export: id } }
      await writeAudit({ db: trx, clock }, byActor(actor), { action: `${subject}.export`, ...entry })
      if (people && storesPeople) await queries.insertPeople(trx, id, people)
      return id
    })
    if (people && config.staffReadsDay > 0) {
      const read = await queries.listPeople(db, people, config.staffReadsDay + 1)
      await countPeopleRead({ db, clock, config }, actor, read)
    }
    const progress = { rows: 0, failed: false }
    let idleTimer: NodeJS.Timeout | undefined
    const watchRows = (length: number) => {
      idleTimer?.refresh()
      progress.rows += length
    }
    const fail = (error: unknown) => {
      progress.failed = true
      report(error)
    }
    const { sheet: name, columns, batches, texts } = workbook()
    const stream = writeWorkbook({
      name,
      columns,
      chunks: watch(batches, ({ length }) => watchRows(length), fail),
      texts: texts && watch(texts, () => watchRows(0), fail),
    })
    current.stream = stream
    idleTimer = setTimeout(() => stream.destroy(), idleTimeoutMs).unref()
    finished(stream, { writable: false }, (failure) => {
      clearTimeout(idleTimer)
      running.delete(current)
      // By its client, or because its reader's right ended (http/send-file.ts).
      const isAborted =
        (failure?.code === 'ERR_STREAM_PREMATURE_CLOSE' && !progress.failed) || failure instanceof ApiError
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
 * Passes batches on, and reads the next one meanwhile. Reports errors and replaces them by a generic one: database messages
 * can contain personal data, and the HTTP layer logs the error of the stream.
 */
async function* watch<Batch>(
  batches: AsyncGenerator<Batch>,
  note: (batch: Batch) => void,
  fail: (error: unknown) => void,
): AsyncGenerator<Batch> {
  const read = () => {
    const reading = withSlot(() => batches.next())
    // Its error is thrown by the await below, unless the export was aborted.
    reading.catch(() => undefined)
    return reading
  }
  try {
    let reading = read()
    for (let batch = await reading; !batch.done; batch = await reading) {
      reading = read()
      note(batch.value)
      yield batch.value
    }
  } catch (error) {
    fail(error)
    // eslint-disable-next-line preserve-caught-error
    throw new Error('Cannot read the rows of an export.')
  } finally {
    await batches.return(undefined)
  }
}

/** Aborts running exports and waits until their outcomes are stored. Call before closing the database. */
export async function endExports(db: Db): Promise<void> {
  const { running, endings } = exportsOf(db)
  for (const { stream } of running) stream?.destroy()
  await new Promise((done) => setImmediate(done))
  await Promise.all(endings)
}
