import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Db } from './database.ts'
import { withoutTimeouts } from './direct.ts'

const defaultFolder = resolve(import.meta.dirname, '../../migrations')

/**
 * The database has executed a migration that this version does not have, or that was edited since; or it lacks one, and
 * the connection's role cannot execute it.
 */
export class MigrationMismatch extends Error {
  override name = 'MigrationMismatch'
}

/** A file without a transaction runs statement by statement; what succeeded before an error stays. */
type MigrationFile = Migration & { withoutTransaction: boolean; checksum: string }
type MigrationFiles = Record<string, MigrationFile>

/**
 * Reads the files NNNN_name.sql of a folder. The first line '-- no-transaction' marks a file that runs without a transaction;
 * there, lines '--;;' separate the statements, since those of one text share a transaction.
 */
async function readMigrations(folder: string): Promise<MigrationFiles> {
  const files = (await readdir(folder)).filter((file) => /^\d{4}_.+[.]sql$/.test(file)).sort()
  const entries = files.map(async (file): Promise<[string, MigrationFile]> => {
    const text = await readFile(join(folder, file), 'utf8')
    const withoutTransaction = /^-- no-transaction\s*\n/.test(text)
    const up: Migration['up'] = async (db) => {
      for (const statement of withoutTransaction ? text.split(/^--;;\s*$/m) : [text])
        await sql.raw(statement).execute(db)
    }
    const checksum = createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex')
    return [file.replace(/\.sql$/, ''), { up, withoutTransaction, checksum }]
  })
  return Object.fromEntries(await Promise.all(entries))
}

export const runMigrate = 'npm run portal -- migrate'

const lockId = 7_041_776
const lockRetryMs = 100

/**
 * Runs work while no other process migrates. Polls, because a waiting pg_advisory_lock(), which Kysely's Migrator uses,
 * holds a snapshot: `create index concurrently` waits for its end, and PostgreSQL reports a deadlock.
 */
async function withMigrationLock<T>(connection: Db, work: () => Promise<T>): Promise<T> {
  const tryLock = sql<{ locked: boolean }>`select pg_try_advisory_lock(${sql.lit(lockId)}) as locked`
  while (!(await tryLock.execute(connection)).rows[0]?.locked) await wait(lockRetryMs)
  try {
    return await work()
  } finally {
    // If the connection broke, the lock is gone and the error of the work matters.
    await sql`select pg_advisory_unlock(${sql.lit(lockId)})`.execute(connection).catch(() => {})
  }
}

/** @returns the names of the executed migrations. @throws MigrationMismatch */
async function assertMigrationsKnown(connection: Db, migrations: MigrationFiles): Promise<string[]> {
  const { rows: tables } = await sql<{ readable: boolean | null }>`
    select has_table_privilege(to_regclass('kysely_migration'), 'select') as readable`.execute(connection)
  const readable = tables[0]?.readable
  if (typeof readable !== 'boolean') return []
  if (!readable)
    throw new MigrationMismatch(
      `The role of DATABASE_URL may not read the tables of the portal. Run: ${runMigrate}`,
    )
  // Databases of unreleased versions have no checksums.
  const { rows } = await sql<{ name: string; checksum?: string | null }>`
    select * from kysely_migration order by name`.execute(connection)
  const executed = rows.map(({ name }) => name)
  const known = Object.keys(migrations)
  const unknown = executed.find((name) => !known.includes(name))
  if (unknown === undefined) {
    const edited = rows.find(({ name, checksum }) => checksum && migrations[name]?.checksum !== checksum)
    if (!edited) return executed
    throw new MigrationMismatch(
      `The file of the migration ${edited.name} was edited after this database executed it. ` +
        'Restore the file and put the change into a new migration, or create a new database.',
    )
  }
  // Every released version begins with the same first migration.
  const isReleased = known[0] !== undefined && executed.includes(known[0])
  throw new MigrationMismatch(
    isReleased
      ? `This database was made by a newer version of the portal: this version does not have its migration ${unknown}. ` +
          'Start the newer version, or restore a backup from before the update.'
      : `This database was made by an unreleased version of the portal: its migration ${unknown} no longer exists. ` +
          "Create a new database (without DATABASE_URL: remove the folder 'database' in DATA_DIR) and import the data again.",
  )
}

/** Checks that no migration is pending, without changing anything. @throws MigrationMismatch */
export async function assertMigrated(db: Db): Promise<void> {
  const migrations = await readMigrations(defaultFolder)
  const executed = await assertMigrationsKnown(db, migrations)
  const pending = Object.keys(migrations).filter((name) => !executed.includes(name))
  if (pending.length > 0)
    throw new MigrationMismatch(
      `The database lacks migrations from ${pending[0]} on, which only its owner can execute. Run: ${runMigrate}`,
    )
}

/**
 * Executes the migrations that the database does not have yet, each in a separate transaction unless its file says
 * otherwise (docs/decisions/017). If several processes start simultaneously, one works and the others wait.
 * @returns the names of the migrations that were executed now
 * @throws MigrationMismatch, or the database's error; the migrations before the failed one stay
 */
export async function migrate(db: Db, folder: string = defaultFolder): Promise<string[]> {
  const migrations = await readMigrations(folder)
  return withoutTimeouts(db, (connection) =>
    withMigrationLock(connection, async () => {
      await assertMigrationsKnown(connection, migrations)
      const migrator = new Migrator({
        db: connection,
        provider: { getMigrations: () => Promise.resolve(migrations) },
      })
      const pending = (await migrator.getMigrations()).filter(({ executedAt }) => !executedAt)
      for (const { name } of pending) {
        // One step at a time: Kysely would run all of them in one transaction, and without one it records a migration
        // after its commit, so that a crash in between would repeat it.
        const { withoutTransaction, checksum } = migrations[name] as MigrationFile
        const { error } = await migrator.migrateUp({ disableTransactions: withoutTransaction })
        if (error)
          throw error instanceof Error ? error : new Error(`The migration ${name} failed.`, { cause: error })
        await sql`alter table kysely_migration add column if not exists checksum text`.execute(connection)
        const record = sql`update kysely_migration set checksum = ${checksum} where name = ${name}`
        await record.execute(connection)
      }
      return pending.map(({ name }) => name)
    }),
  )
}
