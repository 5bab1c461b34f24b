import { maxAuditCount } from '@portal/contract/audit.ts'
import { auditActionNames } from '@portal/contract/security/audit.ts'
import { auditActorKindNames, auditDetailsText } from '@portal/contract/security/audit-text.ts'
import { roleNames } from '@portal/contract/security/permissions.ts'
import type { Db } from '#server/db/database.ts'
import { beginExport, type ExportContext } from '#server/features/exports/service.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import type { Column, Row } from '#server/lib/files/xlsx-cells.ts'
import * as queries from './queries.ts'
import { type FilterQuery, readEntryOf, readFilter } from './service.ts'

const columns: readonly Column[] = [
  { heading: 'Ημερομηνία και ώρα', kind: 'timestamp', width: 21 },
  { heading: 'Ποιος', kind: 'text', width: 30 },
  { heading: 'Ιδιότητα', kind: 'text', width: 20 },
  { heading: 'Ενέργεια', kind: 'text', width: 36 },
  { heading: 'Χρήστης', kind: 'text', width: 30 },
  { heading: 'Αρ. χρήστη', kind: 'whole', width: 12 },
  { heading: 'Δίκτυο', kind: 'text', width: 24 },
  { heading: 'Λεπτομέρειες', kind: 'text', width: 60 },
]

const rowOf = (entry: queries.EntryRow): Row => [
  entry.athensMs,
  entry.actorName,
  entry.actorRole ? roleNames[entry.actorRole] : auditActorKindNames[entry.actorKind],
  auditActionNames[entry.action],
  entry.subjectName,
  entry.subjectId,
  entry.network,
  auditDetailsText(entry),
]

/** Entries read per query; other requests run in between, also on the embedded database with one connection. */
const batchSize = 1_000
/** Measured with 100,000 entries of reads. */
const bytesPerRow = 60

/**
 * Exports all audit entries that match a filter, newest first, as an XLSX workbook. Excludes entries that are added
 * after the start, by their higher ids.
 * @returns row count, undefined above 10,000; estimated size in bytes; `open` starts the export
 * @throws ApiError date_invalid; from `open`: throttled
 */
export async function exportAudit(
  context: ExportContext & { /** Only the size is asked. */ isHead: boolean },
  asked: FilterQuery,
): Promise<FileResponse> {
  const { db, actor, isHead } = context
  const { filter, given } = readFilter(asked)
  const ceiling = await queries.findNewestId(db)
  if (isHead) await auditRead(context, actor, readEntryOf(filter, { ...given, size: true }))
  const counted = await queries.countEntries(db, { filter, ceiling }, maxAuditCount + 1)
  const rows = counted > maxAuditCount ? undefined : counted
  return {
    rows,
    bytes: rows === undefined ? undefined : 2_000 + rows * bytesPerRow,
    open: () =>
      beginExport(context, {
        subject: 'audit',
        filter: given,
        subjectId: filter.subject || undefined,
        workbook: () => ({
          sheet: 'Ιστορικό ενεργειών',
          columns,
          batches: readBatches(db, { filter, ceiling }),
        }),
      }),
  }
}

async function* readBatches(db: Db, range: queries.Range): AsyncGenerator<Row[]> {
  let last: queries.EntryRow | undefined
  do {
    const entries = await queries.listEntriesAfter(db, range, last, batchSize)
    last = entries.length === batchSize ? entries.at(-1) : undefined
    yield entries.map(rowOf)
  } while (last)
}
