import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

const one = async <Row>(db: Db, statement: ReturnType<typeof sql>): Promise<Row> =>
  (await statement.execute(db)).rows[0] as Row

export const findDatabase = (db: Db) =>
  one<{ postgres: string; bytes: number }>(
    db,
    sql`select split_part(current_setting('server_version'), ' ', 1) as postgres,
      pg_database_size(current_database()) as bytes`,
  )

export const findEncoding = (db: Db) =>
  one<{ encoding: string }>(
    db,
    sql`select pg_encoding_to_char(encoding) as encoding from pg_database where datname = current_database()`,
  )

/** Names of what is sorted by another version of the system's libraries than when it was created, or ''. */
export const findChangedCollations = (db: Db) =>
  one<{ names: string }>(
    db,
    sql`select coalesce(string_agg(name, ', '), '') as names from (
        select collname as name from pg_collation
        where collversion <> pg_collation_actual_version(oid) and collname = 'und-x-icu'
        union all
        select 'the database' from pg_database
        where datname = current_database() and datcollversion <> pg_database_collation_actual_version(oid)
      ) changed`,
  )

/** `local`: the database is on this machine. */
export const findEncryption = (db: Db) =>
  one<{ ssl: boolean; local: boolean }>(
    db,
    sql`select coalesce((select ssl from pg_stat_ssl where pid = pg_backend_pid()), false) as ssl,
      inet_client_addr() is null or inet_client_addr() = inet_server_addr() as local`,
  )

export const findClock = (db: Db) => one<{ now: Date }>(db, sql`select clock_timestamp() as now`)

export const findRecovery = (db: Db) =>
  one<{ standsBy: boolean }>(db, sql`select pg_is_in_recovery() as stands_by`)

/** Operators who can sign in. */
export const countOperators = (db: Db) =>
  one<{ operators: number }>(
    db,
    sql`select count(*)::int as operators from users
      where is_staff and is_active and role = 'operator' and password_hash is not null`,
  )
