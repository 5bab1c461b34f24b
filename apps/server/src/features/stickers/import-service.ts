import { basename } from 'node:path'
import { readStickerCode } from '@portal/contract/sticker-codes.ts'
import { readCsv } from '#server/lib/files/csv.ts'
import { FileErrors, quote } from '#server/lib/files/file-errors.ts'
import { type Importing, inBatches } from '#server/lib/files/import-batches.ts'
import { waitForWriters } from '#server/ledger/transaction/transaction.ts'
import * as queries from './batch-queries.ts'

/** Letters, digits and what codes are parted by. Nothing that a spreadsheet would take for a formula. */
const pattern = /^[\p{L}\p{N}][\p{L}\p{N} ./-]{0,63}$/u

/**
 * Takes stickers over that were printed elsewhere, as a batch: all of the file or none. Codes that are known already are
 * passed over. What was delivered with them before is credited when they are bound.
 * @throws FileError with the lines and what is wrong with them
 */
export async function importStickers(
  { db, clock, progress }: Importing,
  file: string,
): Promise<{ added: number; present: number }> {
  const errors = new FileErrors(basename(file))
  const codes: string[] = []
  const rows = readCsv(file, { columns: ['code'], others: 'ignored' }, errors)
  await inBatches(
    rows,
    async (batch) => {
      for (const { line, fields } of batch) {
        const code = readStickerCode(fields.code)
        if (pattern.test(code)) codes.push(code)
        else errors.addAt(line, 'code', `${quote(fields.code)} is no code of a sticker`)
      }
    },
    progress,
  )
  errors.throwIfAny()
  const added = await db.transaction().execute(async (trx) => {
    await waitForWriters(trx)
    const known = await queries.listKnown(trx, codes)
    const fresh = [...new Set(codes)].filter((code) => !known.has(code))
    if (fresh.length === 0) return 0
    const batch = { count: fresh.length, note: basename(file), createdAt: clock.now(), createdBy: null }
    const { id } = await queries.insertBatch(trx, batch)
    return queries.insertCodes(trx, id, fresh)
  })
  return { added, present: codes.length - added }
}
