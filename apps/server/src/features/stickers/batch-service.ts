import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import {
  checkCharacterOf,
  printedStickerCode,
  stickerAlphabet,
  stickerLink,
} from '@portal/contract/sticker-codes.ts'
import type { Db } from '#server/db/database.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { openTurns } from '#server/lib/grouping/turns.ts'
import { takeTries } from '#server/lib/rate-limit/rate-limit.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { waitForWriters } from '#server/ledger/transaction/transaction.ts'
import * as queries from './batch-queries.ts'
import { labelSheets, labelsPdf } from './labels.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

export type Batch = queries.BatchRow
export { emptyNote as removeBatchNote } from './batch-queries.ts'

/**
 * Generates a code of 11 random characters and a check character. With 17^11 codes, guessing one of a million existing
 * codes takes 34 million tries.
 */
function newCode(): string {
  const body = Array.from({ length: 11 }, () => stickerAlphabet[randomInt(stickerAlphabet.length)]).join('')
  return body + checkCharacterOf(body)
}

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
      missing -= await queries.insertCodes(trx, id, Array.from({ length: missing }, newCode))
    const details = { batch: id, count }
    await writeAudit({ db: trx, clock }, byActor(actor), { action: 'stickers.issue', details })
    return { id, count, bound: 0, note, createdAt }
  }
  // The demonstration issues its batch in a transaction of its own.
  return db.isTransaction ? issue(db) : changeAs(db, actor, issue)
}

export const listStickerBatches = ({ db }: { db: Db }): Promise<Batch[]> => queries.listBatches(db)

/** @throws ApiError not_found */
export async function codesOf(db: Db, batchId: number): Promise<string[]> {
  const codes = await queries.listCodes(db, batchId)
  if (codes.length === 0) throw new ApiError('not_found')
  return codes
}

export { labelsPdf }

/** One PDF at a time: the fonts of each take 50 ms, and 10,000 labels ten seconds. */
const pdfs = openTurns(1)
/** Milliseconds for which a download waits for the others. */
const maxWaitMs = 20_000
/** Milliseconds after which the next one begins beside it: a download that is not read would keep all others out. */
const maxTurnMs = 10_000

/** Returns the batch as a PDF of label sheets. @throws ApiError not_found; `open`: throttled, while others are made */
export async function downloadStickerLabels(
  { db, config, bulk }: Pick<AppContext, 'db' | 'config' | 'bulk'>,
  batchId: number,
): Promise<FileResponse> {
  const codes = await codesOf(db, batchId)
  const input = { codes, product: config.brand.product, publicUrl: config.publicUrl }
  const open = async () => {
    if (!(await pdfs.take(maxWaitMs))) throw new ApiError('throttled', { seconds: maxWaitMs / 1_000 })
    const turn = Promise.withResolvers<void>()
    void turn.promise.then(pdfs.end)
    const timer = setTimeout(turn.resolve, maxTurnMs).unref()
    const stream = bulk?.open(labelsPdf, input, { fromStandby: false, tell: () => {} }) ?? labelSheets(input)
    return stream.once('close', () => {
      clearTimeout(timer)
      turn.resolve()
    })
  }
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
