import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Logo } from './read-logo.ts'

export const findVersion = (db: Db) => db.selectFrom('brand').select('version').executeTakeFirst()

export type Stored = { version: number; content: unknown; logoType: string | null }

export const findBrand = (db: Db): Promise<Stored | undefined> =>
  db.selectFrom('brand').select(['version', 'content', 'logoType']).executeTakeFirst()

/** Until the transaction ends, nobody else changes it. */
export const lockBrand = (trx: Trx): Promise<Stored | undefined> =>
  trx.selectFrom('brand').select(['version', 'content', 'logoType']).forUpdate().executeTakeFirst()

export const findLogo = (db: Db) => db.selectFrom('brand').select(['logo', 'logoType']).executeTakeFirst()

type Change = { content: object; /** Undefined: as it is. */ logo: Logo | null | undefined; at: Date }

/** @returns false if somebody else has inserted it meanwhile */
export async function insertBrand(trx: Trx, { content, logo, at }: Change): Promise<boolean> {
  const { rows } = await sql`
    insert into brand (version, content, logo, logo_type, changed_at)
    values (1, ${JSON.stringify(content)}::jsonb, ${logo?.bytes ?? null}, ${logo?.type ?? null}, ${at})
    on conflict do nothing returning version`.execute(trx)
  return rows.length > 0
}

export const updateBrand = (trx: Trx, { content, logo, at }: Change) =>
  trx
    .updateTable('brand')
    .set((eb) => ({
      version: eb('version', '+', 1),
      content: JSON.stringify(content),
      changedAt: at,
      ...(logo !== undefined && { logo: logo?.bytes ?? null, logoType: logo?.type ?? null }),
    }))
    .execute()
