import { hash } from 'node:crypto'
import { Readable } from 'node:stream'
import { importDays, type ImportKind, importPartBytes } from '@portal/contract/words/import-rules.ts'
import type { ListedImport, ShownImport } from '@portal/contract/manage-imports.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { FileResponse } from '#server/lib/files/file-response.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { toWire } from '#server/lib/wire/wire.ts'
import { days, later } from '#server/lib/time/clock.ts'
import type { Trx } from '#server/db/database.ts'
import { kinds } from './kinds.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock'>

/** The imports of all operators, without their contents: another one may be why one waits. */
export async function listImports({ db }: Context, actor: Actor): Promise<ListedImport[]> {
  return (await queries.listImports(db)).map((row) => listed(row, actor))
}

const listed = (
  row: Pick<
    queries.ImportRow,
    'id' | 'kind' | 'state' | 'step' | 'strict' | 'createdAt' | 'userId' | 'counts'
  > & { email: string },
  actor: Actor,
): ListedImport => ({
  ...toWire(row),
  by: row.email,
  own: row.userId === actor.id,
})

/** @throws ApiError not_found, also for imports of others: their files have personal data */
export async function findImport({ db }: Context, actor: Actor, id: number): Promise<ShownImport> {
  const row = await queries.findImport(db, id, actor.id)
  if (!row) throw new ApiError('not_found')
  return {
    ...toWire(row),
    ...listed(row, actor),
    ahead: row.state === 'waiting' ? await queries.countAhead(db, row) : 0,
    problems: row.problems ?? [],
    columns: [...kinds[row.kind].columns],
    approval: row.approvalId,
  }
}

export const beginImport = (
  { db, clock }: Context,
  actor: Actor,
  body: { kind: ImportKind; bytes: number },
): Promise<{ id: number }> =>
  changeAs(db, actor, (trx) =>
    queries.insertImport(trx, { ...body, userId: actor.id, createdAt: clock.now() }),
  )

const partsOf = (bytes: number) => Math.ceil(bytes / importPartBytes)

/** @throws ApiError not_found; changed_meanwhile if the part is not one of the announced file */
export const addPart = (
  { db }: Context,
  actor: Actor,
  id: number,
  { number, content: base64 }: { number: number; content: string },
): Promise<void> =>
  changeAs(db, actor, async (trx) => {
    const { bytes, state } = await lock(trx, actor, id)
    const content = Buffer.from(base64, 'base64')
    const size = Math.min(importPartBytes, bytes - number * importPartBytes)
    if (state !== 'uploading' || number >= partsOf(bytes) || content.length !== size)
      throw new ApiError('changed_meanwhile')
    await queries.insertPart(trx, { importId: id, purpose: 'upload', number, content })
  })

async function lock(trx: Trx, actor: Actor, id: number): Promise<queries.ImportRow> {
  const row = await queries.lockImport(trx, id, actor.id)
  if (!row) throw new ApiError('not_found')
  return row
}

/** @throws ApiError not_found; changed_meanwhile if parts are missing */
export async function checkImport(context: Context, actor: Actor, id: number): Promise<ShownImport> {
  const { db, clock } = context
  await changeAs(db, actor, async (trx) => {
    const { kind, bytes, state } = await lock(trx, actor, id)
    const sum = await queries.sumParts(trx, id)
    if (state !== 'uploading' || sum.parts !== partsOf(bytes) || sum.bytes !== bytes)
      throw new ApiError('changed_meanwhile')
    const sha256 = hash('sha256', await queries.readParts(trx, id, 'upload'), 'hex')
    await queries.enqueue(trx, id, { step: 'check', strict: false, queuedAt: clock.now(), sha256 })
    // As a read: its answers say who has an account.
    const details = { import: id, kind, sha256 }
    await writeAudit({ db: trx, clock }, byActor(actor), { action: 'import.check', details })
  })
  return findImport(context, actor, id)
}

/** @throws ApiError not_found; changed_meanwhile if it is not checked; import_rows if it would have to have no errors */
export async function startImport(
  context: Context,
  actor: Actor,
  id: number,
  { strict }: { strict: boolean },
): Promise<ShownImport> {
  const { db, clock } = context
  await changeAs(db, actor, async (trx) => {
    const { kind, state, counts, needsApproval, sha256 } = await lock(trx, actor, id)
    if ((state !== 'checked' && state !== 'approval') || !counts) throw new ApiError('changed_meanwhile')
    if ((strict || needsApproval) && counts.left_out > 0) throw new ApiError('import_rows')
    await queries.enqueue(trx, id, { step: 'import', strict, queuedAt: clock.now() })
    const details = { import: id, kind, rows: counts.rows, strict, sha256 }
    await writeAudit({ db: trx, clock }, byActor(actor), { action: 'import.start', details })
  })
  return findImport(context, actor, id)
}

/** @throws ApiError not_found; changed_meanwhile while it runs */
export const discardImport = ({ db }: Context, actor: Actor, id: number): Promise<void> =>
  changeAs(db, actor, async (trx) => {
    const { state } = await lock(trx, actor, id)
    if (state === 'running') throw new ApiError('changed_meanwhile')
    await queries.deleteImport(trx, id)
  })

/** @throws ApiError not_found */
export async function leftOutFile({ db }: Context, actor: Actor, id: number): Promise<FileResponse> {
  const row = await queries.findImport(db, id, actor.id)
  if (!row?.counts || row.counts.left_out === 0) throw new ApiError('not_found')
  return {
    rows: row.counts.left_out,
    bytes: undefined,
    open: async () => Readable.from([await queries.readParts(db, id, 'left_out')]),
  }
}

/** Deletes imports with their files after a week, also those whose upload was not finished. */
export const deleteOldImports = ({ db, clock }: Context) =>
  queries.deleteImportsBefore(db, later(clock.now(), -days(importDays)))
