import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'

/** Locks an active account until the transaction ends. @returns undefined if it is closed or erased */
export const lockOwner = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'email', 'isStaff'])
    .where('id', '=', id)
    .where('isActive', '=', true)
    .forUpdate()
    .executeTakeFirst()

/**
 * Whether the old address of a change that can still be taken back is meant. Ask it after the statement that takes the address: that
 * one waits for a change that is being confirmed.
 */
export async function isKept(db: Db, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql`
    select from email_changes
    where old_key = ${emailKeyOf(email)} and undo_until > ${now} and undone_at is null`.execute(db)
  return rows.length > 0
}

/** Whether an account has the address, or may take it back. */
export async function isTaken(db: Db, email: string, now: Date): Promise<boolean> {
  const { rows } = await sql`select from users where email_key = ${emailKeyOf(email)}`.execute(db)
  return rows.length > 0 || (await isKept(db, email, now))
}

/** @throws an error of the database if an account has the address */
export const updateEmail = (trx: Trx, id: number, email: string) =>
  trx
    .updateTable('users')
    .set({ email, emailKey: emailKeyOf(email) })
    .where('id', '=', id)
    .execute()

type Request = {
  userId: number
  oldEmail: string
  newEmail: string
  approvalId: number | null
  requestedAt: Date
  expiresAt: Date | null
}

/** Replaces an earlier request by the same side: the person, or staff. @returns the id of the change */
export async function insertChange(trx: Trx, request: Request): Promise<number> {
  const isOfStaff = request.approvalId !== null
  await trx
    .deleteFrom('emailChanges')
    .where('userId', '=', request.userId)
    .where('approvalId', isOfStaff ? 'is not' : 'is', null)
    .where('confirmedAt', 'is', null)
    .execute()
  const { id } = await trx
    .insertInto('emailChanges')
    .values({ ...request, oldKey: emailKeyOf(request.oldEmail) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const columns = ['id', 'userId', 'oldEmail', 'newEmail', 'approvalId', 'expiresAt', 'undoUntil'] as const

/** Finds a change that can be confirmed now. */
export const findConfirmable = (db: Db, id: number, now: Date) =>
  db
    .selectFrom('emailChanges')
    .select(columns)
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** Finds a confirmed change that can be taken back now. */
export const findRestorable = (db: Db, id: number, now: Date) =>
  db
    .selectFrom('emailChanges')
    .select(columns)
    .where('id', '=', id)
    .where('undoneAt', 'is', null)
    .where('undoUntil', '>', now)
    .executeTakeFirst()

export const findChange = (db: Db, id: number) =>
  db.selectFrom('emailChanges').select(columns).where('id', '=', id).executeTakeFirst()

/** Finds the request of staff that waits for its approval. */
export const findRequest = (db: Db, approvalId: number) =>
  db
    .selectFrom('emailChanges')
    .select(columns)
    .where('approvalId', '=', approvalId)
    .where('expiresAt', 'is', null)
    .executeTakeFirst()

/** The newest change of an account that can be confirmed now. */
export const findPending = (db: Db, userId: number, now: Date) =>
  db
    .selectFrom('emailChanges')
    .select(['newEmail', 'expiresAt'])
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .where('expiresAt', '>', now)
    .orderBy('id', 'desc')
    .executeTakeFirst()

/** @returns until when the old address can take the last change of an account back; undefined if it cannot */
export const findUndoUntil = async (db: Db, userId: number, now: Date): Promise<Date | undefined> =>
  (
    await db
      .selectFrom('emailChanges')
      .select('undoUntil')
      .where('userId', '=', userId)
      .where('undoneAt', 'is', null)
      .where('undoUntil', '>', now)
      .executeTakeFirst()
  )?.undoUntil ?? undefined

export const setExpiry = (trx: Trx, id: number, expiresAt: Date) =>
  trx.updateTable('emailChanges').set({ expiresAt }).where('id', '=', id).execute()

export const markConfirmed = (trx: Trx, id: number, change: { confirmedAt: Date; undoUntil: Date }) =>
  trx.updateTable('emailChanges').set(change).where('id', '=', id).execute()

export const markUndone = (trx: Trx, id: number, undoneAt: Date) =>
  trx.updateTable('emailChanges').set({ undoneAt }).where('id', '=', id).execute()

/** Deletes the changes of an account that are not confirmed, with their links; without `ofStaff` only those by the person. */
export const deleteUnconfirmed = (db: Db, userId: number, { ofStaff }: { ofStaff: boolean }) =>
  db
    .deleteFrom('emailChanges')
    .where('userId', '=', userId)
    .where('confirmedAt', 'is', null)
    .$if(!ofStaff, (query) => query.where('approvalId', 'is', null))
    .execute()

export const deleteRequest = (trx: Trx, approvalId: number) =>
  trx
    .deleteFrom('emailChanges')
    .where('approvalId', '=', approvalId)
    .where('confirmedAt', 'is', null)
    .execute()

/** Deletes changes that were not confirmed in time, and those confirmed before `confirmedBefore`. */
export async function deleteOld(db: Db, now: Date, confirmedBefore: Date): Promise<void> {
  await db.deleteFrom('emailChanges').where('expiresAt', '<=', now).where('confirmedAt', 'is', null).execute()
  await db.deleteFrom('emailChanges').where('confirmedAt', '<', confirmedBefore).execute()
}

/** Deletes the changes of an erased person. @returns the addresses that the account had, and no other account has since */
export async function deleteChangesOf(trx: Trx, userId: number): Promise<string[]> {
  const { rows } = await sql<{ oldEmail: string; isOthers: boolean }>`
    delete from email_changes c where user_id = ${userId}
    returning old_email,
      exists (select from users u where u.email_key = c.old_key and u.id <> ${userId}) as is_others`.execute(
    trx,
  )
  return rows.filter(({ isOthers }) => !isOthers).map(({ oldEmail }) => oldEmail)
}
