import { factsOf } from '@portal/contract/descriptions.ts'
import type { Db } from '#server/db/database.ts'
import { beginExport, type ExportContext, nameless } from '#server/features/exports/service.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import * as queries from './export-queries.ts'
import { countPoints, type Filter, readFilter } from './service.ts'

const columns: readonly Column[] = [
  { heading: 'Email', kind: 'text', width: 34, repeats: true },
  { heading: 'Ονοματεπώνυμο', kind: 'text', width: 30, repeats: true },
  { heading: 'Ημερομηνία και ώρα', kind: 'timestamp', width: 21 },
  { heading: 'Περιγραφή', kind: 'text', width: 46, repeats: true },
  { heading: 'Πόντοι', kind: 'whole', width: 11 },
  { heading: 'Λίτρα', kind: 'decimal', width: 10 },
  { heading: 'Τεμάχια', kind: 'whole', width: 11 },
]

const rowOf = ([email, first, last, athensMs, what, ...amounts]: queries.ExportedRecord): Row => [
  email,
  `${first} ${last}`.trim() || nameless,
  athensMs,
  factsOf[what]?.name ?? what,
  ...amounts,
]

/** Records read per query; other requests run in between, also on the embedded database with one connection. */
const batchSize = 1_000
/** Measured with the demonstration data (`npm run bench -- exports`). */
const bytesPerRow = 40

/**
 * Exports all records that `listPoints` finds for a filter, in the same order, as an XLSX workbook. Excludes records
 * that are added after the start, by their higher ids.
 * @returns row count, estimated size in bytes; `open` starts the export
 * @throws ApiError participant_unknown and date_invalid, together; from `open`: throttled
 */
export async function exportPoints(
  context: ExportContext & { /** Database to read from. */ from: Db },
  asked: Filter,
): Promise<FileResponse> {
  const { from: db } = context
  const { participant, range } = await readFilter(db, asked)
  const rows = await countPoints(db, range, participant)
  const filter = {
    ...(participant !== undefined && { participant }),
    ...(range.from !== null && { from: range.from }),
    ...(range.to !== null && { to: range.to }),
  }
  return {
    rows,
    bytes: 2_000 + rows * bytesPerRow,
    open: async () => {
      const ceiling = await queries.findNewestRecordId(db)
      const batches = readBatches(db, { participant, range, ceiling })
      return beginExport(context, {
        subject: 'points',
        filter,
        subjectId: participant,
        sheet: 'Πόντοι',
        columns,
        batches,
      })
    },
  }
}

/** Reads the next batch while the previous one is written. */
async function* readBatches(db: Db, range: queries.ExportedRange): AsyncGenerator<Row[]> {
  const read = (after?: queries.Batch['last']) => {
    const reading = queries.listRecordsAfter(db, range, after, batchSize)
    // Its error is thrown by the await below, unless the export was aborted.
    reading.catch(() => undefined)
    return reading
  }
  let reading: Promise<queries.Batch> | undefined = read()
  while (reading) {
    const { records, last }: queries.Batch = await reading
    reading = last && read(last)
    yield records.map(rowOf)
  }
}
