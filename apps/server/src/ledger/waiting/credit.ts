import type { Trx } from '#server/db/database.ts'
import { announceRecords } from '#server/ledger/events/announce.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { flagCredited, flagCreditedTwice } from '#server/ledger/caps/caps.ts'
import { lockStickers } from '#server/ledger/stickers/ownership.ts'
import { lockAccount } from '#server/ledger/transaction/transaction.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import * as queries from './queries.ts'

/**
 * Credits the waiting deliveries of a sticker to its new owner as records of the partners that sent them, in the
 * transaction that binds the sticker. The caller has locked the sticker and called `lockAsWriter`.
 * @returns the number of records and the sum of their points
 */
export async function creditWaiting(
  context: Pick<AppContext, 'jobs' | 'clock' | 'config'>,
  trx: Trx,
  stickerCode: string,
  participantId: number,
): Promise<{ records: number; points: number }> {
  return credit(context, trx, await queries.lockWaiting(trx, stickerCode), participantId)
}

/**
 * Locks the sticker of a waiting delivery and the balance of its receiver, in the order of all writers. The caller has
 * called `lockAsWriter`.
 * @returns the delivery; undefined if it does not exist, or the account was erased
 */
export async function lockForCredit(
  trx: Trx,
  { delivery, participantId }: { delivery: number; participantId: number },
): Promise<queries.WaitingRow | undefined> {
  const found = await queries.findWaiting(trx, delivery)
  if (!found) return undefined
  await lockStickers(trx, [found.stickerCode])
  return (await lockAccount(trx, participantId)) ? found : undefined
}

/** Locks a delivery. @throws ApiError delivery_gone if it does not wait any more */
export async function assertWaits(trx: Trx, delivery: number): Promise<void> {
  if (!(await queries.lockWaitingById(trx, delivery))) throw new ApiError('delivery_gone')
}

/**
 * Credits one waiting delivery to a participant who does not own its sticker, as staff decided, as a record of the
 * partner that sent it. The caller has called `lockForCredit` and `assertWaits`.
 * @returns the id of the record
 */
export async function creditDelivery(
  context: Pick<AppContext, 'jobs' | 'clock' | 'config'>,
  trx: Trx,
  delivery: number,
  participantId: number,
): Promise<number> {
  const { ids } = await credit(context, trx, [delivery], participantId)
  return ids[0] ?? 0
}

/**
 * Credits the waiting deliveries of a day of Athens with a participant's own sticker, also if it was reported lost. The
 * caller has locked the sticker and the balance, and called `lockAsWriter`.
 */
export async function creditOwnOfDay(
  context: Pick<AppContext, 'jobs' | 'clock' | 'config'>,
  trx: Trx,
  stickerCode: string,
  participantId: number,
  day: string,
): Promise<{ records: number; points: number }> {
  const due = await queries.lockWaiting(trx, stickerCode, day)
  return credit(context, trx, due, participantId)
}

async function credit(
  context: Pick<AppContext, 'jobs' | 'clock' | 'config'>,
  trx: Trx,
  due: number[],
  participantId: number,
): Promise<{ records: number; points: number; ids: number[] }> {
  if (due.length === 0) return { records: 0, points: 0, ids: [] }
  const credited = await queries.insertCredited(trx, due, participantId)
  await queries.markCredited(trx, credited)
  for (const [partnerId, records] of Map.groupBy(credited, ({ partnerId }) => partnerId)) {
    const ids = records.map(({ id }) => id)
    await announceRecords(context, trx, partnerId, ids)
    await flagCreditedTwice(context, trx, partnerId, ids)
  }
  const points = credited.reduce((sum, row) => sum + row.points, 0)
  await flagCredited(context, trx, participantId, points)
  return { records: credited.length, points, ids: credited.map(({ id }) => id) }
}
