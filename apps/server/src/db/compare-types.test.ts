import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { openTestApp } from '#test/test-app.ts'
import { compareTypes, readTypes } from './compare-types.ts'

const source = `
export type Database = {
  /** A comment: with a colon. */
  rateLimits: { key: string; kind: 'a; b' | 'c' }
  users: {
    id: GeneratedAlways<number>
    municipalityId: number | null
    lastMonth: Generated<string | null>
    rateId: ColumnType<number, number | null | undefined, never>
    details: JSONColumnType<Record<string, unknown>> | ColumnType<null>
  }
}
`

describe('readTypes', () => {
  it('reads tables, columns and whether a query may return null', () => {
    const types = readTypes(source)
    expect([...types.keys()]).toEqual(['rate_limits', 'users'])
    expect(Object.fromEntries(types.get('rate_limits') ?? [])).toEqual({ key: false, kind: false })
    expect(Object.fromEntries(types.get('users') ?? [])).toEqual({
      id: false,
      municipality_id: true,
      last_month: true,
      rate_id: false,
      details: true,
    })
  })
})

describe('compareTypes', () => {
  it('lists tables and columns that only one side has, and differences in nullability', () => {
    const differences = compareTypes(
      new Map([
        ['users', new Map(Object.entries({ id: false, name: false, telephone: true }))],
        ['gone', new Map()],
      ]),
      new Map([
        ['users', new Map(Object.entries({ id: false, telephone: false, sub: false }))],
        ['added', new Map()],
      ]),
    )
    expect(
      differences.filter((difference) => !/(points|participants|activity|partner)_/.test(difference)),
    ).toEqual([
      'The database has no table gone.',
      'users.telephone is not null in the database, not in the types.',
      'The types have no column users.sub.',
      'The database has no column users.name.',
      'The types have no table added.',
    ])
  })
})

describe('schema.ts', () => {
  it('has the tables and columns of the migrated database', async () => {
    const testApp = await openTestApp()
    const { rows } = await sql<{ table: string; name: string; isNullable: boolean }>`
      select c.relname as "table", a.attname as name, not a.attnotnull as is_nullable
      from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace
        and c.relname not in ('kysely_migration', 'kysely_migration_lock') and a.attnum > 0 and not a.attisdropped
      order by c.relname, a.attnum`.execute(testApp.db)
    await testApp.close()
    const columns = new Map(
      [...Map.groupBy(rows, ({ table }) => table)].map(([table, inside]) => [
        table,
        new Map(inside.map(({ name, isNullable }) => [name, isNullable])),
      ]),
    )
    const types = readTypes(readFileSync(resolve(import.meta.dirname, 'schema.ts'), 'utf8'))
    expect(compareTypes(types, columns)).toEqual([])
  })
})
