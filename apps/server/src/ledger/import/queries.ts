import type { Description } from '@portal/contract/words/descriptions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'

/** A validated row of an imported file. */
export type StagedPoints = {
  line: number
  email: string
  points: number
  description: Description
  createdAt: Date
  reference: string
}

/** Creates the temporary table for the rows of a file. It is dropped at the end of the transaction. */
export const openStaging = (trx: Trx) =>
  sql`
    create temporary table staged_points (
      line int not null,
      email text not null,
      email_key text collate "C" not null,
      points int not null,
      description points_description not null,
      created_at timestamptz(3) not null,
      reference text collate "C" not null
    ) on commit drop`.execute(trx)

export async function stagePoints(trx: Trx, rows: StagedPoints[]): Promise<void> {
  await sql`
    insert into staged_points (line, email, email_key, points, description, created_at, reference)
    select line, email, email_key, points, description::points_description, created_at, reference
    from unnest(
      ${rows.map((row) => row.line)}::int[], ${rows.map((row) => row.email)}::text[],
      ${rows.map((row) => emailKeyOf(row.email))}::text[],
      ${rows.map((row) => row.points)}::int[], ${rows.map((row) => row.description)}::text[],
      ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[], ${rows.map((row) => row.reference)}::text[]
    ) as rows (line, email, email_key, points, description, created_at, reference)`.execute(trx)
}

const staged = sql`staged_points s join users u on u.email_key = s.email_key`

/**
 * Selects the new rows into `new_points`: the first row of each reference that is not in the ledger. Call it after all
 * rows are staged.
 */
export async function pickNewPoints(trx: Trx, source: string): Promise<void> {
  await sql`analyze staged_points`.execute(trx)
  await sql`
    create temporary table new_points on commit drop as
    select distinct on (s.reference)
      s.line, u.id as participant_id, s.points, s.description, s.created_at, s.reference
    from ${staged}
    where not exists (select 1 from points_records r where r.source = ${source} and r.reference = s.reference)
    order by s.reference, s.line`.execute(trx)
  await sql`analyze new_points`.execute(trx)
}

export type StrangerRow = { line: number; email: string; isStaff: boolean | null; isActive: boolean | null }

/**
 * Removes the staged rows whose address belongs to no account, to a staff account or to an account that is not activated.
 * @returns them, by line
 */
export async function takeOutStrangers(trx: Trx): Promise<StrangerRow[]> {
  const { rows } = await sql<StrangerRow>`
    with strangers as (
      select s.line, s.email, u.is_staff, u.is_active
      from staged_points s left join users u on u.email_key = s.email_key
      where u.id is null or u.is_staff or not u.is_active
    ), removed as (
      delete from staged_points using strangers where staged_points.line = strangers.line
    )
    select * from strangers order by line`.execute(trx)
  return rows
}

const content = (row: RawBuilder<unknown>) =>
  sql`${row}.participant_id, ${row}.points, ${row}.description, ${row}.created_at`

export type ContradictionRow = { line: number; reference: string; otherLine: number | null }

/**
 * Removes the staged rows whose reference has other content in the ledger or in an earlier line (`otherLine`); none of them is
 * in `new_points`.
 * @returns them, by line
 */
export async function takeOutContradictions(trx: Trx, source: string): Promise<ContradictionRow[]> {
  const { rows } = await sql<ContradictionRow>`
    with contradictions as (
    select s.line, s.reference, r.line as other_line
    from ${staged}
    join (
      select line, reference, participant_id, points, description, created_at from new_points
      union all
      select null, reference, participant_id, points, description, created_at from points_records where source = ${source}
    ) r on r.reference = s.reference
    where s.line is distinct from r.line
      and (u.id, s.points, s.description, s.created_at) is distinct from (${content(sql`r`)})
    ), removed as (
      delete from staged_points using contradictions where staged_points.line = contradictions.line
    )
    select * from contradictions order by line`.execute(trx)
  return rows
}

/** Removes the new rows of restricted accounts, if one of them takes points. @returns them by line */
export async function takeOutRestricted(trx: Trx): Promise<{ line: number; email: string }[]> {
  const { rows } = await sql<{ line: number; email: string }>`
    with restricted as (
      select u.id, u.email from account_restrictions r join users u on u.id = r.user_id
      where exists (select from new_points n where n.participant_id = u.id and n.points < 0)
    ), removed as (
      delete from new_points using restricted where new_points.participant_id = restricted.id
      returning new_points.line, email
    ), unstaged as (
      delete from staged_points using removed where staged_points.line = removed.line
    )
    select * from removed order by line`.execute(trx)
  return rows
}

/** Locks the balances of the new rows, in the order of all writers. */
export const lockNewBalances = (trx: Trx) =>
  sql`
    with locked as (
      select from balances where participant_id in (select participant_id from new_points)
      order by participant_id for no key update)
    select count(*) from locked`.execute(trx)

export type SpenderRow = { participantId: number; email: string; available: number; points: number }

/** Lists the accounts from which the new rows take points in total. Call it after `lockNewBalances`. */
export async function listSpenders(trx: Trx): Promise<SpenderRow[]> {
  const { rows } = await sql<SpenderRow>`
    select n.participant_id, u.email, b.available, n.points
    from (
      select participant_id, sum(points)::bigint as points from new_points
      group by participant_id having sum(points) < 0
    ) n
    join balances b on b.participant_id = n.participant_id
    join users u on u.id = n.participant_id`.execute(trx)
  return rows
}

/** Removes the new rows of accounts. @returns them by line */
export async function takeOutRowsOf(
  trx: Trx,
  participants: number[],
): Promise<{ line: number; participantId: number }[]> {
  const { rows } = await sql<{ line: number; participantId: number }>`
    with removed as (
      delete from new_points where participant_id = any(${participants}::bigint[]) returning line, participant_id
    ), unstaged as (
      delete from staged_points using removed where staged_points.line = removed.line
    )
    select * from removed order by line`.execute(trx)
  return rows
}

/** Counts the rows that are still staged: those of `new_points`, and those that are in the ledger or repeated. */
export async function countStaged(trx: Trx): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from staged_points`.execute(trx)
  return rows[0]?.n ?? 0
}

/** Sums the points of the new rows, regardless of their signs. */
export async function sumNewPoints(trx: Trx): Promise<{ records: number; points: number }> {
  const { rows } = await sql<{ records: number; points: number }>`
    select count(*) as records, coalesce(sum(abs(points::bigint)), 0)::bigint as points from new_points`.execute(
    trx,
  )
  return rows[0] ?? { records: 0, points: 0 }
}

/**
 * Inserts the new rows into the ledger in one statement: counters and balances are updated once, and balances are
 * checked only at the end, so that a coupon may precede the delivery that paid for it.
 * @returns the number of inserted rows
 */
export async function insertNewPoints(trx: Trx, source: string): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into points_records (participant_id, points, description, created_at, source, reference)
    select participant_id, points, description, created_at, ${source}, reference
    from new_points order by created_at, line`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

/** Runs VACUUM ANALYZE after a bulk insert, for the planner and index-only scans. Call it outside a transaction. */
export async function tidyLedger(db: Db): Promise<void> {
  await sql`vacuum (analyze) points_records`.execute(db)
  await sql`vacuum (analyze) balances`.execute(db)
}
