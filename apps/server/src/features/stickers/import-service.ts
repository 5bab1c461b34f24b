import { readStickerCode } from '@portal/contract/sticker-codes.ts'
import { type AuditActor, byCommand, writeAudit } from '#server/lib/audit/audit.ts'
import { type CsvSource, nameOf, readCsv } from '#server/lib/files/read-csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { type Importing, inBatches } from '#server/lib/files/import-batches.ts'
import { waitForWriters } from '#server/ledger/transaction/transaction.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './batch-queries.ts'

export const stickerColumns = ['code'] as const

/** Letters, digits and separators. Excludes the prefixes of spreadsheet formulas. */
const pattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{0,63}$/u

/**
 * Imports externally printed stickers from a CSV file as one batch. Existing codes are skipped.
 * Earlier deliveries with these codes are credited when the stickers are bound.
 * @returns `added`: new stickers; `present`: skipped rows
 * @throws FileError with the errors of the lines, if `errors` are strict
 */
export async function importStickers(
  { db, clock, progress, batchRows, beforeWriting }: Importing,
  file: CsvSource,
  errors = new FileErrors(nameOf(file)),
  author: AuditActor = byCommand('import stickers'),
): Promise<{ added: number; present: number }> {
  const codes: string[] = []
  const rows = readCsv(file, { columns: stickerColumns, others: 'ignored' }, errors)
  await inBatches(
    rows,
    async (batch) => {
      for (const { line, fields } of batch) {
        const code = readStickerCode(fields.code)
        if (pattern.test(code)) codes.push(code)
        else
          errors.addAt(line, 'code', `${quote(fields.code)} is not a sticker code`, {
            code: 'sticker_invalid',
            value: fields.code,
          })
      }
    },
    progress,
    batchRows,
  )
  errors.throwIfStrict()
  const added = await changeAs(db, author, async (trx) => {
    await waitForWriters(trx)
    const existing = await queries.listExisting(trx, codes)
    const newCodes = [...new Set(codes)].filter((code) => !existing.has(code))
    await beforeWriting?.(trx, { added: newCodes.length, present: codes.length - newCodes.length })
    if (newCodes.length === 0) return 0
    const { id: createdBy = null } = author
    const batch = { count: newCodes.length, note: nameOf(file), createdAt: clock.now(), createdBy }
    const { id } = await queries.insertBatch(trx, batch)
    const count = await queries.insertCodes(trx, id, newCodes)
    const entry = { action: 'stickers.issue', details: { batch: id, count } } as const
    await writeAudit({ db: trx, clock }, author, entry)
    return count
  })
  return { added, present: codes.length - added }
}
