import type { Insertable } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'
import type { Database } from '#server/db/schema.ts'

export const findOwner = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'firstName', 'lastName', 'sub', 'isStaff'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

export const findById = (db: Db, id: number) =>
  db
    .selectFrom('users')
    .select(['id', 'isStaff'])
    .where('id', '=', id)
    .where('erasedAt', 'is', null)
    .executeTakeFirst()

/** Ignores the letter case of the address. */
export const findByEmail = (db: Db, email: string) =>
  db
    .selectFrom('users')
    .select(['id', 'isStaff'])
    .where('emailKey', '=', emailKeyOf(email))
    .executeTakeFirst()

export const findTotp = (db: Db, userId: number) =>
  db
    .selectFrom('totpSecrets')
    .select(['secret', 'createdAt', 'lastStep'])
    .where('userId', '=', userId)
    .executeTakeFirst()

export const insertTotp = (db: Db, totp: Insertable<Database['totpSecrets']>) =>
  db.insertInto('totpSecrets').values(totp).execute()

/** @returns false if a code of this step or a later one was accepted meanwhile */
export const useStep = async (db: Db, userId: number, secret: string, step: number) => {
  const { numUpdatedRows } = await db
    .updateTable('totpSecrets')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where('secret', '=', secret)
    .where('lastStep', '<', step)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const deleteTotp = async (db: Db, userId: number) => {
  const { numDeletedRows } = await db
    .deleteFrom('totpSecrets')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const listPasskeys = (db: Db, userId: number) =>
  db.selectFrom('passkeys').selectAll().where('userId', '=', userId).orderBy('id').execute()

/** @returns false if the credential is known already */
export const insertPasskey = async (db: Db, passkey: Insertable<Database['passkeys']>) => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkeys')
    .values(passkey)
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** @returns false if the passkey was removed or used meanwhile */
export const usePasskey = async (
  db: Db,
  { id, counter }: { id: number; counter: number },
  to: { counter: number; lastUsedAt: Date },
) => {
  const { numUpdatedRows } = await db
    .updateTable('passkeys')
    .set(to)
    .where('id', '=', id)
    .where('counter', '=', counter)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const deletePasskey = async (db: Db, userId: number, id: number) => {
  const { numDeletedRows } = await db
    .deleteFrom('passkeys')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const deletePasskeys = (db: Db, userId: number) =>
  db.deleteFrom('passkeys').where('userId', '=', userId).execute()

export const countRecoveryCodes = async (db: Db, userId: number) =>
  (
    await db
      .selectFrom('recoveryCodes')
      .select('place')
      .where('userId', '=', userId)
      .where('usedAt', 'is', null)
      .execute()
  ).length

export const findRecoveryCode = (db: Db, userId: number, place: string) =>
  db
    .selectFrom('recoveryCodes')
    .select(['place', 'codeHash'])
    .where('userId', '=', userId)
    .where('place', '=', place)
    .where('usedAt', 'is', null)
    .executeTakeFirst()

/** @returns false if the code was used or replaced meanwhile */
export const useRecoveryCode = async (db: Db, userId: number, codeHash: string, usedAt: Date) => {
  const { numUpdatedRows } = await db
    .updateTable('recoveryCodes')
    .set({ usedAt })
    .where('userId', '=', userId)
    .where('codeHash', '=', codeHash)
    .where('usedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const insertRecoveryCodes = (
  db: Db,
  codes: { userId: number; place: string; codeHash: string; usedAt: null }[],
) => db.insertInto('recoveryCodes').values(codes).execute()

export const deleteRecoveryCodes = (db: Db, userId: number) =>
  db.deleteFrom('recoveryCodes').where('userId', '=', userId).execute()

type SetUp = { sessionHash: string; kind: 'totp' | 'passkey' | 'confirmation' }

export const putSetUp = (db: Db, setUp: SetUp & { secret: string; expiresAt: Date }) =>
  db
    .insertInto('secondFactorSetUps')
    .values(setUp)
    .onConflict((conflict) =>
      conflict.columns(['sessionHash', 'kind']).doUpdateSet((set) => ({
        secret: set.ref('excluded.secret'),
        expiresAt: set.ref('excluded.expiresAt'),
      })),
    )
    .execute()

export const findSetUp = (db: Db, { sessionHash, kind }: SetUp, now: Date) =>
  db
    .selectFrom('secondFactorSetUps')
    .select('secret')
    .where('sessionHash', '=', sessionHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .executeTakeFirst()

/** @returns the secret; undefined if there is none, or another call used it */
export const takeSetUp = (db: Db, { sessionHash, kind }: SetUp, now: Date) =>
  db
    .deleteFrom('secondFactorSetUps')
    .where('sessionHash', '=', sessionHash)
    .where('kind', '=', kind)
    .where('expiresAt', '>', now)
    .returning('secret')
    .executeTakeFirst()
