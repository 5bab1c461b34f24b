import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'

/** A validated row of an imported file. */
export type StagedParticipant = {
  line: number
  email: string
  firstName: string
  lastName: string
  telephone: string
  municipalityId: number | null
  passwordHash: string | null
  createdAt: Date
}

/** Creates the staging table for the rows of a file; it is dropped at the end of the transaction. */
export const openStaging = (trx: Trx) =>
  sql`
    create temporary table staged_participants (
      line int not null,
      email text not null,
      email_key text collate "C" not null,
      first_name text not null,
      last_name text not null,
      telephone text not null,
      municipality_id int,
      password_hash text,
      created_at timestamptz(3) not null
    ) on commit drop`.execute(trx)

export async function stageParticipants(trx: Trx, rows: StagedParticipant[]): Promise<void> {
  const texts = (of: (row: StagedParticipant) => string | null) => sql`${rows.map(of)}::text[]`
  await sql`
    insert into staged_participants
      (line, email, email_key, first_name, last_name, telephone, municipality_id, password_hash, created_at)
    select line, email, email_key, first_name, last_name, telephone, municipality_id, password_hash,
      created_at
    from unnest(
      ${rows.map((row) => row.line)}::int[], ${texts((row) => row.email)}, ${texts((row) => emailKeyOf(row.email))}, ${texts((row) => row.firstName)},
      ${texts((row) => row.lastName)}, ${texts((row) => row.telephone)}, ${rows.map((row) => row.municipalityId)}::int[],
      ${texts((row) => row.passwordHash)}, ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[]
    ) as rows (line, email, email_key, first_name, last_name, telephone, municipality_id, password_hash, created_at)`.execute(
    trx,
  )
}

/**
 * `isPresent`: its address has an active account. `isKept`: an account that had it may take it back. Otherwise it has an account of
 * another kind, or is also in an earlier line.
 */
export type KnownRow = {
  line: number
  email: string
  otherLine: number | null
  isPresent: boolean
  isKept: boolean
}

/** Removes the staged rows whose address has or had an account, or is also in an earlier line. @returns them, by line */
export async function takeOutKnown(trx: Trx, now: Date): Promise<KnownRow[]> {
  await sql`analyze staged_participants`.execute(trx)
  const { rows } = await sql<KnownRow>`
    with known as (
      select s.line, s.email, case when s.line <> s.first_line then s.first_line end as other_line,
        s.line = s.first_line and u.is_active and not u.is_staff as is_present, u.id is null and c.id is not null as is_kept
      from (
        select line, email, email_key, min(line) over (partition by email_key) as first_line from staged_participants
      ) s left join users u on u.email_key = s.email_key
      left join email_changes c on c.old_key = s.email_key and c.undo_until > ${now} and c.undone_at is null
      where u.id is not null or c.id is not null or s.line <> s.first_line
    ), removed as (
      delete from staged_participants using known where staged_participants.line = known.line
    )
    select line, email, other_line, coalesce(is_present, false) as is_present, is_kept from known order by line`.execute(
    trx,
  )
  return rows
}

export async function countStaged(trx: Trx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from staged_participants`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Creates active accounts from the staged rows: the previous system verified their owners. @returns the row count */
export async function insertParticipants(trx: Trx): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into users (email, email_key, first_name, last_name, telephone, municipality_id, is_active, password_hash, created_at, activated_at)
    select email, email_key, first_name, last_name, telephone, municipality_id, true, password_hash, created_at, created_at
    from staged_participants order by line`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Updates the planner statistics and merges the pending lists of the search indexes after a bulk insert. */
export async function tidyParticipants(db: Db): Promise<void> {
  await sql`vacuum (analyze) users`.execute(db)
}
