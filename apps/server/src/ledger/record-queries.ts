import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Partner, RecordingPartner } from '#server/lib/context/app-context.ts'
import { Outdated } from '#server/lib/rights/rights.ts'

export type FoundPerson = { id: number; sub: string }

/** Finds participants by id or sub: active accounts that are not staff. */
export async function findParticipants(db: Db, ids: number[], subs: string[]): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    select id, sub from users where id = any(${ids}::bigint[]) and is_active and not is_staff
    union
    select id, sub from users where sub = any(${subs}::uuid[]) and is_active and not is_staff`.execute(db)
  return rows
}

/** Finds accounts by the `sub` that a partner with pairwise ones has for them. */
export async function findBySubjects(db: Db, partnerId: number, subs: string[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select user_id as id from partner_subjects
    where partner_id = ${partnerId}::int and sub = any(${subs}::uuid[])`.execute(db)
  return rows.map(({ id }) => id)
}

/** Filters the participants with a live consent to a scope at a third party. */
export async function findConsenting(
  db: Db,
  partnerId: number,
  scope: 'points' | 'points:redeem',
  now: Date,
  participants: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${participants}::bigint[])
      and has_live_consent(${partnerId}::int, sub, ${scope}, ${now})`.execute(db)
  return rows.map(({ id }) => id)
}

type GivenRow = { participantId: number; description: Description; points: number }

/**
 * Sums the points that a partner has given participants and taken back, by description, without coupons. For a first
 * party, imported records count as well: they are the operator's own history.
 */
export async function listGiven(
  db: Db,
  { id, firstParty }: Pick<Partner, 'id' | 'firstParty'>,
  participants: number[],
): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    select participant_id, description, sum(points)::bigint as points from points_records
    where participant_id = any(${participants}::bigint[]) and (partner_id = ${id} or (${firstParty} and partner_id is null))
      and points_category(description) <> 'redeemed'
    group by participant_id, description`.execute(db)
  return rows
}

export type KnownReference = {
  reference: string
  content: string
  recordId: number | null
  /** Points of the record or of the waiting delivery. */
  points: number | null
  stickerCode: string | null
  withdrawnBy: string | null
}

/** Finds the records, waiting deliveries and withdrawals of a partner's used references. */
export async function findReferences(
  db: Db,
  partner: { id: number; source: string },
  references: string[],
): Promise<KnownReference[]> {
  const { rows } = await sql<KnownReference>`
    select reference, content, record_id, points, sticker_code, withdrawn_by
    from known_references(${partner.id}::int, ${partner.source}, ${references}::text[])`.execute(db)
  return rows
}

/** What is read before records are decided. */
export type ReadForRecords = {
  hasWebhook: boolean
  /** Points that the partner has given on the day. */
  givenOnDay: number
  /** The id of the account that each record names; null if there is none, or the record's reference is known. */
  people: (number | null)[]
  /** Locked, by account id. `isParticipant`: active and not staff. */
  balances: Map<number, { available: number; givenToday: number; isParticipant: boolean }>
  restricted: number[]
  /** Whose accounts staff lock. */
  locked: number[]
  /** Whose oil staff recorded by hand. */
  byHand: number[]
  known: KnownReference[]
}

/**
 * Takes the lock of writers, locks the balances of new records like `lockBalances`, without erased accounts, and reads the rest, in
 * one round trip.
 * @param named one per record
 */
export async function readForRecords(
  trx: Trx,
  { partner: { id, isPairwise }, source, at }: { partner: RecordingPartner; source: string; at: Date },
  named: { id: number | null; sub: string | null; reference: string }[],
): Promise<ReadForRecords> {
  type KnownReferenceRow = {
    reference: string
    content: string
    record_id: number | null
    points: number | null
    sticker_code: string | null
    withdrawn_by: string | null
  }
  type Row = Omit<ReadForRecords, 'balances' | 'known'> & {
    accounts: [ids: number[] | null, available: number[], givenToday: number[], isParticipant: boolean[]]
    known: KnownReferenceRow[] | null
  }
  const { rows } = await sql<Row>`
    select has_webhook, given_on_day, people, accounts, restricted, locked, by_hand, known
    from read_for_records(${id}::int, ${source}, ${isPairwise}::boolean, ${at}::timestamptz,
      ${named.map(({ id }) => id)}::bigint[], ${named.map(({ sub }) => sub)}::uuid[],
      ${named.map(({ reference }) => reference)}::text[])`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('read_for_records returned no row.')
  const { accounts, known, ...read } = row
  const [ids, available, givenToday, isParticipant] = accounts
  return {
    ...read,
    balances: new Map(
      (ids ?? []).map((id, place) => [
        id,
        {
          available: available[place] ?? 0,
          givenToday: givenToday[place] ?? 0,
          isParticipant: isParticipant[place] === true,
        },
      ]),
    ),
    known: (known ?? []).map(({ record_id, sticker_code, withdrawn_by, ...same }) => ({
      ...same,
      recordId: record_id,
      stickerCode: sticker_code,
      withdrawnBy: withdrawn_by,
    })),
  }
}

/** A row of the ledger, or of the waiting deliveries if it has no `participantId`. */
export type NewRow = {
  reference: string
  /** Of a partner's record: the reference is taken with this hash. */
  content?: string
  description: Description
  points: number
  rateId: number | null
  createdAt: Date
  details: Record<string, unknown>
  participantId?: number
  stickerCode?: string
  reversalOf?: number
}

/** Who writes: a partner, or, without an id, the portal itself. */
export type Writer = { id: number | null; source: string }

/**
 * Takes the references of rows and inserts the rows, in one statement. References are sorted, to prevent deadlocks; it waits for
 * concurrent transactions that insert the same one.
 * @returns the ids of the records by reference
 * @throws Outdated if a reference is taken; the caller must roll the transaction back
 */
export async function insertRows(
  trx: Trx,
  { id, source }: Writer,
  receivedAt: Date,
  rows: readonly NewRow[],
): Promise<Map<string, number>> {
  if (rows.length === 0) return new Map()
  const all = (of: (row: NewRow) => string | number | null | undefined) => rows.map((row) => of(row) ?? null)
  const unlessTaken = sql`(select count(*) from taken) = (select count(content) from new_rows)`
  const { rows: added } = await sql<{ ids: Record<string, number> | null; inserted: number }>`
    with new_rows as materialized (
      select reference, content, description, points, rate_id, created_at, details, participant_id, reversal_of,
        sticker_code, place
      from unnest(
        ${all(({ reference }) => reference)}::text[], ${all(({ content }) => content)}::text[],
        ${all(({ description }) => description)}::text[], ${all(({ points }) => points)}::int[],
        ${all(({ rateId }) => rateId)}::int[], ${all(({ createdAt }) => createdAt.toISOString())}::timestamptz[],
        ${all(({ details }) => JSON.stringify(details))}::text[], ${all((row) => row.participantId)}::bigint[],
        ${all((row) => row.reversalOf)}::bigint[], ${all((row) => row.stickerCode ?? '')}::text[]
      ) with ordinality as rows (reference, content, description, points, rate_id, created_at, details, participant_id,
        reversal_of, sticker_code, place)),
    taken as (
      insert into partner_references (partner_id, reference, content, received_at)
      select ${id}::int, reference, decode(content, 'hex'), ${receivedAt}::timestamptz from new_rows
      where content is not null order by reference
      on conflict do nothing returning 1),
    waiting as (
      insert into waiting_deliveries (partner_id, reference, sticker_code, description, points, rate_id, created_at, received_at,
        details)
      select ${id}::int, reference, sticker_code, description::points_description, points, rate_id, created_at,
        ${receivedAt}::timestamptz, nullif(details, '{}')::jsonb
      from new_rows where participant_id is null and ${unlessTaken} order by place
      returning 1),
    added as (
      insert into points_records (participant_id, points, description, created_at, received_at, source, reference, details,
        partner_id, rate_id, reversal_of)
      select participant_id, points, description::points_description, created_at, ${receivedAt}::timestamptz,
        ${source}, reference, nullif(details, '{}')::jsonb, ${id}::int, rate_id, reversal_of
      from new_rows where participant_id is not null and ${unlessTaken} order by place
      returning id, reference)
    select (select json_object_agg(reference, id) from added) as ids,
      (select count(*) from added) + (select count(*) from waiting) as inserted`.execute(trx)
  if (added[0]?.inserted !== rows.length) throw new Outdated()
  return new Map(Object.entries(added[0].ids ?? {}))
}

/**
 * Takes a reference without a row.
 * @throws Outdated if it is taken
 */
export async function takeReference(
  trx: Trx,
  partnerId: number,
  receivedAt: Date,
  { reference, content }: { reference: string; content: string },
): Promise<void> {
  const { numAffectedRows } = await sql`
    insert into partner_references (partner_id, reference, content, received_at)
    values (${partnerId}, ${reference}, decode(${content}, 'hex'), ${receivedAt})
    on conflict do nothing`.execute(trx)
  if (Number(numAffectedRows) !== 1) throw new Outdated()
}

export const findAvailable = async (db: Db, participantId: number): Promise<number> =>
  (
    await db
      .selectFrom('balances')
      .select('available')
      .where('participantId', '=', participantId)
      .executeTakeFirst()
  )?.available ?? 0
