import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { compareTypes, readTypes } from './compare-types.ts'
import { type Db, openInMemory } from './database.ts'
import { migrate } from './migrate.ts'

/** A check of `npm test`: the types of schema.ts have the columns of a migrated database. */
const db = await openInMemory()
await migrate(db)
const types = readTypes(readFileSync(resolve(import.meta.dirname, 'schema.ts'), 'utf8'))
const problems = compareTypes(types, await readColumns(db))
await db.destroy()
for (const problem of problems) console.error(`apps/server/src/db/schema.ts: ${problem}`)
process.exitCode = problems.length > 0 ? 1 : 0

/** Tables with their columns and whether a column may be null. */
async function readColumns(db: Db): Promise<Map<string, Map<string, boolean>>> {
  const { rows } = await sql<{ tableName: string; name: string; isNullable: boolean }>`
    select c.relname as table_name, a.attname as name, not a.attnotnull as is_nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and c.relname not in ('kysely_migration', 'kysely_migration_lock')
      and a.attnum > 0 and not a.attisdropped
    order by c.relname, a.attnum`.execute(db)
  return new Map(
    [...Map.groupBy(rows, ({ tableName }) => tableName)].map(([table, inside]) => [
      table,
      new Map(inside.map(({ name, isNullable }) => [name, isNullable])),
    ]),
  )
}
