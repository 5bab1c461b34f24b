import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** The account that a sign-in names, whether active or not; letter case of the address doesn't matter. */
export const findCredentials = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'isActive', 'passwordHash'])
    .where('emailKey', '=', sql<string>`lower(${email} collate "und-x-icu")`)
    .executeTakeFirst()

/** The most iterations that any Django hash has; null where none is left. From an index: at once. */
export async function findDearestDjangoHash(db: Db): Promise<number | null> {
  const { rows } = await sql<{ iterations: number | null }>`
    select max(split_part(password_hash, '$', 2)::int) as iterations from users
    where password_hash like 'pbkdf2_sha256$%'`.execute(db)
  return rows[0]?.iterations ?? null
}

export const insertSession = (
  db: Db,
  session: { tokenHash: string; userId: number; createdAt: Date; expiresAt: Date },
) => db.insertInto('sessions').values(session).execute()

/** The live session that a cookie names, with its account's part in the portal. */
export const findSession = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.userId')
    .select(['users.id', 'users.isStaff', 'sessions.tokenHash'])
    .where('sessions.tokenHash', '=', tokenHash)
    .where('sessions.expiresAt', '>', now)
    .where('users.isActive', '=', true)
    .executeTakeFirst()

export const deleteSession = (db: Db, tokenHash: string) =>
  db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()

/** Ends an account's sessions, but for the one that is named. */
export const deleteSessionsOf = (db: Db, userId: number, except = '') =>
  db.deleteFrom('sessions').where('userId', '=', userId).where('tokenHash', '<>', except).execute()

export const deleteExpiredSessions = (db: Db, now: Date) =>
  db.deleteFrom('sessions').where('expiresAt', '<=', now).execute()

export const updatePasswordHash = (db: Db, userId: number, passwordHash: string) =>
  db.updateTable('users').set({ passwordHash }).where('id', '=', userId).execute()
