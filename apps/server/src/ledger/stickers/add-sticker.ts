import type { Trx } from '#server/db/database.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { takeTry, triesLeft } from '#server/lib/rate-limit/rate-limit.ts'
import { bindSticker } from './ownership.ts'

type Context = Pick<AppContext, 'clock' | 'config'>

const limitedIn = ({ clock, config }: Context, trx: Trx) => ({ db: trx, clock, config })

/**
 * Returns the number of further stickers that each account may add, by account id. The caller has locked the balances.
 */
export async function additionsLeft(
  context: Context,
  trx: Trx,
  owners: readonly number[],
): Promise<Map<number, number>> {
  const left = await triesLeft(limitedIn(context, trx), 'stickerAddedByAccount', owners.map(String))
  return new Map(owners.map((owner, place) => [owner, left[place] ?? 0]))
}

/**
 * Binds a free sticker and counts it against the account's limit. The caller has locked the sticker and the account's
 * balance, so that concurrent claims of an account are serialized.
 * @throws ApiError throttled; the caller must roll the transaction back
 */
export async function addSticker(
  context: Context,
  trx: Trx,
  stickerId: number,
  owner: number,
): Promise<void> {
  await takeTry(limitedIn(context, trx), 'stickerAddedByAccount', String(owner))
  await bindSticker(trx, stickerId, owner, context.clock.now())
}
