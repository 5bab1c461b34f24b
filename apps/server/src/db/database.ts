import { CamelCasePlugin, type CompiledQuery, Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import pg from 'pg'
import type { ConstructorOptions } from 'pg-boss'
import type { Config } from '#server/lib/config/config.ts'
import { useDirect } from './direct.ts'
import { openEmbedded, openInMemory as openEmbeddedInMemory } from './embedded.ts'
import { type Listen, listenOnPostgres } from './listen.ts'
import { namingClient } from './named-statements.ts'
import type { Database } from './schema.ts'

/** First parameter of queries: the database or a transaction. */
export type Db = Kysely<Database>
export type Trx = Transaction<Database>

/** An open database. */
export type OpenDatabase = {
  db: Db
  /** For messages, without a password. */
  name: string
  /** URL of PostgreSQL itself, for its tools; undefined: they cannot connect. */
  url?: string
  /** Why the database is not for production. */
  trialsOnly?: string
  /** Connection options of the job queue. */
  forJobs: ConstructorOptions
  /** Counts of the pool's connections. */
  connections?: () => { idle: number; used: number; waiting: number }
  /** Receives notifications of the database from all processes. */
  listen: Listen
  close: () => Promise<void>
}

// Both drivers return bigint as number, and date and interval as text: a `date` is a calendar day, not a timestamp in
// the server's time zone. The keys are type OIDs.
const parsers = {
  20: Number,
  1082: (text: string) => text,
  1184: pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date,
  1186: (text: string) => text,
}

const parserOf = (oid: number) => (parsers as Record<number, ((text: string) => unknown) | undefined>)[oid]

type TypeId = Parameters<typeof pg.types.getTypeParser>[0]

const plugins = [new CamelCasePlugin({ maintainNestedObjectKeys: true })]

/**
 * Opens the configured database: PostgreSQL, whose connections are opened on first use, or without an URL the embedded one.
 * @param config.databaseTimeouts in milliseconds; if missing, there are no timeouts
 * @param report receives the error of each broken connection
 * @throws FolderInUse if another process has the embedded database open
 */
export async function openDatabase(
  {
    database,
    databaseTimeouts,
    databasePool = 10,
  }: Pick<Config, 'database'> & Partial<Pick<Config, 'databaseTimeouts' | 'databasePool'>>,
  report: (error: Error) => void = () => {},
): Promise<OpenDatabase> {
  return database.url === undefined
    ? openEmbedded(database.folder, { parsers, plugins })
    : openPostgres(database, { timeouts: databaseTimeouts, size: databasePool, name: 'portal' }, report)
}

/** Opens an empty database in memory. */
export const openInMemory = (): Promise<Db> => openEmbeddedInMemory({ parsers, plugins })

// With synchronous_commit=off on the server, a crash loses acknowledged commits (decision 016). JIT compiles statements
// of an estimated cost of 100,000 or more: a page of ten million records then takes 28 ms instead of 0.4.
const connectionOptions = '-c synchronous_commit=on -c jit=off'

/** Prepends connection options to those in the URL: pg ignores its `options` setting if the URL has options. */
function withOptions(url: string, options: string): string {
  const address = new URL(url)
  const own = address.searchParams.get('options') ?? ''
  address.searchParams.set('options', `${options} ${own}`.trim())
  return address.href
}

/** Kysely on a PostgreSQL pool, with camelCase names. */
export const databaseOn = (pool: pg.Pool): Db =>
  new Kysely<Database>({ dialect: new PostgresDialect({ pool }), plugins })

export const postgresTypes = {
  getTypeParser: (oid: TypeId, format?: 'text' | 'binary') =>
    parserOf(oid) ?? pg.types.getTypeParser(oid, format),
}

type PoolSettings = {
  timeouts: Config['databaseTimeouts'] | undefined
  size: number
  name: string
  /** Behind a pooler that gives each transaction any connection: settings and named statements would not persist. */
  isPooled?: boolean
}

/**
 * Opens a pool of connections to a PostgreSQL server.
 * @param settings.name shown in pg_stat_activity
 * @param report receives the error of each broken connection
 */
export function openPool(
  url: string,
  { timeouts, size, name, isPooled = false }: PoolSettings,
  report: (error: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    ...(isPooled
      ? { connectionString: url }
      : {
          Client: namingClient(),
          connectionString: withOptions(url, connectionOptions),
          statement_timeout: timeouts?.statement ?? 0,
          lock_timeout: timeouts?.lock ?? 0,
        }),
    max: size,
    // A new connection costs 40 ms of CPU time and plans its statements anew; by default each ends after 10 s without use.
    idleTimeoutMillis: 300_000,
    application_name: name,
    // Detects a vanished host of an idle connection within about 20 s; the system default is two hours.
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // 0: no timeout. Not `query_timeout`: pg would reuse connections whose statement is still running.
    connectionTimeoutMillis: timeouts?.connect ?? 0,
    types: postgresTypes,
  })
  // The pool replaces a broken connection at the next query. An 'error' event without a listener would end the process,
  // and the pool listens only to idle connections, so each connection gets its own listener.
  pool.on('connect', (client) => client.on('error', report))
  pool.on('error', () => {})
  return pool
}

function nameOf(url: string): string {
  const { pathname, host, username, searchParams } = new URL(url)
  const [name, server] = [decodeURIComponent(pathname.slice(1)), host || searchParams.get('host')]
  return `${name || username} at ${server ?? 'this machine'}${username && `, as ${decodeURIComponent(username)}`}`
}

/** Maximum of direct connections beside a pooler: one for each background job without timeouts, and one for a start. */
const directSize = 5

async function openPostgres(
  { url, directUrl }: { url: string; directUrl?: string | undefined },
  settings: PoolSettings,
  report: (error: Error) => void,
): Promise<OpenDatabase> {
  const connectionString = withOptions(directUrl ?? url, connectionOptions)
  const pool = openPool(url, { ...settings, isPooled: directUrl !== undefined }, report)
  const db = databaseOn(pool)
  const direct =
    directUrl === undefined
      ? undefined
      : databaseOn(openPool(directUrl, { ...settings, size: directSize, name: 'portal direct' }, report))
  if (direct) useDirect(db, direct)
  const forJobs = { connectionString, max: 3, application_name: 'portal jobs' }
  const connections = () => ({
    idle: pool.idleCount,
    used: pool.totalCount - pool.idleCount,
    waiting: pool.waitingCount,
  })
  const listen = listenOnPostgres(
    { connectionString, connectTimeoutMs: settings.timeouts?.connect ?? 0 },
    report,
  )
  return {
    db,
    name: nameOf(url),
    url: directUrl ?? url,
    forJobs,
    connections,
    listen,
    close: async () => {
      await db.destroy()
      await direct?.destroy()
    },
  }
}

/**
 * Compiles a query of a hot read at its first use: Kysely takes 20 to 40 µs for it.
 * @param build receives placeholders instead of the values, which it may only pass on
 * @returns runs the query
 */
export function compileOnce<Values extends Record<string, unknown>, Row>(
  build: (db: Db, values: Values) => { compile: (db: Db) => CompiledQuery<Row> },
): (db: Db, values: Values) => Promise<Row[]> {
  let compiled: CompiledQuery<Row> | undefined
  class Placeholder {
    readonly name: string
    constructor(name: string) {
      this.name = name
    }
  }
  const placeholders = new Proxy<object>({}, { get: (_, name) => new Placeholder(String(name)) })
  return async (db, values) => {
    compiled ??= build(db, placeholders as Values).compile(db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    )
    return (await db.executeQuery<Row>({ ...compiled, parameters })).rows
  }
}

/** Returns whether the database responds to a query. */
export const isReachable = async (db: Db): Promise<boolean> => {
  try {
    await sql`select 1`.execute(db)
    return true
  } catch {
    return false
  }
}
