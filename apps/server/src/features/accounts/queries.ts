import type { Language } from '@portal/contract/words/language.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import { type Insertable, sql } from 'kysely'
import { compileOnce, type Db, type Trx } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'
import { isKept } from './addresses/queries.ts'
import type { Database } from '#server/db/schema.ts'

const profile = [
  'users.id',
  'email',
  'firstName',
  'lastName',
  'isStaff',
  'role',
  'language',
  'isActive',
  'activatedAt',
  'erasedAt',
  'telephone',
  'municipalityId',
  'erasures.dueAt as erasureDueAt',
] as const

const accounts = (db: Db) =>
  db.selectFrom('users').leftJoin('erasures', 'erasures.userId', 'users.id').select(profile)

const accountsById = compileOnce((db: Db, { id }: { id: number }) => accounts(db).where('users.id', '=', id))

export const findAccount = async (db: Db, id: number) => (await accountsById(db, { id }))[0]

/** Ignores the letter case of the address. */
export const findAccountByEmail = (db: Db, email: string) =>
  accounts(db).where('emailKey', '=', emailKeyOf(email)).executeTakeFirst()

/** Data that known-browser marks are bound to; includes inactive accounts. */
export const findCredentials = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'passwordHash'])
    .where('emailKey', '=', emailKeyOf(email))
    .executeTakeFirst()

type NewAccount = {
  email: string
  firstName: string
  lastName: string
  telephone: string
  municipalityId: number | null
  /** null: a customer. */ role: Role | null
  isActive: boolean
  passwordHash: string | null
  createdAt: Date
  activatedAt: Date | null
  language?: Language | undefined
}

/**
 * @returns the id of the new account; undefined if the address already has an account, or its earlier account may take it back: then
 * the caller undoes the transaction
 */
export async function insertAccount(trx: Trx, account: NewAccount): Promise<{ id: number } | undefined> {
  const inserted = await trx
    .insertInto('users')
    .values({ ...account, emailKey: emailKeyOf(account.email), isStaff: account.role !== null })
    .onConflict((conflict) => conflict.column('emailKey').doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted && !(await isKept(trx, account.email, account.createdAt)) ? inserted : undefined
}

type Change = { firstName?: string; lastName?: string; telephone?: string; municipalityId?: number }

/** @returns the profile after the change; undefined if the account is closed */
export const updateAccount = (db: Db, id: number, change: Change) =>
  db
    .updateTable('users')
    .set(change)
    .where('id', '=', id)
    .where('isActive', '=', true)
    .returning(['email', 'firstName', 'lastName', 'isStaff', 'telephone', 'municipalityId'])
    .executeTakeFirst()

/** @returns true if this call activated the account */
export const activateAccount = async (db: Db, id: number, now: Date) => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ isActive: true, activatedAt: now })
    .where('id', '=', id)
    .where('isActive', '=', false)
    // Does not reopen a closed or erased account.
    .where('activatedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export type Purpose = Database['accountTokens']['purpose']

type NewToken = Insertable<Database['accountTokens']>

/**
 * @param token.query query string of the page that requested the link
 * @param sentTo the address of the account that the mail goes to; undefined: another one
 * @returns false if the account is erased or deleted, or has another address since
 */
export const insertToken = async (db: Db, token: NewToken, sentTo?: string): Promise<boolean> => {
  const { tokenHash, userId, purpose, createdAt, expiresAt, query = null, emailChangeId = null } = token
  const isSame = sentTo === undefined ? sql`true` : sql`email = ${sentTo}`
  const { rows } = await sql`
    insert into account_tokens (token_hash, user_id, purpose, created_at, expires_at, query, email_change_id)
    select ${tokenHash}, id, ${purpose}, ${createdAt}, ${expiresAt}, ${query}, ${emailChangeId}::bigint
    from users where id = ${userId} and erased_at is null and ${isSame} for key share
    returning user_id`.execute(db)
  return rows.length > 0
}

/** Returns the query string of a link; also of one that was used. */
export const findLinkQuery = async (db: Db, tokenHash: string) =>
  (await db.selectFrom('accountTokens').select('query').where('tokenHash', '=', tokenHash).executeTakeFirst())
    ?.query ?? undefined

export const findToken = (db: Db, tokenHash: string, of: Pick<NewToken, 'userId' | 'purpose'>, now: Date) =>
  db
    .selectFrom('accountTokens')
    .select(['tokenHash', 'usedAt', 'emailChangeId'])
    .where('tokenHash', '=', tokenHash)
    .where('userId', '=', of.userId)
    .where('purpose', '=', of.purpose)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Marks a token as used. @returns false if it was already used */
export const useToken = async (db: Db, tokenHash: string, now: Date) => {
  const { numUpdatedRows } = await db
    .updateTable('accountTokens')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const deleteTokens = (db: Db, userId: number, purposes: Purpose[]) =>
  db.deleteFrom('accountTokens').where('userId', '=', userId).where('purpose', 'in', purposes).execute()

export const findPasswordHash = (db: Db, id: number) =>
  db.selectFrom('users').select('passwordHash').where('id', '=', id).executeTakeFirst()

export const updatePasswordHash = (db: Db, id: number, passwordHash: string) =>
  db.updateTable('users').set({ passwordHash }).where('id', '=', id).where('erasedAt', 'is', null).execute()

/** Removes the password; only a reset can set a new one. @returns false if the account is closed */
export const voidPassword = async (db: Db, id: number) => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ passwordHash: null })
    .where('id', '=', id)
    .where('isActive', '=', true)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** @returns false if the account is or was active */
export const deleteUnactivatedAccount = async (db: Db, id: number) => {
  const { numDeletedRows } = await db
    .deleteFrom('users')
    .where('id', '=', id)
    .where('isActive', '=', false)
    .where('activatedAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const deleteToken = (db: Db, tokenHash: string) =>
  db.deleteFrom('accountTokens').where('tokenHash', '=', tokenHash).execute()

export const deleteExpiredTokens = (db: Db, now: Date) =>
  db.deleteFrom('accountTokens').where('expiresAt', '<=', now).execute()

/** Deletes accounts that were never activated; their addresses can then be used to sign up. */
export const deleteUnactivatedAccounts = (db: Db, createdBefore: Date) =>
  db
    .deleteFrom('users')
    .where('isActive', '=', false)
    .where('activatedAt', 'is', null)
    .where('erasedAt', 'is', null)
    .where('createdAt', '<', createdBefore)
    .execute()

/** Whether staff lock the account now. */
export const isLocked = async (db: Db, userId: number, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('accountLocks')
    .select('userId')
    .where('userId', '=', userId)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
    .executeTakeFirst()) !== undefined

/** Whether a mail about the erasure of the inactive account was queued, and the person has not signed in since. */
export const isWarned = async (db: Db, userId: number): Promise<boolean> =>
  (await db
    .selectFrom('accountActivity')
    .select('userId')
    .where('userId', '=', userId)
    .where('warnedAt', 'is not', null)
    .executeTakeFirst()) !== undefined

/** Notes that a mail server accepted the warning: the time until the erasure begins. */
export const acceptWarning = (db: Db, userId: number, at: Date) =>
  db
    .updateTable('accountActivity')
    .set({ warningAcceptedAt: at })
    .where('userId', '=', userId)
    .where('warnedAt', 'is not', null)
    .execute()

/** Returns the token of the links that turn the mails about points off; undefined if they are off. */
export const findPointsMailsToken = async (db: Db, userId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('pointsMails')
      .leftJoin('accountRestrictions', 'accountRestrictions.userId', 'pointsMails.userId')
      .select('token')
      .where('pointsMails.userId', '=', userId)
      .where('accountRestrictions.userId', 'is', null)
      .executeTakeFirst()
  )?.token
