import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/** Which factors an account has. */
export const findFactors = async (db: Db, userId: number) => {
  const { rows } = await sql<{ totp: boolean; passkey: boolean; recovery: boolean }>`
    select exists (select 1 from totp_secrets where user_id = ${userId}) as totp,
      exists (select 1 from passkeys where user_id = ${userId}) as passkey,
      exists (select 1 from recovery_codes where user_id = ${userId} and used_at is null) as recovery`.execute(
    db,
  )
  return rows[0] ?? { totp: false, passkey: false, recovery: false }
}

/** Finds an unexpired pending sign-in of an active account. */
export const findPending = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('pendingSignIns')
    .innerJoin('users', 'users.id', 'pendingSignIns.userId')
    .select(['users.id as userId', 'users.isStaff', 'pendingSignIns.tokenHash', 'pendingSignIns.challenge'])
    .where('pendingSignIns.tokenHash', '=', tokenHash)
    .where('pendingSignIns.expiresAt', '>', now)
    .where('users.isActive', '=', true)
    .executeTakeFirst()

export const setChallenge = (db: Db, tokenHash: string, challenge: string) =>
  db.updateTable('pendingSignIns').set({ challenge }).where('tokenHash', '=', tokenHash).execute()

/** @returns false if another call has used the challenge */
export const useChallenge = async (db: Db, tokenHash: string, challenge: string) => {
  const { numUpdatedRows } = await db
    .updateTable('pendingSignIns')
    .set({ challenge: null })
    .where('tokenHash', '=', tokenHash)
    .where('challenge', '=', challenge)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns undefined if there is none; a password reset deletes it */
export const deletePending = (db: Db, tokenHash: string) =>
  db.deleteFrom('pendingSignIns').where('tokenHash', '=', tokenHash).returning('replaces').executeTakeFirst()

export const deletePendingOf = (db: Db, userId: number) =>
  db.deleteFrom('pendingSignIns').where('userId', '=', userId).execute()

/** Deletes sign-ins that were not finished, and the sessions that they would have continued: their browser has lost the token. */
export const deleteExpiredPending = (db: Db, now: Date) =>
  sql`
    with expired as (delete from pending_sign_ins where expires_at <= ${now} returning replaces)
    delete from sessions where token_hash in (select replaces from expired)`.execute(db)

/** Locks an active account until the transaction ends, as the function `sign_in`. @returns its data for a new session */
export const lockAccount = (trx: Trx, userId: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'isStaff', 'language', 'passwordHash'])
    .where('id', '=', userId)
    .where('isActive', '=', true)
    .forShare()
    .executeTakeFirst()

export const findConfirmation = (db: Db, tokenHash: string) =>
  db
    .selectFrom('sessions')
    .select(['createdAt', 'confirmedAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()

export const setConfirmation = (db: Db, tokenHash: string, now: Date) =>
  db.updateTable('sessions').set({ confirmedAt: now }).where('tokenHash', '=', tokenHash).execute()
