import type { Db } from './database.ts'
import { assertMigrated, migrate } from './migrate.ts'
import { assertPrivileges, isOwner } from './privileges.ts'

/** `asOwner`: whether the connection may change the schema. `migrations`: those executed now. */
type Prepared = { asOwner: boolean; migrations: string[] }

/**
 * Migrates the database as its owner. As the application's role, checks that nothing is to be migrated or granted.
 * @throws MigrationMismatch, or the error of a migration
 */
export async function prepareSchema({ db }: { db: Db }): Promise<Prepared> {
  if (await isOwner(db)) {
    return { asOwner: true, migrations: await migrate(db) }
  }
  await assertMigrated(db)
  await assertPrivileges(db)
  return { asOwner: false, migrations: [] }
}
