import type { Trx } from '#server/db/database.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { takeTry, triesLeft } from '#server/lib/rate-limit/rate-limit.ts'
import * as queries from './ownership.ts'

/** What partners' deliveries need of stickers: whose they are, and that they become somebody's. */
export { lockStickers, type StickerRow } from './ownership.ts'

type Context = Pick<Portal, 'clock' | 'config'>

const limitedIn = ({ clock, config }: Context, trx: Trx) => ({ db: trx, clock, config })

/** How many more stickers each of these accounts may add. The caller holds the locks of their balances. */
export async function claimsLeft(
  context: Context,
  trx: Trx,
  owners: readonly number[],
): Promise<Map<number, number>> {
  const left = await triesLeft(limitedIn(context, trx), 'stickerAddedByAccount', owners.map(String))
  return new Map(owners.map((owner, place) => [owner, left[place] ?? 0]))
}

/**
 * Binds a free sticker and counts it against the account's limit. The caller holds the lock of the sticker and of the
 * account's balance, so that parallel claims of one account wait for each other.
 * @throws ApiError throttled; the transaction has to be rolled back
 */
export async function claimSticker(
  context: Context,
  trx: Trx,
  stickerId: number,
  owner: number,
): Promise<void> {
  await takeTry(limitedIn(context, trx), 'stickerAddedByAccount', String(owner))
  await queries.bindSticker(trx, stickerId, owner, context.clock.now())
}
