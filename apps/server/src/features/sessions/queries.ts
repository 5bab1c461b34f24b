import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/** Finds an account by e-mail address, ignoring letter case; includes inactive accounts. */
export const findCredentials = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'isActive', 'passwordHash'])
    .where('emailKey', '=', sql<string>`lower(${email} collate "und-x-icu")`)
    .executeTakeFirst()

/**
 * Returns the slowest remaining imported hash per algorithm. Uses partial indexes that contain only imported hashes.
 */
export async function findSlowestHashes(db: Db): Promise<string[]> {
  const memory = sql`substring(password_hash from 'm=(\\d{1,7}),')::bigint`
  const passes = sql`substring(password_hash from ',t=(\\d{1,2}),')::bigint`
  const { rows } = await sql<{ passwordHash: string }>`
    (select password_hash from users where password_hash like 'pbkdf2_sha256$%'
      order by split_part(password_hash, '$', 2)::int desc limit 1)
    union all
    (select password_hash from users
      where password_hash like '%argon2%' and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'
        and (${memory} * ${passes}) > 0
      order by (${memory} * ${passes}) desc limit 1)`.execute(db)
  return rows.map(({ passwordHash }) => passwordHash)
}

export const insertSession = (
  db: Db,
  session: { tokenHash: string; userId: number; createdAt: Date; expiresAt: Date },
) => db.insertInto('sessions').values(session).execute()

/** Deletes the oldest sessions of an account, so that at most `max` remain. */
export const deleteSessionsBeyond = (db: Db, userId: number, max: number) =>
  db
    .deleteFrom('sessions')
    .where('tokenHash', 'in', (sessions) =>
      sessions
        .selectFrom('sessions')
        .select('tokenHash')
        .where('userId', '=', userId)
        .orderBy('createdAt', 'desc')
        .orderBy('tokenHash')
        .offset(max),
    )
    .execute()

/** Finds an unexpired session of an active account, with the account's id, role and `sub`. */
export const findSession = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.isStaff', 'users.sub', 'sessions.tokenHash'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', now)
    .where('users.isActive', '=', true)
    .executeTakeFirst()

/** Replaces the token hash of a session. @returns its expiry; undefined if there is no such session */
export const replaceToken = (db: Db, tokenHash: string, by: string) =>
  db
    .updateTable('sessions')
    .set({ tokenHash: by })
    .where('tokenHash', '=', tokenHash)
    .returning('expiresAt')
    .executeTakeFirst()

export const deleteSession = (db: Db, tokenHash: string) =>
  db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()

/** Deletes the sessions of an account, except the one with the token hash `except`. */
export const deleteSessionsOf = (db: Db, userId: number, except = '') =>
  db.deleteFrom('sessions').where('userId', '=', userId).where('tokenHash', '<>', except).execute()

export const deleteExpiredSessions = (db: Db, now: Date) =>
  db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()

export const findPasswordHash = (db: Db, userId: number) =>
  db.selectFrom('users').select('passwordHash').where('id', '=', userId).executeTakeFirst()

/** @returns false if the stored hash is no longer `from` */
export const replacePasswordHash = async (db: Db, userId: number, from: string, to: string) => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: to })
    .where('id', '=', userId)
    .where('passwordHash', '=', from)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/**
 * Locks an account until the transaction ends. A concurrent change of the password or closing of the account waits, and
 * then also ends the session that this transaction creates.
 * @returns false if the password was changed or the account is closed
 */
export const lockPassword = async (trx: Trx, userId: number, passwordHash: string) => {
  const locked = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('passwordHash', '=', passwordHash)
    .where('isActive', '=', true)
    .forShare()
    .executeTakeFirst()
  return locked !== undefined
}
