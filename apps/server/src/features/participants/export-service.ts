import type { Db } from '#server/db/database.ts'
import {
  beginExport,
  type ExportContext,
  nameless,
  restrictedText,
} from '#server/features/exports/service.ts'
import { summaryOf } from '#server/features/points/service.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import { listAllHidden } from '#server/lib/restrictions/restrictions.ts'
import { type Position, scanNext, scansOf, selectIds, selectMatching } from './export-queries.ts'
import * as queries from './queries.ts'
import { readSearch, type SearchWord } from './search.ts'

const columns: readonly Column[] = [
  { heading: 'Επώνυμο', kind: 'text', width: 24 },
  { heading: 'Όνομα', kind: 'text', width: 20 },
  { heading: 'Email', kind: 'text', width: 34 },
  { heading: 'Τηλέφωνο', kind: 'text', width: 17 },
  { heading: 'Δήμος', kind: 'text', width: 24 },
  { heading: 'Κινήσεις', kind: 'whole', width: 12 },
  { heading: 'Διαθέσιμοι πόντοι', kind: 'whole', width: 20 },
  { heading: 'Συγκεντρωμένοι πόντοι', kind: 'whole', width: 25 },
  { heading: 'Πόντοι από τηγανέλαιο', kind: 'whole', width: 24 },
  { heading: 'Πόντοι από επαναχρησιμοποίηση', kind: 'whole', width: 33 },
  { heading: 'Εξαργυρωμένοι πόντοι', kind: 'whole', width: 24 },
]

/** @param hidden people whose data the reader may not see */
function rowOf(person: queries.ParticipantRow, hidden: ReadonlySet<number>): Row {
  if (hidden.has(person.id)) return [restrictedText, ...Array<null>(columns.length - 1).fill(null)]
  const { available, collected, cookingoils, reuse, redeemed } = summaryOf(person)
  return [
    person.lastName || (person.firstName ? '' : nameless),
    person.firstName,
    person.email,
    person.telephone,
    person.municipalityName,
    person.nRecords,
    available,
    collected,
    cookingoils,
    reuse,
    redeemed,
  ]
}

/** From this number of matches, the export reads all participants in steps. */
const scanThreshold = 2_000
/** Participants read per query; other requests run in between, also on the embedded database with one connection. */
const stepSize = 1_000
/** Measured with the demonstration data (`npm run bench -- exports`). */
const bytesPerRow = 61

/**
 * Exports the participants that `listParticipants` finds for a search, in the same order and without its limit of
 * 1,000, as an XLSX workbook. Each row is read at a different time: a participant whose surname changes during the
 * export can appear twice or not at all.
 * @returns row count, undefined if `searchParticipants` does not count the matches; estimated size in bytes; `open` starts the export
 * @throws ApiError from `open`: throttled
 */
export async function exportParticipants(
  context: ExportContext & { /** Database to read from. */ from: Db },
  { search }: { search?: string | undefined },
): Promise<FileResponse> {
  const { from: db } = context
  const words = readSearch(search ?? '')
  const searched = words.length > 0
  const rows = searched
    ? (await queries.searchParticipants(db, words, { skip: 0, take: 0 })).total
    : await queries.countParticipants(db)
  return {
    rows,
    bytes: rows === undefined ? undefined : 2_000 + rows * bytesPerRow,
    open: async () => {
      // With few matches.
      const isLookUp = searched && rows !== undefined && rows < scanThreshold
      const hidden = new Set(await listAllHidden(context.db, context.actor))
      return beginExport(context, {
        subject: 'participants',
        workbook: () => ({
          sheet: 'Χρήστες',
          columns,
          batches: isLookUp ? lookUp(db, words, hidden) : scan(db, words, hidden),
        }),
        people: isLookUp ? selectIds(await listMatches(db, words)) : selectMatching(words),
        storesPeople: searched,
        // The search text is often personal data (name, telephone, e-mail): only the audit log has it, where it can be erased.
        filter: searched ? { search: true } : {},
        ...(searched && { text: search }),
      })
    },
  }
}

/** Reads a search with few matches from the indexes, as the list does. */
const listMatches = async (db: Db, words: SearchWord[]) =>
  (await queries.searchParticipants(db, words, { skip: 0, take: scanThreshold })).rows

async function* lookUp(db: Db, words: SearchWord[], hidden: ReadonlySet<number>): AsyncGenerator<Row[]> {
  yield (await listMatches(db, words)).map((person) => rowOf(person, hidden))
}

/** Reads all participants, or a search with many matches, in the order of names. */
async function* scan(db: Db, words: SearchWord[], hidden: ReadonlySet<number>): AsyncGenerator<Row[]> {
  for (const part of scansOf(words)) {
    let position: Position | undefined = part.from
    while (position) {
      const { people, last } = await scanNext(db, part, position, stepSize)
      position = last
      yield people.map((person) => rowOf(person, hidden))
    }
  }
}
