import { randomUUID } from 'node:crypto'
import { type ImportFailure, maxShownProblems } from '@portal/contract/words/import-rules.ts'
import { can } from '@portal/contract/security/permissions.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { withoutTimeouts } from '#server/db/direct.ts'
import { ApprovalError } from '#server/ledger/approvals/approvals.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { FileError, FileErrors } from '#server/lib/files/file-errors.ts'
import type { ImportCounts } from '#server/lib/files/import-batches.ts'
import { WorkbookError } from '#server/lib/files/unzip.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import { leftOutOf, previewOf, sourceOf } from './files.ts'
import { kinds } from './kinds.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** How often a process says that it works on an import, and after what silence another one takes it over. */
const beatMs = 1_000
const silence = minutes(1)
/** After failures that may pass, such as of the database, or the end of the process. */
const maxAttempts = 3
/** Rows that are written at once. Beside an import, p99 of the landing page is 79 ms with 500 rows and 45 ms with 100. */
const batchRows = 100
const outcomes = { done: 'imported', approval: 'awaits_approval', failed: 'import_failed', checked: null }
const storedPart = 1_000_000

/** Ends the transaction of a check, so that nothing is imported. */
class Checked extends Error {
  readonly counts: ImportCounts
  constructor(counts: ImportCounts) {
    super('checked')
    this.counts = counts
  }
}
/** The server stops: the import waits for the next one. */
class Stopped extends Error {}
/** The operator may no longer import. */
class NotPermitted extends Error {}

/**
 * Checks and imports the files that wait, one after the other and one at a time in all processes. An import is one transaction: of a
 * process that ends, nothing is left, and another one begins again.
 * @param report receives failures that may pass; the import is repeated
 */
export async function runImports(
  context: Context,
  report: (error: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const { db, clock } = context
  for (;;) {
    if (signal?.aborted || !(await queries.hasDue(db))) return
    const runner = randomUUID()
    const now = clock.now()
    const row = await queries.claim(db, { runner, now, silentSince: later(now, -silence) })
    if (!row) return
    await runOne(context, row, runner, report, signal)
  }
}

async function runOne(
  context: Context,
  row: queries.ImportRow,
  runner: string,
  report: (error: unknown) => void,
  signal: AbortSignal | undefined,
): Promise<void> {
  const { db, clock } = context
  let progress = 0
  let beating: Promise<unknown> | undefined
  // Never awaited while the import runs: the embedded database has one connection, which the import uses.
  const timer = setInterval(() => {
    beating ??= queries
      .beat(db, row.id, runner, { beatAt: clock.now(), progress })
      .catch(report)
      .finally(() => (beating = undefined))
  }, beatMs)
  const errors = new FileErrors('file', { strict: row.step === 'import' && row.strict })
  const onRows = (rows: number) => {
    if (signal?.aborted) throw new Stopped()
    progress = rows
  }
  let ended: Ended
  try {
    ended = row.attempts > maxAttempts ? failed('fault') : await perform(context, row, errors, onRows)
  } catch (error) {
    ended = endedBy(error, row)
    if (ended.ending.failure === 'fault' || (ended.ending.state === 'waiting' && !(error instanceof Stopped)))
      report(error)
  } finally {
    clearInterval(timer)
    await beating
  }
  await store(context, row, runner, { errors, ...ended })
}

type Ended = { ending: queries.Ending; leftOut?: Buffer | undefined }

async function perform(
  context: Context,
  row: queries.ImportRow,
  errors: FileErrors,
  progress: (rows: number) => void,
): Promise<Ended> {
  const { db, clock, config } = context
  await db.transaction().execute((trx) => assertPermitted(trx, row))
  const uploaded = await queries.readParts(db, row.id, 'upload')
  const source = await sourceOf(uploaded, { name: `import ${row.id}`, sha256: row.sha256 ?? '' })
  const isCheck = row.step === 'check'
  const preview = isCheck ? await previewOf(source, row.kind) : undefined
  const author: AuditActor = { kind: 'staff', id: row.userId }
  const beforeWriting = async (trx: Trx, counts: ImportCounts) => {
    if (isCheck) throw new Checked(counts)
    await assertPermitted(trx, row)
  }
  let result: Awaited<ReturnType<(typeof kinds)[typeof row.kind]['run']>> & { needsApproval?: boolean }
  try {
    result = await withoutTimeouts(db, (connection: Db) =>
      kinds[row.kind].run(
        { db: connection, clock, config, progress, batchRows, beforeWriting },
        source,
        errors,
        author,
      ),
    )
  } catch (error) {
    if (error instanceof Checked) result = error.counts
    else if (preview && error instanceof FileError && error.problem)
      // The columns that are unknown or missing are shown.
      return { ending: { state: 'failed', preview, failure: error.problem.code } }
    else throw error
  }
  if ('approval' in result) return { ending: { state: 'approval', approvalId: result.approval } }
  const { added, present, incomplete = 0, needsApproval = false } = result
  const left_out = errors.rejected.rows
  const counts = { rows: added + present + left_out, added, present, left_out, incomplete }
  return {
    ending: {
      state: isCheck ? 'checked' : 'done',
      counts,
      ...(isCheck && { needsApproval }),
      ...(preview && { preview }),
    },
    leftOut: await leftOutOf(source, errors),
  }
}

/** @throws NotPermitted */
async function assertPermitted(trx: Trx, { userId }: queries.ImportRow): Promise<void> {
  if (!can(await queries.holdRole(trx, userId), 'imports.manage')) throw new NotPermitted()
}

const failed = (failure: ImportFailure): Ended => ({ ending: { state: 'failed', failure } })

function endedBy(error: unknown, { attempts }: queries.ImportRow): Ended {
  // Restarts are no failures.
  if (error instanceof Stopped) return { ending: { state: 'waiting', attempts: attempts - 1 } }
  if (error instanceof NotPermitted) return failed('not_permitted')
  if (error instanceof WorkbookError) return failed(error.code)
  if (error instanceof FileError && error.problem) return failed(error.problem.code)
  // Its request is not decided yet.
  if (error instanceof ApprovalError) return { ending: { state: 'approval' } }
  return attempts < maxAttempts ? { ending: { state: 'waiting' } } : failed('fault')
}

async function store(
  { db, clock }: Context,
  row: queries.ImportRow,
  runner: string,
  { ending, errors, leftOut }: Ended & { errors: FileErrors },
): Promise<void> {
  const { state } = ending
  const problems = errors.problems
    .slice(0, maxShownProblems)
    .map(({ line, field = null, code, value = '' }) => ({
      line,
      field,
      code,
      value,
    }))
  await changeAs(db, {}, async (trx) => {
    const isOurs = await queries.end(trx, row.id, runner, {
      ...ending,
      ...(state !== 'waiting' && state !== 'approval' && { problems }),
    })
    if (!isOurs || state === 'waiting') return
    if (state === 'done' || state === 'failed') await queries.deleteParts(trx, row.id, 'upload')
    if (state !== 'approval') await queries.deleteParts(trx, row.id, 'left_out')
    const bytes = leftOut ?? Buffer.alloc(0)
    for (let at = 0; at < bytes.length; at += storedPart)
      await queries.insertPart(trx, {
        importId: row.id,
        purpose: 'left_out',
        number: at / storedPart,
        content: bytes.subarray(at, at + storedPart),
      })
    if (row.step === 'check') return
    const { added = 0, present = 0, left_out = 0 } = ending.counts ?? {}
    const details = { import: row.id, kind: row.kind, outcome: outcomes[state], added, present, left_out }
    await writeAudit(
      { db: trx, clock },
      { kind: 'staff', id: row.userId },
      { action: 'import.finish', details },
    )
  })
}
