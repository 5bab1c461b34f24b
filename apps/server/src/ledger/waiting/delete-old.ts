import { later } from '#server/lib/time/clock.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import * as queries from './queries.ts'

/** Deliveries deleted per statement. */
const pageSize = 1_000

/**
 * Deletes deliveries that have waited longer than WAITING_MAX_AGE for their sticker. They cannot be sent again: by then
 * they are older than RECORD_MAX_AGE.
 * @returns the number of deleted deliveries
 */
export async function deleteOldWaiting({
  db,
  clock,
  config,
}: Pick<AppContext, 'db' | 'clock' | 'config'>): Promise<number> {
  const before = later(clock.now(), -config.waitingMaxAge)
  let removed = 0
  for (let last = pageSize; last === pageSize; removed += last)
    last = await queries.deleteWaitingBefore(db, before, pageSize)
  return removed
}
