import { constants } from 'node:fs'
import { access, open as openFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import type { Db, OpenDatabase } from '#server/db/database.ts'
import { listHeads, textOfHead } from '#server/lib/chain/verify-chain.ts'
import { version } from '#server/lib/config/version.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { type Contents, type Manifest, manifestOf, sha256Of } from './manifest.ts'
import { abortOnSignals, findTool, runTool, urlForTools } from './postgres-tools.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'clock'> & { open: OpenDatabase }

const undefinedTable = '42P01'

/** @returns undefined if the database is not one of the portal */
export async function describeContents(db: Db): Promise<Contents | undefined> {
  const counts = await queries.countContents(db).catch((error: { code?: string }) => {
    if (error.code !== undefinedTable) throw error
  })
  if (!counts?.migration) return undefined
  const heads = await listHeads({ db })
  return { ...counts, migration: counts.migration, heads: heads.map(textOfHead) }
}

/**
 * Writes a dump of the database and its manifest. Both show the same snapshot while the portal runs. The files appear
 * under their names when they are complete, the manifest last.
 * @returns `warning`: the backup is complete, but the database does not know of it
 * @throws Error if a file exists, pg_dump fails or a signal ends it; nothing remains then
 */
export async function backUp(
  { open, clock }: Context,
  file: string,
): Promise<Manifest & { warning: string | undefined }> {
  const url = urlForTools(open)
  for (const path of [file, manifestOf(file)]) await assertNew(path)
  const server = await queries.findMajor(open.db)
  const tool = await findTool('pg_dump', server)
  const at = clock.now()
  const temporary = `${file}.${process.pid}.part`
  // pg_dump keeps the mode of an existing file.
  await writeFile(temporary, '', { mode: 0o600, flag: 'wx' })
  const written = [temporary]
  const write = async (aborted: AbortSignal): Promise<Manifest> => {
    const contents = await open.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (trx) => {
        const snapshot = await queries.exportSnapshot(trx)
        const contents = await describeContents(trx)
        if (!contents) throw new Error('The database of DATABASE_URL is not one of the portal.')
        const options = ['--format=custom', `--snapshot=${snapshot}`, `--file=${temporary}`]
        await runTool(tool, url, options, aborted)
        return contents
      })
    const manifest: Manifest = {
      format: 1,
      file: basename(file),
      bytes: (await stat(temporary)).size,
      sha256: await sha256Of(temporary, aborted),
      at: at.toISOString(),
      portal: version,
      server,
      pgDump: tool.major,
      contents,
    }
    await publish(temporary, file, written)
    await writeFile(temporary, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600, flush: true })
    await publish(temporary, manifestOf(file), written)
    return manifest
  }
  const manifest = await abortOnSignals(write).catch(async (error: unknown) => {
    for (const path of written) await rm(path, { force: true })
    throw error
  })
  // Of a standby server or a full disk: the backup is complete all the same.
  const warning = await queries.noteBackup(open.db, at, manifest.bytes).then(
    () => undefined,
    (error: Error) => error.message,
  )
  return { ...manifest, warning }
}

async function assertNew(path: string): Promise<void> {
  const exists = await access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
  if (exists) throw new Error(`${path} exists. Choose another name; nothing was written.`)
}

/** Renames a file without replacing another one, and adds its name to `written`. */
async function publish(temporary: string, path: string, written: string[]): Promise<void> {
  await (await openFile(path, 'wx', 0o600)).close()
  written.push(path)
  await rename(temporary, path)
}

/** @returns when `portal backup` last succeeded on this database, and the size of the dump */
export const findLastBackup = ({ db }: { db: Db }) => queries.findLastBackup(db)
