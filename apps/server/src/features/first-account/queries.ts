import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

const key = 'first account link'

export type StoredLink = { tokenHash: string; expiresAt: Date }

/** Whether there is or was an account of staff, also a disabled one. */
export async function hasStaff(db: Db): Promise<boolean> {
  const found = await db.selectFrom('users').select('id').where('role', 'is not', null).limit(1).execute()
  return found.length > 0
}

/** Stores the link in place of an earlier one. */
export const storeLink = (db: Db, { tokenHash, expiresAt }: StoredLink) =>
  sql`
    insert into portal_state (key, value) values (${key}, ${`${tokenHash} ${expiresAt.toISOString()}`})
    on conflict (key) do update set value = excluded.value`.execute(db)

export async function findLink(db: Db): Promise<StoredLink | undefined> {
  const row = await db.selectFrom('portalState').select('value').where('key', '=', key).executeTakeFirst()
  const [tokenHash, expires] = row?.value.split(' ') ?? []
  return tokenHash && expires ? { tokenHash, expiresAt: new Date(expires) } : undefined
}

/** The role of the server may not delete rows of this table. */
export const voidLink = (db: Db) =>
  db.updateTable('portalState').set({ value: '' }).where('key', '=', key).execute()
