import type { Role } from '@portal/contract/security/permissions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

export type StaffMember = {
  id: number
  email: string
  firstName: string
  lastName: string
  role: Role
  isActive: boolean
  hasPassword: boolean
  lastSignIn: Date | null
  hasSecondFactor: boolean
  /** Whether the present appointment as a manager is confirmed, and when the account approves. */
  isConfirmed: boolean
  approvesFrom: Date | null
}

const staff = (db: Db) =>
  db
    .selectFrom('users')
    .leftJoin('approvers', (join) =>
      join.onRef('approvers.userId', '=', 'users.id').on('approvers.endedAt', 'is', null),
    )
    .where('role', 'is not', null)
    // Without those that were anonymized.
    .where('email', 'like', '%@%')
    .select(['approvers.approvesFrom', sql<boolean>`approvers.confirmed_at is not null`.as('isConfirmed')])
    .select(['users.id', 'email', 'firstName', 'lastName', 'isActive'])
    .select([
      sql<Role>`role`.as('role'),
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      sql<boolean>`exists (select from totp_secrets where user_id = users.id)
        or exists (select from passkeys where user_id = users.id)`.as('hasSecondFactor'),
      // A sign-out deletes the session, and entries before the first version with an audit log are missing.
      sql<Date | null>`greatest(
        (select max(created_at) from sessions where user_id = users.id),
        (select at from audit_entries
          where actor_kind = 'staff' and actor_id = users.id and action = 'account.sign_in'
          order by id desc limit 1))`.as('lastSignIn'),
    ])

/** Accounts of staff: active ones first, then by surname. */
export const listStaff = (db: Db): Promise<StaffMember[]> =>
  staff(db)
    .orderBy('isActive', 'desc')
    .orderBy(sql`last_name collate "und-x-icu"`)
    .orderBy(sql`first_name collate "und-x-icu"`)
    .orderBy('users.id')
    .execute()

export const findStaff = (db: Db, id: number): Promise<StaffMember | undefined> =>
  staff(db).where('users.id', '=', id).executeTakeFirst()

/** Locks an account until the transaction ends. */
export const lockAccount = (trx: Trx, id: number) =>
  trx.selectFrom('users').select('id').where('id', '=', id).forUpdate().execute()

/** Ids and addresses of active operators. */
export const listOperators = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('role', '=', 'operator')
    .where('isActive', '=', true)
    .execute()

export const updateRole = (db: Db, id: number, role: Role) =>
  db.updateTable('users').set({ role }).where('id', '=', id).execute()

/** Opens or closes an account, and removes its password. */
export const updateActive = (db: Db, id: number, isActive: boolean) =>
  db.updateTable('users').set({ isActive, passwordHash: null }).where('id', '=', id).execute()

/** Accounts `t` of staff that were disabled before a time and still have a name. */
export const isFormerStaff = (before: Date) => sql`
  t.role is not null and not t.is_active and t.email like '%@%' and t.created_at < ${before}
    and not exists (
      select from audit_entries e where e.subject_id = t.id and e.action = 'staff.disable' and e.at >= ${before})`

export async function listFormerStaff(db: Db, before: Date, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select t.id from users t where ${isFormerStaff(before)} order by t.id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Replaces what names a former member of staff. The number and role stay: entries and notes refer to them. */
export async function anonymize(trx: Trx, id: number): Promise<void> {
  await trx.deleteFrom('accountActivity').where('userId', '=', id).execute()
  await trx
    .updateTable('users')
    .set({
      email: `former-${id}`,
      firstName: 'Πρώην',
      lastName: `υπάλληλος ${id}`,
      telephone: '',
      passwordHash: null,
      language: null,
      sub: sql<string>`gen_random_uuid()`,
    })
    .where('id', '=', id)
    .execute()
}
