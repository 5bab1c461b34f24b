import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Db, withoutTimeouts } from './database.ts'

const folder = resolve(import.meta.dirname, '../../migrations')

/** Reads migrations/*.sql. A line '--;;' separates statements: the embedded database executes one per call. */
async function readMigrations(): Promise<Record<string, Migration>> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort()
  const entries = files.map((file): [string, Migration] => [
    file.replace(/\.sql$/, ''),
    {
      up: async (db) => {
        const text = await readFile(join(folder, file), 'utf8')
        for (const statement of text.split(/^--;;\s*$/m)) await sql.raw(statement).execute(db)
      },
    },
  ])
  return Object.fromEntries(entries)
}

/**
 * Applies pending migrations. If several processes call it at the same time, one applies them and the others wait.
 * @returns the names of the applied migrations
 * @throws the database error; all migrations of this call are rolled back
 */
export async function migrate(db: Db): Promise<string[]> {
  const provider = { getMigrations: readMigrations }
  const { error, results } = await withoutTimeouts(db, (connection) =>
    new Migrator({ db: connection, provider }).migrateToLatest(),
  )
  if (error) throw error instanceof Error ? error : new Error('The migration failed.', { cause: error })
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
