import { type Kysely, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import { until } from './until.ts'

/** Identifies the transaction's connection for `untilBlocked`. */
export async function backendOf(trx: Kysely<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  return rows[0]?.pid ?? 0
}

/**
 * Waits until `count` connections wait for a lock of `holder`, or for one that waits for it. Locks of jobs in the
 * background, for which others wait at any time, are not counted.
 */
export const untilBlocked = (
  db: Kysely<Database>,
  holder: number,
  count: number | (() => number),
): Promise<void> =>
  until(async () => {
    const { rows } = await sql<{ n: number }>`
      with recursive blocked (pid) as (
        select ${holder}::int
        union
        select a.pid from pg_stat_activity a join blocked b on b.pid = any (pg_blocking_pids(a.pid))
        where a.datname = current_database()
      )
      select count(*)::int - 1 as n from blocked`.execute(db)
    return (rows[0]?.n ?? 0) >= (typeof count === 'number' ? count : count())
  })
