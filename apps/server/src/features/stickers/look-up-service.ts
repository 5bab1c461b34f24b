import { maxWaitingCodes } from '@portal/contract/sticker-look-up.ts'
import type { Db } from '#server/db/database.ts'
import { findParticipant } from '#server/features/participants/service.ts'
import * as queries from './look-up-queries.ts'
import { listOwnStickers, type OwnSticker } from '#server/ledger/stickers/ownership.ts'

type Context = { db: Db }

export type LookUp = {
  code: string
  sticker: queries.StickerFacts | undefined
  replaces: string[]
  waiting: queries.WaitingAtSite[]
}

/**
 * Looks up a code for staff. Unknown codes are not rejected: deliveries may use codes that were never issued.
 * @param code normalized by `readStickerCode`
 */
export async function lookUpSticker({ db }: Context, code: string): Promise<LookUp> {
  const sticker = await queries.findSticker(db, code)
  return {
    code,
    sticker,
    replaces: sticker ? await queries.listReplaced(db, sticker) : [],
    waiting: await queries.listWaitingBySite(db, code),
  }
}

export type Waiting = {
  reasons: Awaited<ReturnType<typeof queries.countWaiting>>
  codes: queries.WaitingCode[]
}

/** Returns the waiting deliveries by reason, and the codes with the most of them. */
export const listWaitingDeliveries = async ({ db }: Context): Promise<Waiting> => ({
  reasons: await queries.countWaiting(db),
  codes: await queries.listWaitingCodes(db, maxWaitingCodes),
})

/** Lists a participant's stickers. @throws ApiError not_found as `findParticipant` */
export async function listParticipantStickers({ db }: Context, id: number): Promise<OwnSticker[]> {
  await findParticipant({ db }, id)
  return listOwnStickers(db, id)
}
