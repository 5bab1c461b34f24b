import { mostWaitingCodes } from '@portal/contract/sticker-look-up.ts'
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
 * What there is to know of a code, for the staff. No code is rejected: what nobody issued may be on a bottle, too.
 * @param code as `readStickerCode` gives it
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

/** How many deliveries wait, by what is missing, and the codes that most wait for. */
export const listWaitingDeliveries = async ({ db }: Context): Promise<Waiting> => ({
  reasons: await queries.countWaiting(db),
  codes: await queries.listWaitingCodes(db, mostWaitingCodes),
})

/** A participant's stickers. @throws ApiError not_found as findParticipant */
export async function listParticipantStickers({ db }: Context, id: number): Promise<OwnSticker[]> {
  await findParticipant({ db }, id)
  return listOwnStickers(db, id)
}
