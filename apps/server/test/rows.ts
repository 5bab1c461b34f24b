import type { InsertObject, Kysely } from 'kysely'
import pg from 'pg'
import type { Database } from '#server/db/schema.ts'
import type { TestApp } from './test-app.ts'

/** Inserts a row. @returns it; `id` if the table has one */
export const insert = <Table extends keyof Database>(
  db: Kysely<Database>,
  table: Table,
  row: InsertObject<Database, Table>,
) =>
  (db as unknown as Kysely<Record<string, { id: number }>>)
    .insertInto(table)
    .values(row as never)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Returns the id by which partners know a person. */
export const subOf = async ({ db }: Pick<TestApp, 'db'>, { id }: { id: number }): Promise<string> =>
  (await db.selectFrom('users').select('sub').where('id', '=', id).executeTakeFirstOrThrow()).sub

/** Runs a statement on a connection of its own. */
export async function queryOn(url: string, text: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query<Record<string, unknown>>(text)).rows
  } finally {
    await client.end()
  }
}
