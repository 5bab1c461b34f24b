import type { OpenDatabase } from '#server/db/database.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { describeContents } from './backup-service.ts'
import { type Contents, type Manifest, readManifest } from './manifest.ts'
import { abortOnSignals, findTool, runTool, urlForTools } from './postgres-tools.ts'
import * as queries from './queries.ts'

type Context = { open: OpenDatabase }

const notEmpty =
  'The database is not empty. Restore only into a new one (docs/operations.md, Backup). Nothing was restored.'

/**
 * Restores a backup into an empty database, in one transaction. Does not migrate.
 * @throws Error if the files or the database are unsuitable; nothing was restored then
 */
export async function restore({ open }: Context, file: string): Promise<Manifest> {
  const url = urlForTools(open)
  const manifest = await readManifest(file)
  if ((await queries.countTables(open.db)) > 0) throw new Error(notEmpty)
  const major = await queries.findMajor(open.db)
  if (major < manifest.server)
    throw new Error(
      `The backup is of PostgreSQL ${manifest.server}, this server is ${major}: use ${manifest.server} or newer. Nothing was restored.`,
    )
  const tool = await findTool('pg_restore', Math.max(manifest.pgDump, manifest.server))
  const options = ['--single-transaction', '--exit-on-error', '--no-owner', '--no-privileges']
  await abortOnSignals((aborted) => runTool(tool, url, [...options, file], aborted))
  return manifest
}

/**
 * Compares a restored database with the manifest, before the server writes into it.
 * @throws Error with one line per difference
 */
export async function compareContents({ open }: Context, { contents }: Manifest): Promise<void> {
  const found = await describeContents(open.db)
  const names = Object.keys(contents) as (keyof Contents)[]
  const lines = names
    .filter((name) => String(found?.[name]) !== String(contents[name]))
    .map((name) => `  ${name}: ${String(contents[name])} in the backup, ${String(found?.[name])} here`)
  if (lines.length > 0)
    throw new Error(['The restored database differs from the backup. Do not use it.', ...lines].join('\n'))
}

/**
 * Recomputes the ledger and its hash chains in a restored and migrated database, and collects the planner's statistics.
 * @throws LedgerError
 */
export async function verifyRestored({ open }: Context, { contents }: Manifest): Promise<void> {
  await queries.analyze(open.db)
  await verifyLedger(open, contents.heads)
}
