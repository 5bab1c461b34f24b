import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { type Db, withoutTimeouts } from './database.ts'

const folder = resolve(import.meta.dirname, '../../migrations')

/** Reads migrations/*.sql; statements are parted by a line '--;;', since the embedded database takes one at a time. */
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
 * Brings the database's shape up to this version's. Several processes may try at once: one works, the others wait.
 * @returns the names of the migrations that were carried out now
 * @throws the database's own error; nothing of the migrations is kept then
 */
export async function migrate(db: Db): Promise<string[]> {
  const provider = { getMigrations: readMigrations }
  const { error, results } = await withoutTimeouts(db, (connection) =>
    new Migrator({ db: connection, provider }).migrateToLatest(),
  )
  if (error) throw error instanceof Error ? error : new Error('The migration failed.', { cause: error })
  return (results ?? []).filter((result) => result.status === 'Success').map((result) => result.migrationName)
}
