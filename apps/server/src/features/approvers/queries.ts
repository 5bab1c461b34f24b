import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

export const insertAppointment = (trx: Trx, appointment: Insertable<Database['approvers']>) =>
  trx.insertInto('approvers').values(appointment).execute()

/** Ends the present appointment of an account, if there is one. */
export const endAppointment = (trx: Trx, userId: number, endedAt: Date) =>
  trx
    .updateTable('approvers')
    .set({ endedAt })
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .execute()

export const findAppointment = (db: Db, userId: number) =>
  db
    .selectFrom('approvers')
    .select(['id', 'askedBy', 'confirmedAt', 'approvesFrom'])
    .where('userId', '=', userId)
    .where('endedAt', 'is', null)
    .executeTakeFirst()

/** Whether there has ever been an approver, and whether anyone has points. */
export const findHistory = async (db: Db) => {
  const { rows } = await sql<{ hadApprover: boolean; hasPoints: boolean }>`
    select exists (select from approvers where confirmed_at is not null) as had_approver,
      exists (select from points_records) as has_points`.execute(db)
  return rows[0] ?? { hadApprover: true, hasPoints: true }
}

export const confirmAppointment = (
  trx: Trx,
  id: number,
  confirmation: { confirmedBy: number | null; confirmedAt: Date; approvesFrom: Date },
) => trx.updateTable('approvers').set(confirmation).where('id', '=', id).execute()

/** Present appointments of active managers, oldest first. */
const present = (db: Db) =>
  db
    .selectFrom('approvers as a')
    .innerJoin('users as u', 'u.id', 'a.userId')
    .where('a.endedAt', 'is', null)
    .where('u.isActive', '=', true)
    .where('u.role', '=', 'manager')
    .orderBy('a.id')

export const listWaiting = (db: Db) =>
  present(db)
    .leftJoin('users as asker', 'asker.id', 'a.askedBy')
    .select(['u.id', 'u.email', 'u.firstName', 'u.lastName'])
    .select(['a.askedBy', 'a.askedAt', 'asker.email as askedByEmail'])
    .where('a.confirmedAt', 'is', null)
    .execute()

/** Ids and addresses of those who may confirm and approve, now or after their day of waiting. */
export const listConfirmed = (db: Db) =>
  present(db).select(['u.id', 'u.email']).where('a.confirmedAt', 'is not', null).execute()

/** Deletes appointments that ended before a time. Not the newest one: the first approver that the portal ever has is confirmed by itself. */
export async function deleteEnded(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from approvers where id in (
      select id from approvers a where ended_at < ${before} and exists (select from approvers n where n.id > a.id)
      limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
