import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { parseAst } from 'rolldown/parseAst'
import { expect, it, onTestFinished } from 'vitest'
import { openTestApp } from '#test/test-app.ts'

/** Tables that only SQL functions and raw SQL use: `Database` has no types for them. */
const withoutTypes = [
  ...['points_day', 'points_month', 'points_delta', 'partner_days', 'participants_total'],
  ...['participants_delta', 'activity_day', 'activity_month', 'activity_delta'],
]

const toSnakeCase = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A type, as the parser describes it. */
type Node = {
  type: string
  types: Node[]
  typeName: { name: string }
  typeArguments: { params: Node[] }
  members: { key: { name: string }; typeAnnotation: { typeAnnotation: Node } }[]
}
type Statement = { declaration?: { id?: { name: string }; typeAnnotation: Node } }

const membersOf = ({ members }: Node) =>
  members.map(({ key, typeAnnotation }) => [toSnakeCase(key.name), typeAnnotation.typeAnnotation] as const)

/** Whether a query may return null for a column of this type: of ColumnType<…> the first argument counts. */
function isNullable({ type, types, typeName, typeArguments }: Node): boolean {
  if (type === 'TSUnionType') return types.some(isNullable)
  const [selected] = type === 'TSTypeReference' ? (typeArguments?.params ?? []) : []
  if (selected && /^(ColumnType|Generated|GeneratedAlways)$/.test(typeName.name)) return isNullable(selected)
  return type === 'TSNullKeyword'
}

it('schema.ts has the tables and columns of the migrated database, and knows which may be null', async () => {
  const testApp = await openTestApp()
  onTestFinished(() => testApp.close())
  const { rows } = await sql<{ column: string; isNullable: boolean }>`
    select c.relname || '.' || a.attname as column, not a.attnotnull as is_nullable
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
      and c.relname <> all(${['kysely_migration', 'kysely_migration_lock', ...withoutTypes]}::text[])
      and a.attnum > 0 and not a.attisdropped`.execute(testApp.db)
  const absent = await sql`
    select name from unnest(${withoutTypes}::text[]) name where to_regclass('public.' || name) is null`.execute(
    testApp.db,
  )
  expect(absent.rows).toEqual([])
  const source = readFileSync(resolve(import.meta.dirname, 'schema.ts'), 'utf8')
  const statements = parseAst(source, { lang: 'ts' }).body as unknown as Statement[]
  const database = statements.find(({ declaration }) => declaration?.id?.name === 'Database')?.declaration
  if (!database) throw new Error('schema.ts has no type Database.')
  const typed = membersOf(database.typeAnnotation).flatMap(([table, columns]) =>
    membersOf(columns).map(([column, type]) => `${table}.${column}${isNullable(type) ? ' or null' : ''}`),
  )
  expect(typed.toSorted()).toEqual(
    rows.map((row) => `${row.column}${row.isNullable ? ' or null' : ''}`).toSorted(),
  )
})
