import { finished, type Readable } from 'node:stream'
import type { Db } from '#server/db/database.ts'
import type { Clock } from '#server/lib/time/clock.ts'
import type { Actor } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { writeWorkbook } from '#server/lib/files/xlsx.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import * as queries from './queries.ts'

/** What an export works on: the portal, who asks, and who is told of what fails on the way. */
export type ExportContext = { db: Db; clock: Clock; actor: Actor; report: (error: unknown) => void }

/** Replaces an empty name in exported files (portal.md §2). */
export const nameless = 'Άγνωστο όνομα'

type Asked = {
  subject: queries.Subject
  filter: queries.Filter
  sheet: string
  columns: readonly Column[]
  pieces: AsyncIterable<readonly Row[]>
}

/**
 * So many at once in this process, and by one person. Each keeps a core busy for as long as its reader is quick; the
 * rest of the staff, and all citizens, shall not notice.
 */
const most = { atOnce: 4, perPerson: 2 }
/** Whoever is rejected may ask again after so many seconds: most exports take less. */
const askAgainAfter = 15
/** A reader that takes nothing for so long has gone without a word: its place is another's. */
const patience = 120_000

type Running = { actorId: number; stream: Readable | undefined }
/** What is under way in this process, by the database that it reads: a process of the tests has several. */
const desks = new WeakMap<Db, { running: Set<Running>; endings: Set<Promise<void>> }>()

function deskOf(db: Db) {
  const desk = desks.get(db) ?? { running: new Set(), endings: new Set() }
  desks.set(db, desk)
  return desk
}

/**
 * Begins an export: it is on record before the first byte can leave, and so is, afterwards, how it ended: read to its
 * end, aborted by its reader, or failed.
 * @returns the workbook; destroying it ends the work at once
 * @throws ApiError throttled where too many are under way
 */
export async function beginExport(
  { db, clock, actor, report }: ExportContext,
  { subject, filter, sheet, columns, pieces }: Asked,
): Promise<Readable> {
  const desk = deskOf(db)
  const mine = [...desk.running].filter(({ actorId }) => actorId === actor.id)
  if (desk.running.size >= most.atOnce || mine.length >= most.perPerson)
    throw new ApiError('throttled', { seconds: askAgainAfter })
  const running: Running = { actorId: actor.id, stream: undefined }
  desk.running.add(running)
  try {
    const { id } = await queries.insertExport(db, { userId: actor.id, subject, filter, begunAt: clock.now() })
    const progress = { rows: 0, failed: false }
    const patient = setTimeout(() => stream.destroy(), patience).unref()
    const counted = countRows(pieces, progress, () => patient.refresh(), report)
    const stream = writeWorkbook({ name: sheet, columns, pieces: counted })
    running.stream = stream
    finished(stream, { writable: false }, (failure) => {
      clearTimeout(patient)
      desk.running.delete(running)
      const left = failure?.code === 'ERR_STREAM_PREMATURE_CLOSE' && !progress.failed
      const outcome = !failure ? 'complete' : left ? 'aborted' : 'failed'
      const end = { exportId: id, endedAt: clock.now(), nRows: progress.rows, outcome } as const
      const ending = queries.insertExportEnd(db, end).then(
        () => void desk.endings.delete(ending),
        (inserting: unknown) => {
          desk.endings.delete(ending)
          report(inserting)
        },
      )
      desk.endings.add(ending)
    })
    return stream
  } catch (error) {
    desk.running.delete(running)
    throw error
  }
}

/**
 * The pieces as they come, counted. A error is reported here and goes on without its text: a database's message can
 * quote what people wrote, and the stream's error ends in the log of whoever sends it.
 */
async function* countRows(
  pieces: AsyncIterable<readonly Row[]>,
  progress: { rows: number; failed: boolean },
  taken: () => void,
  report: (error: unknown) => void,
): AsyncGenerator<readonly Row[]> {
  try {
    for await (const piece of pieces) {
      progress.rows += piece.length
      taken()
      yield piece
    }
    taken()
  } catch (error) {
    progress.failed = true
    report(error)
    // eslint-disable-next-line preserve-caught-error
    throw new Error('The rows of an export could not be read.')
  }
}

/** Ends what is under way, and waits until all that has ended is on record: before the database is closed. */
export async function endExports(db: Db): Promise<void> {
  const { running, endings } = deskOf(db)
  for (const { stream } of running) stream?.destroy()
  await new Promise((done) => setImmediate(done))
  await Promise.all(endings)
}
