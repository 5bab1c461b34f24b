import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'
import { lockedAccounts } from '#server/lib/restrictions/restrictions.ts'

/** What texts name a person by; undefined if the account may not be erased. Without a lock. */
export const findNamed = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'telephone'])
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .where('isStaff', '=', false)
    .executeTakeFirst()

/** Locks an account until the transaction ends. @returns what its erasure needs; undefined if there is no such account */
export const lockPerson = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select([
      'id',
      'email',
      'firstName',
      'lastName',
      'telephone',
      'sub',
      'language',
      'isStaff',
      'activatedAt',
      'erasedAt',
    ])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/**
 * Removes the personal data of an account. Keeps what counters depend on: the municipality, and the day of the
 * activation. The new `sub` is random. The new address cannot be used to sign up: it has no @.
 */
export const blankPerson = (trx: Trx, id: number, now: Date) =>
  sql`
    update users set email = ${`erased-${id}`}, first_name = '', last_name = '', telephone = '',
      password_hash = null, language = null, is_active = false, sub = gen_random_uuid(), erased_at = ${now},
      created_at = athens_start(athens_day(created_at)), activated_at = athens_start(athens_day(activated_at))
    where id = ${id}`.execute(trx)

export const deletePerson = (trx: Trx, id: number) => trx.deleteFrom('users').where('id', '=', id).execute()

export const deleteTokensOf = async (trx: Trx, userId: number): Promise<number> => {
  const { numDeletedRows } = await trx
    .deleteFrom('accountTokens')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return Number(numDeletedRows)
}

export const deleteActivity = (trx: Trx, userId: number) =>
  trx.deleteFrom('accountActivity').where('userId', '=', userId).execute()

export const findErasure = (db: Db, userId: number) =>
  db
    .selectFrom('erasures')
    .select(['userId', 'confirmedAt', 'dueAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()

/** @returns false if the erasure is scheduled already */
export async function insertErasure(
  trx: Trx,
  erasure: { userId: number; confirmedAt: Date; dueAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('erasures')
    .values(erasure)
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if none was scheduled */
export async function deleteErasure(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('erasures').where('userId', '=', userId).executeTakeFirst()
  return numDeletedRows === 1n
}

/** Postpones an erasure to a time, if it is due earlier. @returns false if none is scheduled */
export async function postponeErasure(trx: Trx, userId: number, until: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('erasures')
    .set({ dueAt: sql`greatest(due_at, ${until})` })
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Lists the accounts whose cooling-off period has ended, and which are not locked. */
export const listDue = (db: Db, now: Date, limit: number) =>
  db
    .selectFrom('erasures')
    .select('userId')
    .where('dueAt', '<=', now)
    .where('userId', 'not in', lockedAccounts(now))
    .orderBy('dueAt')
    .limit(limit)
    .execute()

/** Postpones the erasures of locked accounts to a time. */
export const postponeLocked = (db: Db, now: Date, dueAt: Date) =>
  db
    .updateTable('erasures')
    .set({ dueAt })
    .where('dueAt', '<', dueAt)
    .where('userId', 'in', lockedAccounts(now))
    .execute()

/** Locks a due erasure until the transaction ends: it can no longer be cancelled. @returns false if it is not due */
export async function lockDue(trx: Trx, userId: number, now: Date): Promise<boolean> {
  const row = await trx
    .selectFrom('erasures')
    .select('userId')
    .where('userId', '=', userId)
    .where('dueAt', '<=', now)
    .where('userId', 'not in', lockedAccounts(now))
    .forUpdate()
    .executeTakeFirst()
  return row !== undefined
}

export const findIdByEmail = async (db: Db, email: string): Promise<number | undefined> =>
  (await db.selectFrom('users').select('id').where('emailKey', '=', emailKeyOf(email)).executeTakeFirst())?.id

/**
 * Tables whose statistics may contain values of erased rows: the planner keeps samples of every column. Tables of other
 * owners are skipped with a warning.
 */
const sampled = [
  'users',
  'account_tokens',
  'email_changes',
  'points_records',
  'waiting_deliveries',
  'coupons',
  'call_notes',
  'delivery_claims',
  'data_requests',
  'sticker_batches',
  'approvals',
  'ledger_flags',
  'audit_texts',
  'oidc_payloads',
]

/** Replaces the planner's samples, so that they contain no value of an erased row. */
export async function renewStatistics(db: Db): Promise<void> {
  for (const table of sampled) await sql`analyze ${sql.table(table)}`.execute(db)
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db)
  if (rows[0]?.exists) await sql`analyze pgboss.job`.execute(db)
}

export const findAvailable = async (db: Db, participantId: number): Promise<number> =>
  (
    await db
      .selectFrom('balances')
      .select('available')
      .where('participantId', '=', participantId)
      .executeTakeFirst()
  )?.available ?? 0

/** Deletes the links that confirm or cancel an erasure. */
export const deleteErasureLinks = (trx: Trx, userId: number) =>
  trx
    .deleteFrom('accountTokens')
    .where('userId', '=', userId)
    .where('purpose', 'in', ['erasure', 'erasure_cancel'])
    .execute()

export const listErasuresSince = async (db: Db, since: Date): Promise<{ account: number; at: Date }[]> =>
  (
    await sql<{ account: number; at: Date }>`
      select subject_id as account, at from audit_entries
      where action = 'erasure.execute' and subject_id is not null and at >= ${since} order by id`.execute(db)
  ).rows

const lastLogged = 'last logged erasure'

/** @returns the time of the newest erasure in the server's log; 1970 if there is none */
export async function findLastLogged(db: Db): Promise<Date> {
  const { rows } = await sql<{ value: string }>`
    select value from portal_state where key = ${lastLogged}`.execute(db)
  return new Date(rows[0]?.value ?? 0)
}

export const noteLogged = (db: Db, at: Date) =>
  sql`
    insert into portal_state (key, value) values (${lastLogged}, ${at.toISOString()})
    on conflict (key) do update set value = excluded.value`.execute(db)

/** Whether an account existed at a time. */
export async function existedAt(db: Db, id: number, at: Date): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${id} and created_at <= ${at}`.execute(db)
  return rows.length > 0
}
