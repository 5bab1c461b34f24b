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
