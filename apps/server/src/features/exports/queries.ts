import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

export type Subject = Database['exports']['subject']
export type Outcome = Database['exportEnds']['outcome']
/** Filter of an export, as stored. */
export type Filter = Record<string, string | number | boolean>

export const insertExport = (
  db: Db,
  { filter, ...row }: { userId: number; subject: Subject; filter: Filter; begunAt: Date },
) =>
  db
    .insertInto('exports')
    .values({ ...row, filter: JSON.stringify(filter) })
    .returning('id')
    .executeTakeFirstOrThrow()

export const insertExportEnd = (
  db: Db,
  row: { exportId: number; endedAt: Date; nRows: number; outcome: Outcome },
) => db.insertInto('exportEnds').values(row).execute()

/** Accounts of a block of `export_people`. */
const blockSize = 1_000

/** Stores who is in an export. @param people query of ids, each once */
export const insertPeople = (db: Db, exportId: number, people: RawBuilder<unknown>) =>
  sql`
    insert into export_people (export_id, block, ids)
    select ${exportId}::bigint, id / ${blockSize}::bigint, array_agg((id % ${blockSize}::bigint)::smallint)
    from (${people}) people (id) group by 2`.execute(db)

/** @param people query of ids @returns at most `limit` of them */
export async function listPeople(db: Db, people: RawBuilder<unknown>, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from (${people}) people (id) limit ${limit}`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Lists the last exports, newest first. */
export const listExports = (db: Db, last: number) =>
  db
    .selectFrom('exports')
    .innerJoin('users', 'users.id', 'exports.userId')
    .leftJoin('exportEnds', 'exportEnds.exportId', 'exports.id')
    .select(['exports.id', 'users.email', 'exports.subject', 'exports.filter', 'exports.begunAt'])
    .select(['exportEnds.endedAt', 'exportEnds.nRows', 'exportEnds.outcome'])
    .orderBy('exports.id', 'desc')
    .limit(last)
    .execute()

/** Removes exports that began before a time, none of the last year. @returns their number, at most `limit` */
export async function removeExportsBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select remove_exports(${before}::timestamptz, ${limit}::int) as n`.execute(db)
  return rows[0]?.n ?? 0
}
