import { type Kysely, sql } from 'kysely'
import type { Config } from '#server/lib/config/config.ts'
import type { Database } from './schema.ts'

type Db = Kysely<Database>

/** Direct connections beside a database behind a pooler, for `withoutTimeouts`. */
const directOf = new WeakMap<Db, Db>()

/** Sets the direct connections of a database behind a pooler. */
export function useDirect(db: Db, direct: Db): void {
  directOf.set(db, direct)
}

/**
 * Checks the settings that a pooler's connections have from the role, because the portal cannot set them.
 * @returns what to do; undefined if they are right or there is no pooler
 */
export async function adviseOnPooler(
  { db }: { db: Db },
  { statement, lock }: Config['databaseTimeouts'],
): Promise<string | undefined> {
  if (!directOf.has(db)) return undefined
  const wanted = { jit: 'off', synchronous_commit: 'on', statement_timeout: statement, lock_timeout: lock }
  const { rows } = await sql<{ name: string; setting: string; role: string; database: string }>`
    select name, setting, quote_ident(current_user) as role, quote_ident(current_database()) as database
    from pg_settings`.execute(db)
  const of = new Map(rows.map(({ name, setting }) => [name, setting]))
  const missing = Object.entries(wanted).filter(([name, value]) => of.get(name) !== String(value))
  if (missing.length === 0) return undefined
  const { role, database } = rows[0] ?? {}
  const statements = missing.map(
    ([name, value]) => `alter role ${role} in database ${database} set ${name} = '${value}';`,
  )
  return `The connections of the pooler lack settings. As ${role}, run: ${statements.join(' ')} Then reconnect the pooler.`
}

/**
 * Runs `work` on one connection without statement and lock timeouts: migrations, folding of counters and clean-up may
 * take minutes. Behind a pooler it is a direct connection: another transaction would get the one without timeouts.
 */
export async function withoutTimeouts<T>(db: Db, work: (db: Db) => Promise<T>): Promise<T> {
  return (directOf.get(db) ?? db).connection().execute(async (connection) => {
    await sql`select set_config('statement_timeout', '0', false), set_config('lock_timeout', '0', false)`.execute(
      connection,
    )
    try {
      return await work(connection)
    } finally {
      // On a broken connection the reset fails, too; the error of `work` is the relevant one.
      for (const name of ['statement_timeout', 'lock_timeout'])
        await sql`reset ${sql.raw(name)}`.execute(connection).catch(() => {})
    }
  })
}
