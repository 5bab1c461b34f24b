import { Readable } from 'node:stream'
import { printedStickerCode, stickerLink } from '@portal/contract/sticker-codes.ts'
import type { Db } from '#server/db/database.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTries } from '#server/lib/rate-limit/rate-limit.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { newStickerCode } from '#server/lib/security/random-codes.ts'
import { waitForWriters } from '#server/ledger/transaction/transaction.ts'
import * as queries from './batch-queries.ts'
import { labelSheets } from './labels.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

export type Batch = queries.BatchRow
export { emptyNote as removeBatchNote } from './batch-queries.ts'

/**
 * Issues a batch of stickers with new codes.
 * @param batch.count maximum: `maxBatchSize` of the contract
 * @throws ApiError throttled: more than a member of the staff may issue in a day; nothing is issued, and nothing counted
 */
export async function issueStickers(
  context: Context,
  actor: Pick<Actor, 'id' | 'isStaff' | 'network'> & Partial<Actor>,
  { count, note }: { count: number; note: string },
): Promise<Batch> {
  const { db, clock } = context
  const issue = async (trx: Db) => {
    const tries = await takeTries({ ...context, db: trx }, 'stickersIssuedByStaff', String(actor.id), count)
    const beyond = tries.at(-1)
    if (beyond) throw beyond
    await waitForWriters(trx)
    const createdAt = clock.now()
    const { id } = await queries.insertBatch(trx, { count, note, createdAt, createdBy: actor.id })
    let missing = count
    while (missing > 0)
      missing -= await queries.insertCodes(trx, id, Array.from({ length: missing }, newStickerCode))
    const details = { batch: id, count }
    await writeAudit({ db: trx, clock }, byActor(actor), { action: 'stickers.issue', details })
    return { id, count, bound: 0, note, createdAt }
  }
  return changeAs(db, actor, issue)
}

export const listStickerBatches = ({ db }: { db: Db }): Promise<Batch[]> => queries.listBatches(db)

/** @throws ApiError not_found */
export async function codesOf(db: Db, batchId: number): Promise<string[]> {
  const codes = await queries.listCodes(db, batchId)
  if (codes.length === 0) throw new ApiError('not_found')
  return codes
}

/** Returns the batch as a PDF of label sheets. @throws ApiError not_found */
export async function downloadStickerLabels(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  batchId: number,
): Promise<FileResponse> {
  const codes = await codesOf(db, batchId)
  const { product } = config.brand
  const open = async () => labelSheets({ codes, product, publicUrl: config.publicUrl })
  return { rows: codes.length, bytes: undefined, open }
}

/** Returns the batch as CSV with the columns code, printed and link. @throws ApiError not_found */
export async function downloadStickerCodes(
  { db, config }: Pick<AppContext, 'db' | 'config'>,
  batchId: number,
): Promise<FileResponse> {
  const codes = await codesOf(db, batchId)
  const lines = [
    'code,printed,link',
    ...codes.map((code) => [code, printedStickerCode(code), stickerLink(config.publicUrl, code)].join(',')),
  ]
  return {
    rows: codes.length,
    bytes: undefined,
    open: async () => Readable.from([`${lines.join('\r\n')}\r\n`]),
  }
}
