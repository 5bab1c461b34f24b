import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Registers accounts that are not erased with an open stream in a process, for `lifetime` seconds of the database's clock. */
export const register = (db: Db, process: string, accountIds: number[], lifetime: number) =>
  sql`
    insert into open_streams (account_id, process, expires_at)
    select id, ${process}::uuid, now() + ${lifetime} * interval '1 second'
    from users where id = any(${accountIds}::bigint[]) and erased_at is null for key share
    on conflict (account_id, process) do update set expires_at = excluded.expires_at`.execute(db)

export const unregister = (db: Db, process: string, accountIds: number[]) =>
  db.deleteFrom('openStreams').where('process', '=', process).where('accountId', 'in', accountIds).execute()

export const unregisterAll = (db: Db, process: string) =>
  db.deleteFrom('openStreams').where('process', '=', process).execute()

export const deleteOf = (db: Db, accountId: number) =>
  db.deleteFrom('openStreams').where('accountId', '=', accountId).execute()

export const deleteExpired = (db: Db) =>
  db
    .deleteFrom('openStreams')
    .where('expiresAt', '<=', sql<Date>`now()`)
    .execute()

export type CountRow = { participantId: number; nRecords: number; usedAt: Date | null }

/**
 * Numbers of records by account, and when a desk last used one of its coupons. Accounts without a balance, those of staff, have
 * none.
 */
export async function countRecords(db: Db, accountIds: number[]): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    select b.participant_id, b.n_records,
      (select max(c.used_at) from coupons c
        where c.participant_id = b.participant_id and c.used_device_id is not null) as used_at
    from balances b where b.participant_id = any(${accountIds}::bigint[])`.execute(db)
  return rows
}
