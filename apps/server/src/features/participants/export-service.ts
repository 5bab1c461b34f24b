import type { Db } from '#server/db/database.ts'
import { beginExport, type ExportContext, nameless } from '#server/features/exports/service.ts'
import { summaryOf } from '#server/features/points/service.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import { type Place, walkOn, walksOf } from './export-queries.ts'
import * as queries from './queries.ts'
import { readSearch, type SearchWord } from './search.ts'
import { countLimit, walkFrom } from './service.ts'

const columns: readonly Column[] = [
  { heading: 'Επώνυμο', kind: 'text', width: 24 },
  { heading: 'Όνομα', kind: 'text', width: 20 },
  { heading: 'Email', kind: 'text', width: 34 },
  { heading: 'Τηλέφωνο', kind: 'text', width: 17 },
  { heading: 'Δήμος', kind: 'text', width: 24 },
  { heading: 'Κινήσεις', kind: 'whole', width: 12 },
  { heading: 'Διαθέσιμοι', kind: 'whole', width: 14 },
  { heading: 'Συγκεντρωμένοι', kind: 'whole', width: 18 },
  { heading: 'Τηγανέλαιο', kind: 'whole', width: 14 },
  { heading: 'Επαναχρησιμοποίηση', kind: 'whole', width: 22 },
  { heading: 'Εξαργυρωμένοι', kind: 'whole', width: 17 },
]

function rowOf(person: queries.ParticipantRow): Row {
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

/** So many people are looked at in a step: other calls go on in between, also on the embedded database. */
const stepSize = 1_000
/** Measured on the demonstration's people (`npm run bench -- exports`). */
const bytesPerRow = 61

/**
 * Everyone whom `listParticipants` shows for the same search, beyond its 10,000, too, and in its order, as a workbook.
 * Each line is of the moment in which it is read; who gets another surname meanwhile may stand in the file twice or not
 * at all.
 * @throws ApiError from `open`: throttled
 */
export async function exportParticipants(
  context: ExportContext,
  { search }: { search?: string | undefined },
): Promise<FileResponse> {
  const { db } = context
  const words = readSearch(search ?? '')
  const searched = words.length > 0
  const counted = searched
    ? await queries.countMatches(db, words, countLimit + 1)
    : await queries.countParticipants(db)
  const rows = searched && counted > countLimit ? undefined : counted
  const pieces = searched && counted < walkFrom ? lookUp(db, words) : walk(db, words)
  return {
    rows,
    bytes: rows === undefined ? undefined : 2_000 + rows * bytesPerRow,
    open: () =>
      beginExport(context, {
        subject: 'participants',
        sheet: 'Χρήστες',
        columns,
        pieces,
        // Whom was searched for is mostly a name, a telephone, an address: that stays out of a record kept for ever.
        filter: searched ? { search: true } : {},
      }),
  }
}

/** A search that few fit: by the indexes, as the list does. */
async function* lookUp(db: Db, words: SearchWord[]): AsyncGenerator<Row[]> {
  const piece = { skip: 0, take: walkFrom }
  yield (await queries.listSurnames(db, words, piece)).map(rowOf)
  yield (await queries.listOthers(db, words, piece, 'look up')).map(rowOf)
}

/** Everyone, or a search that many fit: name by name, a step at a time. */
async function* walk(db: Db, words: SearchWord[]): AsyncGenerator<Row[]> {
  for (const part of walksOf(words)) {
    let place: Place | undefined = part.from
    while (place) {
      const { people, last } = await walkOn(db, part, place, stepSize)
      place = last
      yield people.map(rowOf)
    }
  }
}
