import { isStickerCode } from '@portal/contract/sticker-codes.ts'
import type { ErrorCode } from '@portal/contract/error-codes.ts'
import type { Trx } from '#server/db/database.ts'
import { creditWaiting } from '#server/ledger/waiting/credit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { assertNotExhausted, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { inLedgerTransaction, lockAccount } from '#server/ledger/transaction/transaction.ts'
import { addSticker } from '#server/ledger/stickers/add-sticker.ts'
import * as ownership from '#server/ledger/stickers/ownership.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>
export type OwnSticker = ownership.OwnSticker
type Bound = { sticker: OwnSticker; credited: { records: number; points: number } }

const noCredit = { records: 0, points: 0 }
const fieldError = (code: ErrorCode, field: string) => new ApiError([{ code, field }])

export const listOwnStickers = ({ db }: Pick<Context, 'db'>, actor: Actor): Promise<OwnSticker[]> =>
  ownership.listOwnStickers(db, actor.id)

/**
 * Binds a sticker to the actor and credits its waiting deliveries, in one transaction. Binding it again is not an error.
 * @throws ApiError sticker_code_wrong, sticker_unknown, sticker_taken, sticker_lost; throttled; not_permitted for staff
 */
export async function bindSticker(context: Context, actor: Actor, code: string): Promise<Bound> {
  await takeGuess(context, actor)
  return inLedgerTransaction(context.db, actor, async (trx) => {
    const [sticker] = await ownership.lockStickers(trx, [code])
    const credited = await bindFree(context, trx, actor, sticker, code, 'code')
    return { sticker: await ownership.findOwnSticker(trx, actor.id, code), credited }
  })
}

/** Marks a sticker as lost: later deliveries with it wait. @throws ApiError sticker_not_yours */
export async function reportStickerLost(
  { db, clock }: Context,
  actor: Actor,
  code: string,
): Promise<{ sticker: OwnSticker }> {
  return inLedgerTransaction(db, actor, async (trx) => {
    const sticker = await lockOwn(trx, actor, code)
    if (!sticker.lostAt) await ownership.markLost(trx, sticker.id, clock.now(), null)
    return { sticker: await ownership.findOwnSticker(trx, actor.id, code) }
  })
}

/** Reverts `reportStickerLost` and credits the waiting deliveries. @throws ApiError sticker_not_yours */
export async function reportStickerFound(context: Context, actor: Actor, code: string): Promise<Bound> {
  return inLedgerTransaction(context.db, actor, async (trx) => {
    const sticker = await lockOwn(trx, actor, code)
    await ownership.markFound(trx, sticker.id)
    const credited = await creditWaiting(context, trx, code, actor.id)
    return { sticker: await ownership.findOwnSticker(trx, actor.id, code), credited }
  })
}

/**
 * Replaces a sticker by a new one and marks the old one as lost, unless it already is.
 * @returns the new sticker and its credited deliveries
 * @throws ApiError as `bindSticker`, for new_code; sticker_not_yours for the old one
 */
export async function replaceSticker(
  context: Context,
  actor: Actor,
  { code, newCode }: { code: string; newCode: string },
): Promise<Bound> {
  await takeGuess(context, actor)
  return inLedgerTransaction(context.db, actor, async (trx) => {
    const stickers = await ownership.lockStickers(trx, [code, newCode])
    const old = stickers.find((sticker) => sticker.code === code)
    const next = stickers.find((sticker) => sticker.code === newCode)
    if (old?.boundTo !== actor.id) throw fieldError('sticker_not_yours', 'code')
    if (code === newCode) throw fieldError('sticker_taken', 'new_code')
    const credited = await bindFree(context, trx, actor, next, newCode, 'new_code')
    await ownership.markLost(trx, old.id, old.lostAt ?? context.clock.now(), next?.id ?? null)
    return { sticker: await ownership.findOwnSticker(trx, actor.id, newCode), credited }
  })
}

/**
 * Limits attempts per account: guessing the code of another person's sticker gives access to its waiting deliveries.
 * Codes printed elsewhere may be sequential, so successful claims are limited as well.
 */
async function takeGuess(context: Context, actor: Actor): Promise<void> {
  if (actor.isStaff) throw new ApiError('not_permitted')
  await assertNotExhausted(context, 'stickerAddedByAccount', String(actor.id))
  await takeTry(context, 'stickerByAccount', String(actor.id))
}

async function bindFree(
  context: Context,
  trx: Trx,
  actor: Actor,
  sticker: ownership.StickerRow | undefined,
  code: string,
  field: string,
) {
  if (!sticker) throw fieldError(isStickerCode(code) ? 'sticker_unknown' : 'sticker_code_wrong', field)
  if (sticker.boundTo !== null && sticker.boundTo !== actor.id) throw fieldError('sticker_taken', field)
  if (sticker.lostAt) throw fieldError('sticker_lost', field)
  if (sticker.boundTo === actor.id) return noCredit
  if (!(await lockAccount(trx, actor.id))) throw new ApiError('not_signed_in')
  await addSticker(context, trx, sticker.id, actor.id)
  return creditWaiting(context, trx, code, actor.id)
}

async function lockOwn(trx: Trx, actor: Actor, code: string): Promise<ownership.StickerRow> {
  const [sticker] = await ownership.lockStickers(trx, [code])
  if (sticker?.boundTo !== actor.id) throw fieldError('sticker_not_yours', 'code')
  return sticker
}
