import type { Language } from '@portal/contract/words/language.ts'
import type { AuditActorKind } from '@portal/contract/security/audit.ts'
import { sql } from 'kysely'
import { compileOnce, type Db } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'
import { writtenUpTo } from '#server/lib/standby/standby.ts'

/** The lock of an account by staff; nulls: none. */
const ofLock = ['accountLocks.lockedAt', 'accountLocks.endsAt as lockEndsAt'] as const

const credentials = compileOnce((db: Db, { key }: { key: string }) =>
  db
    .selectFrom('users')
    .leftJoin('accountLocks', 'accountLocks.userId', 'users.id')
    .select(['id', 'email', 'isActive', 'isStaff', 'language', 'passwordHash'])
    .select(ofLock)
    .where('emailKey', '=', key),
)

/** Finds an account by e-mail address, ignoring letter case; includes inactive accounts. */
export const findCredentials = async (db: Db, email: string) =>
  (await credentials(db, { key: emailKeyOf(email) }))[0]

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

export const updateLanguage = (db: Db, userId: number, language: Language) =>
  db.updateTable('users').set({ language }).where('id', '=', userId).execute()

type NewSession = {
  account: number
  token: string
  at: Date
  ends: Date
  browser: string
  system: string
  place: string
  maxSessions: number
  kind: AuditActorKind
  network: string | null
  /** Token hash of a session that ends, or continues if it is of the same account. */
  replaced: string | null
}

const newSessions = compileOnce(
  (
    _: Db,
    { account, token, at, ends, browser, system, place, maxSessions, kind, network, replaced }: NewSession,
  ) =>
    sql`select from open_session(${account}, ${token}, ${at}, ${ends}, ${browser}, ${system}, ${place}, ${maxSessions},
      ${kind}, ${network}, ${replaced})`,
)

/** Creates a session, or continues `replaced`, with its audit entry, and deletes the oldest ones of the account, so that at most `maxSessions` remain. */
export const openSession = (db: Db, session: NewSession) => newSessions(db, session)

type SignIn = NewSession & {
  /** Password hash of the account that was checked. */
  checked: string
  /** Key in `rate_limits` of the tries to forget. */
  counted: string
  pendingEnds: Date
  maxPending: number
}

const signIns = compileOnce(
  (_: Db, s: SignIn) =>
    sql<{ totp: boolean; passkey: boolean; recovery: boolean }>`
      select totp, passkey, recovery from sign_in(${s.account}, ${s.checked}, ${s.counted}, ${s.replaced}, ${s.token}, ${s.at},
        ${s.ends}, ${s.pendingEnds}, ${s.browser}, ${s.system}, ${s.place}, ${s.maxSessions}, ${s.maxPending}, ${s.kind},
        ${s.network})`,
)

/** SQLSTATE no_data_found, of the function `sign_in`. */
const isChanged = (error: unknown) => (error as { code?: string }).code === 'P0002'

/**
 * Writes a sign-in: creates the session, or for an account with a second factor the pending sign-in, and locks the account
 * until the transaction ends.
 * @returns the account's factors; undefined if the password was changed since the check, or the account is closed
 */
export const signIn = async (db: Db, values: SignIn) =>
  (
    await signIns(db, values).catch((error: unknown) => {
      if (isChanged(error)) return []
      throw error
    })
  )[0]

const ofSession = ['tokenHash', 'createdAt', 'expiresAt', 'lastSeenAt', 'wroteUpTo'] as const
const ofAccount = [
  ...(['id', 'isStaff', 'role', 'sub'] as const),
  ...(['email', 'firstName', 'lastName', 'telephone', 'municipalityId'] as const),
] as const

// With `token_hash = any($1)`, PostgreSQL estimates ten hashes for a kept plan and the real number for a new one, so that it
// plans at each use: 120 to 140 of 150 µs. The number of texts that string_to_table returns is estimated without its arguments. The
// limit keeps the look-up by index also in plans of small tables.
const sessions = compileOnce((db: Db, { tokenHashes }: { tokenHashes: string }) =>
  db
    .selectFrom(sql<{ hash: string }>`string_to_table(${tokenHashes}, ',')`.as<'asked'>(sql`asked (hash)`))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('sessions')
          .innerJoin('users', 'users.id', 'sessions.userId')
          .leftJoin('erasures', 'erasures.userId', 'users.id')
          .leftJoin('accountLocks', 'accountLocks.userId', 'users.id')
          .select(ofSession.map((name) => `sessions.${name}` as const))
          .select(ofAccount.map((name) => `users.${name}` as const))
          .select('erasures.dueAt as erasureDueAt')
          .select(ofLock)
          .whereRef('sessions.tokenHash', '=', 'asked.hash')
          .where('users.isActive', '=', true)
          .limit(1)
          .as('found'),
      (join) => join.onTrue(),
    )
    .select([...ofSession, ...ofAccount, 'erasureDueAt', 'lockedAt', 'lockEndsAt']),
)

/** Finds sessions of active accounts, also expired ones, with the account's profile: one statement for both. */
export const findSessions = (db: Db, tokenHashes: string[]) =>
  sessions(db, { tokenHashes: tokenHashes.join(',') })

/**
 * Records a use of a session. Skips it while another call does so, instead of waiting, and does not wait for the disk:
 * a crash of PostgreSQL may lose the uses of its last second.
 */
export async function recordUse(
  db: Db,
  tokenHash: string,
  { lastSeenAt, expiresAt }: { lastSeenAt: Date; expiresAt: Date },
): Promise<void> {
  await sql`
    update sessions set last_seen_at = ${lastSeenAt}, expires_at = ${expiresAt}
    from set_config('synchronous_commit', 'off', true)
    where token_hash in (select token_hash from sessions where token_hash = ${tokenHash}
      for no key update skip locked)`.execute(db)
}

/** Records in all sessions of an account how far the WAL is written now. */
export const recordWrite = (db: Db, userId: number) =>
  sql`
    update sessions set wrote_up_to = ${writtenUpTo} from set_config('synchronous_commit', 'off', true)
    where user_id = ${userId}`.execute(db)

/** Replaces the token hash of a session. @returns its creation time; undefined if there is no such session */
export const replaceToken = (db: Db, tokenHash: string, by: string) =>
  db
    .updateTable('sessions')
    .set({ tokenHash: by })
    .where('tokenHash', '=', tokenHash)
    .returning('createdAt')
    .executeTakeFirst()

export const deleteSession = (db: Db, tokenHash: string) =>
  db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).execute()

/** Deletes the sessions of an account, except the one with the token hash `except`. @returns their number */
export const deleteSessionsOf = async (db: Db, userId: number, except = ''): Promise<number> => {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('tokenHash', '<>', except)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

/** Lists the unexpired sessions of an account, the last used first. */
export const listSessions = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('sessions')
    .select(['id', 'tokenHash', 'browser', 'system', 'network', 'createdAt', 'lastSeenAt'])
    .where('userId', '=', userId)
    .where('expiresAt', '>', now)
    .orderBy('lastSeenAt', 'desc')
    .orderBy('id')
    .execute()

/** @returns the token hash of the deleted session; undefined if the account has no such session */
export const deleteOwnSession = (db: Db, userId: number, id: string) =>
  db
    .deleteFrom('sessions')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .returning('tokenHash')
    .executeTakeFirst()

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
