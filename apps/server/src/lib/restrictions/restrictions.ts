import { can, type Role } from '@portal/contract/security/permissions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { ApiError } from '../errors/api-error.ts'

/**
 * Filters the accounts whose data may only be stored (docs/decisions/046-restriction.md). A writer of points calls it after it
 * has locked the balances. Others read from the main database; only the list of everyone's points may come from a standby
 * server, which knows a new restriction seconds later.
 */
export async function listRestricted(db: Db, ids: readonly number[]): Promise<Set<number>> {
  const [first, ...others] = ids
  if (first === undefined) return new Set()
  // PostgreSQL would plan the statement at each use with a list of one.
  if (others.length === 0) return new Set((await isRestricted(db, first)) ? [first] : [])
  const { rows } = await sql<{ userId: number }>`
    select user_id from account_restrictions where user_id = any(${ids}::bigint[])`.execute(db)
  return new Set(rows.map(({ userId }) => userId))
}

export async function isRestricted(db: Db, id: number): Promise<boolean> {
  const { rows } = await sql`select from account_restrictions where user_id = ${id}`.execute(db)
  return rows.length > 0
}

/** The accounts that staff lock at a time, for statements. */
export const lockedAccounts = (now: Date) =>
  sql<number>`(select user_id from account_locks where ends_at is null or ends_at > ${now})`

type Reader = { role: Role | null }

/** Whether a role sees the data of restricted accounts. Others see the name, and that the account is restricted. */
export const seesRestricted = ({ role }: Reader): boolean => can(role, 'requests.answer')

/** All accounts whose data a person of staff may not see, for an export. Few people ask for a restriction. */
export const listAllHidden = async (db: Db, reader: Reader): Promise<number[]> =>
  seesRestricted(reader)
    ? []
    : (await db.selectFrom('accountRestrictions').select('userId').execute()).map(({ userId }) => userId)

/** @throws ApiError processing_restricted if the person of staff may not see the account's data */
export async function assertShown(db: Db, reader: Reader, id: number): Promise<void> {
  if (!seesRestricted(reader)) await assertUnrestricted(db, id)
}

/** @throws ApiError processing_restricted */
export async function assertUnrestricted(db: Db, id: number): Promise<void> {
  if (await isRestricted(db, id)) throw new ApiError('processing_restricted')
}

/**
 * Whether an account may do what costs points or gives a coupon away: not while its processing is restricted or staff lock
 * it. Call it after the balance or the coupon is locked.
 */
export async function mayRedeem(db: Db, id: number, now: Date): Promise<boolean> {
  if (await isRestricted(db, id)) return false
  const { rows } = await sql`
    select from account_locks where user_id = ${id} and (ends_at is null or ends_at > ${now})`.execute(db)
  return rows.length === 0
}

/** @throws ApiError processing_restricted */
export async function assertMayRedeem(db: Db, id: number, now: Date): Promise<void> {
  if (!(await mayRedeem(db, id, now))) throw new ApiError('processing_restricted')
}
