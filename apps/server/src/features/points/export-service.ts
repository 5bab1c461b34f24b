import { type Description, descriptions as kinds, factsOf } from '@portal/contract/words/descriptions.ts'
import type { Db } from '#server/db/database.ts'
import {
  beginExport,
  type ExportContext,
  nameless,
  restrictedText,
} from '#server/features/exports/service.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import { assertShown, listAllHidden } from '#server/lib/restrictions/restrictions.ts'
import * as queries from './export-queries.ts'
import { countPoints, type Filter, readFilter } from './service.ts'

const columns: readonly Column[] = [
  { heading: 'Email', kind: 'reference', width: 34 },
  { heading: 'Ονοματεπώνυμο', kind: 'reference', width: 30 },
  { heading: 'Ημερομηνία και ώρα', kind: 'timestamp', width: 21 },
  { heading: 'Περιγραφή', kind: 'reference', width: 46 },
  { heading: 'Πόντοι', kind: 'whole', width: 11 },
  { heading: 'Λίτρα', kind: 'decimal', width: 10 },
  { heading: 'Αντικείμενα', kind: 'whole', width: 14 },
]

/** Records read per query; other requests run in between, also on the embedded database with one connection. */
const batchSize = 2_000
/** Consecutive ids whose numbers are stored together. */
const pageSize = 4_096
/** Measured with the demonstration data (`npm run bench -- exports`). */
const bytesPerRow = 40

/**
 * Exports all records that `listPoints` finds for a filter, in the same order, as an XLSX workbook. Excludes records
 * that are added after the start, by their higher ids.
 * @returns row count, estimated size in bytes; `open` starts the export
 * @throws ApiError participant_unknown and date_invalid, together; processing_restricted; from `open`: throttled
 */
export async function exportPoints(
  context: ExportContext & { /** Database to read from. */ from: Db },
  asked: Filter,
): Promise<FileResponse> {
  const { from: db } = context
  const { participant, range } = await readFilter(db, asked)
  if (participant !== undefined) await assertShown(context.db, context.actor, participant)
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
      const exported = { participant, range, ceiling: await queries.findNewestRecordId(db) }
      const hidden = new Set(await listAllHidden(context.db, context.actor))
      return beginExport(context, {
        subject: 'points',
        filter,
        subjectId: participant,
        people: queries.selectPeople(exported),
        workbook: () => {
          const people = numberPeople()
          const batches = readBatches(db, exported, people)
          return { sheet: 'Πόντοι', columns, batches, texts: readTexts(db, people, hidden) }
        },
      })
    },
  }
}

type People = { numberOf: (id: number) => number; ids: readonly number[] }

/** Numbers participants in the order of their first record. Takes some 12 bytes for each; a map takes four times as much. */
function numberPeople(): People {
  const pages = new Map<number, Uint32Array>()
  const ids: number[] = []
  return {
    ids,
    numberOf: (id) => {
      const page = Math.floor(id / pageSize)
      let numbers = pages.get(page)
      if (!numbers) pages.set(page, (numbers = new Uint32Array(pageSize)))
      return (numbers[id % pageSize] ||= ids.push(id)) - 1
    },
  }
}

/** The first texts; two of each person follow. */
const names = kinds.map((kind) => factsOf[kind].name)
const nameNumbers = new Map(kinds.map((kind, at) => [kind, at]))

async function* readBatches(db: Db, range: queries.ExportedRange, people: People): AsyncGenerator<Row[]> {
  let last: queries.Place | undefined
  do {
    const batch: queries.Batch | undefined = await queries.listRecordsAfter(db, range, last, batchSize)
    if (!batch) return
    last = batch.last
    const { participants, athensSeconds, descriptions, points, litres, items } = batch.records
    yield participants.map((participant, at) => {
      const person = names.length + 2 * people.numberOf(participant)
      const description = descriptions[at] as Description
      return [
        person,
        person + 1,
        Number(athensSeconds[at]) * 1_000,
        nameNumbers.get(description) ?? description,
        points[at] ?? null,
        litres[at] ?? null,
        items[at] ?? null,
      ]
    })
  } while (last)
}

/** Reads the texts that the cells of `readBatches` refer to. */
async function* readTexts(db: Db, { ids }: People, hidden: ReadonlySet<number>): AsyncGenerator<string[]> {
  yield names
  for (let at = 0; at < ids.length; at += batchSize) {
    const part = ids.slice(at, at + batchSize)
    const people = await queries.listPeople(db, part)
    yield people.flatMap(({ email, firstName, lastName }, place) =>
      hidden.has(part[place] ?? 0)
        ? ['', restrictedText]
        : [email, `${firstName} ${lastName}`.trim() || nameless],
    )
  }
}
