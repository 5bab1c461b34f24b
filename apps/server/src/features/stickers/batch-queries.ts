import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

export type BatchRow = { id: number; count: number; bound: number; note: string; createdAt: Date }

export const insertBatch = (
  trx: Db,
  batch: { count: number; note: string; createdAt: Date; createdBy: number | null },
): Promise<{ id: number }> =>
  trx.insertInto('stickerBatches').values(batch).returning('id').executeTakeFirstOrThrow()

/** @returns the number of inserted codes; existing codes are skipped */
export async function insertCodes(trx: Db, batchId: number, codes: string[]): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into stickers (code, batch_id)
    select code, ${batchId}::int from unnest(${codes}::text[]) with ordinality as rows (code, place) order by place
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** @param id batch id; default: all batches */
export async function listBatches(db: Db, id?: number): Promise<BatchRow[]> {
  const { rows } = await sql<BatchRow>`
    select b.id, b.count, b.note, b.created_at,
      (select count(*) from stickers s where s.batch_id = b.id and s.bound_to is not null) as bound
    from sticker_batches b ${id === undefined ? sql`` : sql`where b.id = ${id}`}
    order by b.id desc`.execute(db)
  return rows
}

export const listCodes = async (db: Db, batchId: number): Promise<string[]> =>
  (await db.selectFrom('stickers').select('code').where('batchId', '=', batchId).orderBy('id').execute()).map(
    ({ code }) => code,
  )

/** Returns those of the codes that exist. */
export async function listExisting(db: Db, codes: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ code: string }>`
    select code from stickers where code = any(${codes}::text[])`.execute(db)
  return new Set(rows.map(({ code }) => code))
}

/** Empties the note of a batch. */
export const emptyNote = (trx: Trx, id: number) =>
  trx.updateTable('stickerBatches').set({ note: '' }).where('id', '=', id).execute()
