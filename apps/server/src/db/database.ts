import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { CamelCasePlugin, Kysely, PGliteDialect, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import type { Config } from '#server/platform/config.ts'
import { lockFolder } from './folder-lock.ts'
import type { Database } from './schema.ts'

/** What a query takes first: the database, or the transaction that it belongs to. */
export type Db = Kysely<Database>
export type Trx = Transaction<Database>

/** An open database, whichever it is. */
export type OpenDatabase = {
  db: Db
  kind: 'postgres' | 'embedded'
  /** How the job queue reaches the same database: with few connections of its own, or through the embedded one. */
  forJobs: ConstructorOptions
  close: () => Promise<void>
}

// bigint, date and interval come as numbers and texts, from both drivers alike: a `date` is a calendar day, not a moment
// in the server's time zone.
const parsers = { 20: Number, 1082: (text: string) => text, 1186: (text: string) => text }

const parserOf = (oid: number) => (parsers as Record<number, ((text: string) => unknown) | undefined>)[oid]

type TypeId = Parameters<typeof pg.types.getTypeParser>[0]

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

/**
 * Opens the database that the configuration names.
 * @throws FolderInUse where another process has the embedded one open
 */
export async function openDatabase(config: Pick<Config, 'database'>): Promise<OpenDatabase> {
  return config.database.kind === 'postgres'
    ? openPostgres(config.database.url)
    : openEmbedded(config.database.folder)
}

async function openPostgres(url: string): Promise<OpenDatabase> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 10,
    application_name: 'portal',
    types: {
      getTypeParser: (oid: TypeId, format) => parserOf(oid) ?? pg.types.getTypeParser(oid, format),
    },
  })
  // A connection that breaks while idle is replaced at the next query; without a listener it would end the process.
  pool.on('error', () => {})
  const db = new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins })
  const forJobs = { connectionString: url, max: 3, application_name: 'portal jobs', useListenNotify: true }
  return { db, kind: 'postgres', forJobs, close: () => db.destroy() }
}

async function openEmbedded(folder: string): Promise<OpenDatabase> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const release = lockFolder(join(folder, '..', 'database.lock'))
  try {
    const pglite = await PGlite.create({ dataDir: folder, extensions: { pg_trgm }, parsers })
    const db = new Kysely<Database>({ dialect: new PGliteDialect({ pglite }), plugins })
    const close = async () => {
      await db.destroy()
      if (!pglite.closed) await pglite.close()
      release()
    }
    return {
      db,
      kind: 'embedded',
      forJobs: { db: fromPglite(pglite), backend: 'pglite', useListenNotify: true },
      close,
    }
  } catch (fault) {
    release()
    throw fault
  }
}

/**
 * What an operator should know of the database's locale: under LC_CTYPE=C, pg_trgm takes Greek letters for none, and searches
 * by Greek names read everyone (measured at 100,000 people: 70 to 300 ms instead of 10 to 20).
 * @returns the sentence, or undefined where all is well
 */
export async function adviseOnLocale({
  db,
  kind,
}: Pick<OpenDatabase, 'db' | 'kind'>): Promise<string | undefined> {
  if (kind === 'embedded') return undefined
  const { rows } = await sql<{ trigrams: string[] }>`select show_trgm('αβγ') as trigrams`.execute(db)
  if ((rows[0]?.trigrams.length ?? 0) > 0) return undefined
  return "The database's LC_CTYPE knows no Greek letters: searches by Greek names are slow. docs/operations.md says how to create it."
}

/** Whether the database answers. */
export const isReachable = async (db: Db): Promise<boolean> => {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
