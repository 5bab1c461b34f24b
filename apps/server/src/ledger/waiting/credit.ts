import type { Trx } from '#server/db/database.ts'
import { announceRecords } from '#server/ledger/events/announce.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { flagCredited } from '#server/ledger/caps/caps.ts'
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
  const due = await queries.lockWaiting(trx, stickerCode)
  if (due.length === 0) return { records: 0, points: 0 }
  const credited = await queries.insertCredited(trx, due, participantId)
  await queries.markCredited(trx, credited)
  for (const [partnerId, records] of Map.groupBy(credited, ({ partnerId }) => partnerId))
    await announceRecords(
      context,
      trx,
      partnerId,
      records.map(({ id }) => id),
    )
  const points = credited.reduce((sum, row) => sum + row.points, 0)
  await flagCredited(context, trx, participantId, points)
  return { records: credited.length, points }
}
