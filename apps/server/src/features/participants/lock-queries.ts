import type { LockReason } from '@portal/contract/security/lock-reasons.ts'
import type { Db, Trx } from '#server/db/database.ts'

/** Locks the row of a citizen's active account until the transaction ends. @returns undefined if there is none */
export const lockCitizen = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('isStaff', '=', false)
    .forUpdate()
    .executeTakeFirst()

type Lock = { userId: number; reason: LockReason; lockedAt: Date; endsAt: Date | null }

/** Replaces an earlier lock. */
export const upsertLock = (trx: Trx, { userId, ...lock }: Lock) =>
  trx
    .insertInto('accountLocks')
    .values({ userId, ...lock })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet(lock))
    .execute()

/** @returns false if the account has no lock */
export async function deleteLock(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('accountLocks')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

/** Finds the lock of an account that has not ended. */
export const findLock = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('accountLocks')
    .select(['reason', 'lockedAt', 'endsAt'])
    .where('userId', '=', userId)
    .where((where) => where.or([where('endsAt', 'is', null), where('endsAt', '>', now)]))
    .executeTakeFirst()

export const deleteEndedLocks = (db: Db, now: Date) =>
  db.deleteFrom('accountLocks').where('endsAt', '<=', now).execute()
