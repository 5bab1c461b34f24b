import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Keeps the transaction's snapshot readable for pg_dump as long as it is open. @returns the snapshot's name */
export async function exportSnapshot(trx: Db): Promise<string> {
  await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx)
  const { rows } = await sql<{ snapshot: string }>`select pg_export_snapshot() as snapshot`.execute(trx)
  return rows[0]?.snapshot ?? ''
}

export async function findMajor(db: Db): Promise<number> {
  const { rows } = await sql<{ version: string }>`
    select current_setting('server_version_num') as version`.execute(db)
  return Math.floor(Number(rows[0]?.version) / 10_000)
}

export async function countTables(db: Db): Promise<number> {
  const { rows } = await sql<{ tables: number }>`
    select count(*) as tables from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'm', 'S') and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'`.execute(
    db,
  )
  return rows[0]?.tables ?? 0
}

/** Counts what a backup has to contain. Only tables and columns that every version has. */
export async function countContents(db: Db) {
  const { rows } = await sql<{
    migration: string | null
    records: number
    highestRecord: number
    accounts: number
  }>`
    select (select max(name) from kysely_migration) as migration, r.records, r.highest_record,
      (select count(*) from users) as accounts
    from (select count(*) as records, coalesce(max(id), 0) as highest_record from points_records) r`.execute(
    db,
  )
  return rows[0]
}

export const analyze = (db: Db) => sql`analyze`.execute(db)

const [keyOfTime, keyOfSize] = ['last backup', 'size of last backup']

/** For the check of the system. */
export const noteBackup = (db: Db, at: Date, bytes: number) =>
  sql`
    insert into portal_state (key, value) values (${keyOfTime}, ${at.toISOString()}), (${keyOfSize}, ${String(bytes)})
    on conflict (key) do update set value = excluded.value`.execute(db)

/** `bytes` is null after a backup by an earlier version. */
export async function findLastBackup(db: Db): Promise<{ at: Date; bytes: number | null } | undefined> {
  const { rows } = await sql<{ key: string; value: string }>`
    select key, value from portal_state where key in (${keyOfTime}, ${keyOfSize})`.execute(db)
  const { [keyOfTime]: at, [keyOfSize]: bytes } = Object.fromEntries(
    rows.map(({ key, value }) => [key, value]),
  )
  return at === undefined
    ? undefined
    : { at: new Date(at), bytes: bytes === undefined ? null : Number(bytes) }
}
