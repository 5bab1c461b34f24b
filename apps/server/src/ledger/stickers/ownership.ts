import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

export type StickerRow = { id: number; code: string; boundTo: number | null; lostAt: Date | null }

/**
 * Locks stickers by id, to prevent deadlocks. Blocks concurrent claims and loss reports until the transaction ends.
 * Leaves out retired ones, which are like codes that were never issued.
 */
export async function lockStickers(trx: Trx, codes: string[]): Promise<StickerRow[]> {
  const { rows } = await sql<StickerRow>`
    select id, code, bound_to, lost_at from stickers where code = any(${codes}::text[]) and retired_at is null
    order by id for no key update`.execute(trx)
  return rows
}

export const bindSticker = (trx: Trx, id: number, owner: number, boundAt: Date) =>
  trx.updateTable('stickers').set({ boundTo: owner, boundAt }).where('id', '=', id).execute()

export const markLost = (trx: Trx, id: number, lostAt: Date, replacedBy: number | null) =>
  trx.updateTable('stickers').set({ lostAt, replacedBy }).where('id', '=', id).execute()

export const markFound = (trx: Trx, id: number) =>
  trx.updateTable('stickers').set({ lostAt: null, replacedBy: null }).where('id', '=', id).execute()

export type OwnSticker = {
  code: string
  boundAt: Date | null
  lostAt: Date | null
  replacedBy: string | null
  waiting: number
}

const ownStickers = (db: Db, owner: number) =>
  db
    .selectFrom('stickers as s')
    .leftJoin('stickers as other', 'other.id', 's.replacedBy')
    .select(['s.code', 's.boundAt', 's.lostAt', 'other.code as replacedBy'])
    .select(
      sql<number>`(
        select count(*) from waiting_deliveries w
        where w.sticker_code = s.code and w.record_id is null and w.withdrawn_by is null)`.as('waiting'),
    )
    .where('s.boundTo', '=', owner)

export const listOwnStickers = (db: Db, owner: number): Promise<OwnSticker[]> =>
  ownStickers(db, owner).orderBy('s.boundAt', 'desc').orderBy('s.id', 'desc').execute()

export const findOwnSticker = (db: Db, owner: number, code: string): Promise<OwnSticker> =>
  ownStickers(db, owner).where('s.code', '=', code).executeTakeFirstOrThrow()
