import type { ImportFailure, ImportKind } from '@portal/contract/words/import-rules.ts'
import type { ImportPreview, ImportResult, ShownImport } from '@portal/contract/manage-imports.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

export type ImportRow = Selectable<Database['imports']>
type Purpose = Database['importParts']['purpose']

/** Imports that a list shows. */
const maxListed = 50

export const listImports = (db: Db) =>
  db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.userId')
    .select([
      'imports.id',
      'kind',
      'state',
      'step',
      'strict',
      'imports.createdAt',
      'userId',
      'counts',
      'email',
    ])
    .where('state', '!=', 'uploading')
    .orderBy('imports.id', 'desc')
    .limit(maxListed)
    .execute()

export const findImport = (db: Db, id: number, userId: number) =>
  db
    .selectFrom('imports')
    .innerJoin('users', 'users.id', 'imports.userId')
    .selectAll('imports')
    .select('email')
    .where('imports.id', '=', id)
    .where('userId', '=', userId)
    .executeTakeFirst()

export const lockImport = (trx: Trx, id: number, userId: number): Promise<ImportRow | undefined> =>
  trx
    .selectFrom('imports')
    .selectAll()
    .where('id', '=', id)
    .where('userId', '=', userId)
    .forUpdate()
    .executeTakeFirst()

export async function countAhead(
  db: Db,
  { id, queuedAt }: Pick<ImportRow, 'id' | 'queuedAt'>,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from imports
    where state in ('waiting', 'running') and (queued_at, id) < (${queuedAt}::timestamptz, ${id}::int)`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export const insertImport = (
  trx: Trx,
  values: { kind: ImportKind; bytes: number; userId: number; createdAt: Date },
) =>
  trx
    .insertInto('imports')
    .values({ ...values, state: 'uploading' })
    .returning('id')
    .executeTakeFirstOrThrow()

/** A part that arrives again, after a lost answer, is kept as it was. */
export const insertPart = (
  trx: Trx,
  part: { importId: number; purpose: Purpose; number: number; content: Buffer },
) =>
  trx
    .insertInto('importParts')
    .values(part)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export async function sumParts(trx: Trx, id: number): Promise<{ parts: number; bytes: number }> {
  const { rows } = await sql<{ parts: number; bytes: number }>`
    select count(*)::int as parts, coalesce(sum(length(content)), 0)::int as bytes from import_parts
    where import_id = ${id} and purpose = 'upload'`.execute(trx)
  return rows[0] ?? { parts: 0, bytes: 0 }
}

export const readParts = async (db: Db, id: number, purpose: Purpose): Promise<Buffer> => {
  const parts = await db
    .selectFrom('importParts')
    .select('content')
    .where('importId', '=', id)
    .where('purpose', '=', purpose)
    .orderBy('number')
    .execute()
  return Buffer.concat(parts.map(({ content }) => content))
}

export const deleteParts = (trx: Trx, id: number, purpose: Purpose) =>
  trx.deleteFrom('importParts').where('importId', '=', id).where('purpose', '=', purpose).execute()

export const enqueue = (
  trx: Trx,
  id: number,
  values: { step: 'check' | 'import'; strict: boolean; queuedAt: Date; sha256?: string },
) =>
  trx
    .updateTable('imports')
    .set({ ...values, state: 'waiting', attempts: 0, progress: 0, runner: null, failure: null })
    .where('id', '=', id)
    .execute()

export const deleteImport = (trx: Trx, id: number) => trx.deleteFrom('imports').where('id', '=', id).execute()

export const deleteImportsBefore = (db: Db, before: Date) =>
  db.deleteFrom('imports').where('createdAt', '<', before).execute()

export const hasDue = async (db: Db): Promise<boolean> =>
  (await db
    .selectFrom('imports')
    .select('id')
    .where('state', 'in', ['waiting', 'running'])
    .limit(1)
    .executeTakeFirst()) !== undefined

/**
 * Takes the next import for a process, if none runs: one that waits, or that of a process without beats since `silentSince`.
 */
export const claim = (
  db: Db,
  { runner, now, silentSince }: { runner: string; now: Date; silentSince: Date },
): Promise<ImportRow | undefined> =>
  db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('claim import'))`.execute(trx)
    const running = await trx
      .selectFrom('imports')
      .select('id')
      .where('state', '=', 'running')
      .where('beatAt', '>=', silentSince)
      .executeTakeFirst()
    if (running) return undefined
    const next = await trx
      .selectFrom('imports')
      .select('id')
      .where('state', 'in', ['waiting', 'running'])
      .orderBy('queuedAt')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
    if (!next) return undefined
    return trx
      .updateTable('imports')
      .set(({ eb }) => ({
        state: 'running',
        runner,
        beatAt: now,
        progress: 0,
        attempts: eb('attempts', '+', 1),
      }))
      .where('id', '=', next.id)
      .returningAll()
      .executeTakeFirst()
  })

/** Says that a process still works on its import, and how far it is. */
export const beat = (db: Db, id: number, runner: string, values: { beatAt: Date; progress: number }) =>
  db.updateTable('imports').set(values).where('id', '=', id).where('runner', '=', runner).execute()

export type Ending = {
  state: 'waiting' | 'checked' | 'approval' | 'done' | 'failed'
  attempts?: number
  counts?: ImportResult
  preview?: ImportPreview
  problems?: ShownImport['problems']
  failure?: ImportFailure
  needsApproval?: boolean
  approvalId?: number
}

/** @returns false if another process has taken over the import */
export async function end(trx: Trx, id: number, runner: string, ending: Ending): Promise<boolean> {
  const { counts, preview, problems, ...values } = ending
  const { numUpdatedRows } = await trx
    .updateTable('imports')
    .set({
      ...values,
      runner: null,
      ...(counts && { counts: JSON.stringify(counts) }),
      ...(preview && { preview: JSON.stringify(preview) }),
      ...(problems && { problems: JSON.stringify(problems) }),
    })
    .where('id', '=', id)
    .where('runner', '=', runner)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** The role of an account, as long as it is active; its end waits for the transaction. */
export const holdRole = async (trx: Trx, userId: number): Promise<Role | null> =>
  (
    await trx
      .selectFrom('users')
      .select('role')
      .where('id', '=', userId)
      .where('isActive', '=', true)
      .forKeyShare()
      .executeTakeFirst()
  )?.role ?? null
