import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/**
 * Adds to the points that a partner has given on a day of Athens, and locks their sum until the transaction ends.
 * @param limit null: none
 * @returns the new sum; undefined, without adding, if it would exceed the limit
 */
export async function addGivenByPartner(
  trx: Trx,
  partnerId: number,
  { day, points }: { day: string; points: number },
  limit: number | null = null,
): Promise<number | undefined> {
  const { rows } = await sql<{ points: number }>`
    insert into partner_days as d (partner_id, day, points)
    values (${partnerId}::int, ${day}::date, ${points}::bigint)
    on conflict (partner_id, day) do update set points = d.points + excluded.points
    where ${limit}::bigint is null or d.points + excluded.points <= ${limit}::bigint
    returning points`.execute(trx)
  return rows[0]?.points
}

export const deletePartnerDaysBefore = (db: Db, day: string) =>
  sql`delete from partner_days where day < ${day}::date`.execute(db)

/** Sums the points of deliveries that a partner has given participants since a day began, minus those taken back. */
export async function listGivenSince(
  db: Db,
  partnerId: number,
  participants: number[],
  day: string,
): Promise<{ participantId: number; points: number }[]> {
  const { rows } = await sql<{ participantId: number; points: number }>`
    select participant_id, sum(points)::bigint as points from points_records
    where participant_id = any(${participants}::bigint[]) and partner_id = ${partnerId} and received_at >= athens_start(${day}::date)
      and points_category(description) <> 'redeemed'
    group by participant_id`.execute(db)
  return rows
}

/** Sums the points that claims have credited a participant since a day began. */
export async function sumOfClaims(trx: Trx, participantId: number, day: string): Promise<number> {
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(points), 0)::bigint as points from delivery_claims
    where participant_id = ${participantId} and state = 'credited' and decided_at >= athens_start(${day}::date)`.execute(
    trx,
  )
  return rows[0]?.points ?? 0
}

/**
 * Sums those of new records that are within a day of oil that staff recorded by hand for the participant, also for claims,
 * and the points of these manual records.
 */
export async function sumBesideManual(
  trx: Trx,
  records: readonly number[],
): Promise<{ participantId: number; byHand: number; points: number }[]> {
  const { rows } = await sql<{ participantId: number; byHand: number; points: number }>`
    with pairs as (
      select r.participant_id, r.id, r.points, m.id as manual, m.points as by_hand
      from points_records r join points_records m on m.participant_id = r.participant_id
        and m.created_at >= athens_start(athens_day(r.created_at) - 1)
        and m.created_at < athens_start(athens_day(r.created_at) + 2)
      where r.id = any(${records}::bigint[]) and m.source = 'portal' and m.description = 'oil_collected')
    select participant_id,
      (select sum(by_hand) from (select distinct manual, by_hand from pairs p where p.participant_id = o.participant_id) m)
        ::bigint as by_hand,
      (select sum(points) from (select distinct id, points from pairs p where p.participant_id = o.participant_id) r)
        ::bigint as points
    from (select distinct participant_id from pairs) o`.execute(trx)
  return rows
}

/**
 * A sum of a day above a cap: of a partner, of a participant, or of a participant from one partner; or deliveries that may
 * be credited twice (`creditedTwice`).
 */
export type NewFlag = {
  partnerId: number | null
  participantId: number | null
  day: string
  rejected: boolean
  creditedTwice?: boolean
  cap: number
  points: number
  /** Of same-person.ts. */
  staffId?: number
  requesterId?: number | null
  shared?: string[]
  occasion?: string
}

/** Inserts flags that do not exist yet. */
export const insertFlags = (trx: Trx, flags: NewFlag[], raisedAt: Date) =>
  trx
    .insertInto('ledgerFlags')
    .values(flags.map((flag) => ({ ...flag, raisedAt })))
    .onConflict((conflict) => conflict.constraint('ledger_flags_once').doNothing())
    .execute()

export type FlagRow = Awaited<ReturnType<typeof listFlags>>[number]

/** Flags, newest first, with the names that a reader needs. */
export const listFlags = (
  db: Db,
  { open, id, limit = 1, offset = 0 }: { open?: boolean; id?: number; limit?: number; offset?: number },
) =>
  db
    .selectFrom('ledgerFlags as f')
    .leftJoin('partners', 'partners.id', 'f.partnerId')
    .leftJoin('users as participant', 'participant.id', 'f.participantId')
    .leftJoin('users as staff', 'staff.id', 'f.staffId')
    .leftJoin('users as resolver', 'resolver.id', 'f.resolvedBy')
    .leftJoin('users as requester', 'requester.id', 'f.requesterId')
    .selectAll('f')
    .select(['partners.name as partner', 'participant.firstName', 'participant.lastName'])
    .select(['staff.firstName as staffFirstName', 'staff.lastName as staffLastName'])
    .select([
      'resolver.email as resolvedByEmail',
      'staff.email as staffEmail',
      'requester.email as requesterEmail',
    ])
    .$if(open === true, (query) => query.where('f.resolvedAt', 'is', null))
    .$if(id !== undefined, (query) => query.where('f.id', '=', id ?? 0))
    .orderBy('f.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

export const countFlags = async (db: Db, open: boolean): Promise<number> =>
  (
    await db
      .selectFrom('ledgerFlags')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .$if(open, (query) => query.where('resolvedAt', 'is', null))
      .executeTakeFirstOrThrow()
  ).n

/** @returns false if it is already resolved or does not exist */
export async function updateResolved(
  trx: Trx,
  id: number,
  resolution: { resolvedBy: number; resolvedAt: Date; note: string },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('ledgerFlags')
    .set(resolution)
    .where('id', '=', id)
    .where('resolvedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Deletes flags that were resolved before a time. @returns their number, at most `limit` */
export async function removeResolvedFlags(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from ledger_flags where id in (
      select id from ledger_flags where resolved_at < ${before} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
