import { basename } from 'node:path'
import { readStickerCode } from '@portal/contract/sticker-codes.ts'
import { byCommand, writeAudit } from '#server/lib/audit/audit.ts'
import { readCsv } from '#server/lib/files/read-csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { type Importing, inBatches } from '#server/lib/files/import-batches.ts'
import { waitForWriters } from '#server/ledger/transaction/transaction.ts'
import * as queries from './batch-queries.ts'

/** Letters, digits and separators. Excludes the prefixes of spreadsheet formulas. */
const pattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{0,63}$/u

/**
 * Imports externally printed stickers from a CSV file as one batch. Existing codes are skipped.
 * Earlier deliveries with these codes are credited when the stickers are bound.
 * @returns `added`: new stickers; `present`: skipped rows
 * @throws FileError with the errors of the lines, if `errors` are strict
 */
export async function importStickers(
  { db, clock, progress }: Importing,
  file: string,
  errors = new FileErrors(basename(file)),
): Promise<{ added: number; present: number }> {
  const codes: string[] = []
  const rows = readCsv(file, { columns: ['code'], others: 'ignored' }, errors)
  await inBatches(
    rows,
    async (batch) => {
      for (const { line, fields } of batch) {
        const code = readStickerCode(fields.code)
        if (pattern.test(code)) codes.push(code)
        else errors.addAt(line, 'code', `${quote(fields.code)} is not a sticker code`)
      }
    },
    progress,
  )
  errors.throwIfStrict()
  const added = await db.transaction().execute(async (trx) => {
    await waitForWriters(trx)
    const existing = await queries.listExisting(trx, codes)
    const newCodes = [...new Set(codes)].filter((code) => !existing.has(code))
    if (newCodes.length === 0) return 0
    const batch = { count: newCodes.length, note: basename(file), createdAt: clock.now(), createdBy: null }
    const { id } = await queries.insertBatch(trx, batch)
    const count = await queries.insertCodes(trx, id, newCodes)
    const entry = { action: 'stickers.issue', details: { batch: id, count } } as const
    await writeAudit({ db: trx, clock }, byCommand('import stickers'), entry)
    return count
  })
  return { added, present: codes.length - added }
}
