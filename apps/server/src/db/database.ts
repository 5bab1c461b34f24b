import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { CamelCasePlugin, Kysely, PGliteDialect, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import { type ConstructorOptions, fromPglite } from 'pg-boss'
import type { Config } from '#server/lib/config/config.ts'
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
 * Opens the database that the configuration names. On PostgreSQL nothing is connected yet.
 * @param config.databaseTimeouts none, where it is missing
 * @param report receives the error of each connection that breaks
 * @throws FolderInUse where another process has the embedded one open
 */
export async function openDatabase(
  { database, databaseTimeouts }: Pick<Config, 'database'> & Partial<Pick<Config, 'databaseTimeouts'>>,
  report: (error: Error) => void = () => {},
): Promise<OpenDatabase> {
  return database.kind === 'postgres'
    ? openPostgres(database.url, databaseTimeouts, report)
    : openEmbedded(database.folder)
}

// If the server has synchronous_commit off, a crash takes back commits that were acknowledged (decision 016). JIT compiles
// statements of 100,000 estimated cost and more: a page of ten million records then takes 28 ms instead of 0.4.
const connectionOptions = '-c synchronous_commit=on -c jit=off'

/** Adds options of the connection to an address, before its own: the driver takes those of the address alone. */
function withOptions(url: string, options: string): string {
  const address = new URL(url)
  const own = address.searchParams.get('options') ?? ''
  address.searchParams.set('options', `${options} ${own}`.trim())
  return address.href
}

/** Kysely on a pool of connections to PostgreSQL, with the portal's names. */
export const databaseOn = (pool: pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins })

export const postgresTypes = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    parserOf(oid) ?? pg.types.getTypeParser(oid, format),
}

async function openPostgres(
  url: string,
  timeouts: Config['databaseTimeouts'] | undefined,
  report: (error: Error) => void,
): Promise<OpenDatabase> {
  const connectionString = withOptions(url, connectionOptions)
  const pool = new pg.Pool({
    connectionString,
    max: 10,
    application_name: 'portal',
    // Detects within about 20 s that the host of an idle connection vanished; the system's default is two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // 0 is none. Not `query_timeout`: the driver would hand over connections whose statement still runs.
    connectionTimeoutMillis: timeouts?.connect ?? 0,
    statement_timeout: timeouts?.statement ?? 0,
    lock_timeout: timeouts?.lock ?? 0,
    types: postgresTypes,
  })
  // A broken connection is replaced at the next query. Without a listener its error ends the process: the pool listens
  // to idle connections alone, so each one gets a listener of its own for its whole life.
  pool.on('connect', (client) => client.on('error', report))
  pool.on('error', () => {})
  const db = databaseOn(pool)
  const forJobs = { connectionString, max: 3, application_name: 'portal jobs' }
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
      forJobs: { db: fromPglite(pglite), backend: 'pglite' },
      close,
    }
  } catch (error) {
    release()
    throw error
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

/**
 * Runs work on one connection without its statement and lock timeouts: migrations, folding and cleaning may take minutes.
 */
export async function withoutTimeouts<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return db.connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      connection,
    )
    try {
      return await work(connection)
    } finally {
      // Where the connection broke, the error of the work matters, and the pool discards the connection.
      for (const name of ['statement_timeout', 'lock_timeout'])
        await sql`reset ${sql.raw(name)}`.execute(connection).catch(() => {})
    }
  })
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
