import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export const listKeys = (db: Db) =>
  db.selectFrom('signingKeys').selectAll().orderBy('signsFrom', 'desc').execute()

type NewKey = { kid: string; privateJwk: string; createdAt: Date; signsFrom: Date }

/** Serializes key creation across processes until the transaction ends. */
export const lockKeys = (db: Db) => sql`select pg_advisory_xact_lock(hashtext('signing_keys'))`.execute(db)

export const insertKey = (db: Db, key: NewKey) =>
  db
    .insertInto('signingKeys')
    .values({ ...key, retiredAt: null })
    .execute()

/** Sets the end of signing for all keys that are not retired. */
export const retireKeys = (db: Db, at: Date) =>
  db.updateTable('signingKeys').set({ retiredAt: at }).where('retiredAt', 'is', null).execute()

export const deleteKeys = (db: Db) => db.deleteFrom('signingKeys').execute()

export const deleteRetiredKeys = (db: Db, retiredBefore: Date) =>
  db.deleteFrom('signingKeys').where('retiredAt', '<', retiredBefore).execute()
