import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { compareTypes, readTypes } from './compare-types.ts'
import { openInMemory } from './database.ts'
import { describeSchema, readColumns } from './describe-schema.ts'
import { migrate } from './migrate.ts'

/**
 * `npm run schema` writes migrations/schema.sql, the schema that all migrations make together. With --check it fails if the
 * file is not up to date. Both fail if the types of schema.ts differ from the columns.
 */
const file = resolve(import.meta.dirname, '../../migrations/schema.sql')

const db = await openInMemory()
await migrate(db)
const expected = `-- Generated from an empty migrated database by \`npm run schema\`. Do not edit.\n\n${await describeSchema(db)}`
const types = readTypes(readFileSync(resolve(import.meta.dirname, 'schema.ts'), 'utf8'))
const problems = compareTypes(types, await readColumns(db)).map(
  (difference) => `apps/server/src/db/schema.ts: ${difference}`,
)
await db.destroy()

if (!process.argv.includes('--check')) writeFileSync(file, expected)
else if (readFileSync(file, 'utf8') !== expected)
  problems.push('apps/server/migrations/schema.sql differs from the migrations: run npm run schema.')
for (const problem of problems) console.error(problem)
process.exitCode = problems.length > 0 ? 1 : 0
