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

/** Numbers of records by account. Accounts without a balance, those of staff, have none. */
export const countRecords = (db: Db, accountIds: number[]) =>
  db
    .selectFrom('balances')
    .select(['participantId', 'nRecords'])
    .where('participantId', 'in', accountIds)
    .execute()
