import type { Db } from '#server/db/database.ts'

export const listMunicipalities = (db: Db) =>
  db
    .selectFrom('municipalities')
    .select(['id', 'name', 'regionalUnit'])
    .orderBy('sortName')
    .orderBy('id')
    .execute()

export const findMunicipality = (db: Db, id: number) =>
  db.selectFrom('municipalities').select('id').where('id', '=', id).executeTakeFirst()
