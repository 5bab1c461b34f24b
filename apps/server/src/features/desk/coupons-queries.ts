import type { Db } from '#server/db/database.ts'

/** Finds the name of a device and of its place. */
export const findNamed = (db: Db, id: number) =>
  db
    .selectFrom('devices as d')
    .leftJoin('places as l', 'l.key', 'd.placeKey')
    .select(['d.name', 'l.name as place'])
    .where('d.id', '=', id)
    .executeTakeFirst()
