/** The embedded database (PGlite) of trials and of the demonstration. No other file of the server knows of it. */
import { mkdirSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { PGlite, type PGliteOptions, type Results, type Transaction } from '@electric-sql/pglite'
import { Kysely, type KyselyPlugin, PGliteDialect } from 'kysely'
import { fromPglite } from 'pg-boss'
import type { Listen } from './listen.ts'
import type { Database } from './schema.ts'

/** Another process has the embedded database open. */
export class FolderInUse extends Error {
  override name = 'FolderInUse'
  constructor() {
    super(
      'The embedded database is in use by another process. Stop the portal first, or run it on PostgreSQL (DATABASE_URL), which supports several processes.',
    )
  }
}

/**
 * Locks a folder for this process. The embedded database has no lock of its own: two processes on one folder lost 185
 * of 1,000 acknowledged inserts. Uses SQLite's lock on a separate file; the system releases it even if the process is
 * killed.
 * @returns releases the lock
 * @throws FolderInUse
 */
function lockFolder(file: string): () => void {
  const lock = new DatabaseSync(file)
  try {
    lock.exec('pragma locking_mode = exclusive; begin exclusive')
  } catch {
    lock.close()
    throw new FolderInUse()
  }
  return () => lock.close()
}

type Runner = Pick<PGlite, 'query' | 'exec'>

/** As PostgreSQL's driver, takes several statements in a text without values, such as a migration. */
function takeSeveral<One extends Runner>(runner: One): One {
  const one = runner.query.bind(runner)
  const query: Runner['query'] = async <Row>(...[text, values = [], options]: Parameters<Runner['query']>) =>
    values.length > 0
      ? one<Row>(text, values, options)
      : ((await runner.exec(text, options)).at(-1) as Results<Row>)
  return Object.assign(runner, { query })
}

async function open(options: PGliteOptions): Promise<PGlite> {
  const pglite = takeSeveral(await PGlite.create(options))
  const transaction = pglite.transaction.bind(pglite)
  return Object.assign(pglite, {
    transaction: <Result>(work: (trx: Transaction) => Promise<Result>) =>
      transaction((trx) => work(takeSeveral(trx))),
  })
}

/** Listens in the process: no other one has the database open. */
const listenOn =
  (pglite: PGlite): Listen =>
  async (channels, { onNotice }) => {
    const stops = await Promise.all(
      channels.map((channel) => pglite.listen(channel, (payload) => onNotice(channel, payload))),
    )
    return async () => {
      if (!pglite.closed) await Promise.all(stops.map((stop) => stop()))
    }
  }

type Values = { parsers: NonNullable<PGliteOptions['parsers']>; plugins: KyselyPlugin[] }

/** Opens an empty database in memory. */
export const openInMemory = async ({ parsers, plugins }: Values): Promise<Kysely<Database>> =>
  new Kysely({ dialect: new PGliteDialect({ pglite: await open({ parsers }) }), plugins })

/** @throws FolderInUse if another process has it open */
export async function openEmbedded(folder: string, { parsers, plugins }: Values) {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockFolder(join(dirname(folder), 'database.lock'))
  try {
    const pglite = await open({ dataDir: folder, parsers })
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }), plugins })
    return {
      db,
      name: `embedded, in ${folder}`,
      trialsOnly: `DATABASE_URL is not set. The embedded database in ${folder} is for trials.`,
      forJobs: { db: fromPglite(pglite), backend: 'pglite' as const },
      listen: listenOn(pglite),
      close: async () => {
        await db.destroy()
        if (!pglite.closed) await pglite.close()
        release()
      },
    }
  } catch (error) {
    release()
    throw error
  }
}
