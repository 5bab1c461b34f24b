import type { Description } from '@portal/contract/descriptions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { countGiven } from './caps/queries.ts'
import type { Partner } from '#server/lib/context/app-context.ts'

export type FoundPerson = { id: number; sub: string }

/** Finds participants by id or sub: active accounts that are not staff. */
export async function findParticipants(db: Db, ids: number[], subs: string[]): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    select id, sub from users where id = any(${ids}::bigint[]) and is_active and not is_staff
    union
    select id, sub from users where sub = any(${subs}::uuid[]) and is_active and not is_staff`.execute(db)
  return rows
}

/** Filters the participants whose points a third party may redeem: those with a live consent to the scope points. */
export async function findConsenting(
  db: Db,
  partnerId: number,
  now: Date,
  participants: number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${participants}::bigint[])
      and has_live_consent(${partnerId}::int, sub, 'points', ${now})`.execute(db)
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

/** `given`: points that partners gave on the day `givenOn`, the last one on which they gave any. */
export type LockedBalance = { available: number; given: number; givenOn: string | null }

/**
 * Locks balances by participant id until the transaction ends, in the same order as the ledger's trigger, to prevent
 * deadlocks.
 * @returns balances by participant id
 */
export async function lockBalances(trx: Trx, participants: number[]): Promise<Map<number, LockedBalance>> {
  const { rows } = await sql<LockedBalance & { participantId: number }>`
    select participant_id, available, given, given_on from balances where participant_id = any(${participants}::bigint[])
    order by participant_id for no key update`.execute(trx)
  return new Map(rows.map(({ participantId, ...balance }) => [participantId, balance]))
}

/**
 * Like `lockBalances`, without accounts that were erased, also while this transaction waited for the lock: the account's
 * row is locked as well, as the insert of a record does.
 */
export async function lockOpenBalances(
  trx: Trx,
  participants: number[],
): Promise<Map<number, LockedBalance>> {
  const { rows } = await sql<LockedBalance & { participantId: number }>`
    select b.participant_id, b.available, b.given_on, b.given from balances b join users u on u.id = b.participant_id
    where b.participant_id = any(${participants}::bigint[]) and u.erased_at is null
    order by b.participant_id for no key update of b for key share of u`.execute(trx)
  return new Map(rows.map(({ participantId, ...balance }) => [participantId, balance]))
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
    select f.reference, encode(f.content, 'hex') as content, r.id as record_id,
      coalesce(r.points, w.points) as points, w.sticker_code, w.withdrawn_by
    from partner_references f
    left join points_records r on r.source = ${partner.source} and r.reference = f.reference
    left join waiting_deliveries w on w.partner_id = f.partner_id and w.reference = f.reference
    where f.partner_id = ${partner.id} and f.reference = any(${references}::text[])`.execute(db)
  return rows
}

/**
 * Inserts references of records to be written, sorted to prevent deadlocks. Waits for concurrent transactions that
 * insert the same reference.
 * @returns the number of inserted references; existing references are skipped
 */
export async function takeReferences(
  trx: Trx,
  partnerId: number,
  receivedAt: Date,
  taken: { reference: string; content: string }[],
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into partner_references (partner_id, reference, content, received_at)
    select ${partnerId}::int, reference, decode(content, 'hex'), ${receivedAt}::timestamptz
    from unnest(${taken.map(({ reference }) => reference)}::text[], ${taken.map(({ content }) => content)}::text[])
      as rows (reference, content)
    order by reference
    on conflict do nothing`.execute(trx)
  return Number(numAffectedRows ?? 0)
}

type NewRow = {
  reference: string
  description: Description
  points: number
  rateId: number | null
  createdAt: Date
  details: Record<string, unknown>
}
export type NewRecordRow = NewRow & { participantId: number; reversalOf?: number }
export type NewWaitingRow = NewRow & { stickerCode: string }

/** The columns common to both row types, as arrays for unnest. */
const columnsOf = (rows: NewRow[]): RawBuilder<unknown> => sql`
  ${rows.map((row) => row.reference)}::text[], ${rows.map((row) => row.description)}::text[],
  ${rows.map((row) => row.points)}::int[], ${rows.map((row) => row.rateId)}::int[],
  ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[],
  ${rows.map((row) => JSON.stringify(row.details))}::text[]`

/** @returns the record ids by reference */
export async function insertRecords(
  trx: Trx,
  partner: { id: number; source: string },
  receivedAt: Date,
  rows: NewRecordRow[],
  counted?: { day: string; given: number },
): Promise<Map<string, number>> {
  const counting = counted
    ? sql`with counted as (${countGiven(partner.id, counted.day, counted.given)})`
    : sql``
  const { rows: added } = await sql<{ id: number; reference: string }>`
    ${counting}
    insert into points_records (participant_id, points, description, created_at, received_at, source, reference, details,
      partner_id, rate_id, reversal_of)
    select participant_id, points, description::points_description, created_at, ${receivedAt}::timestamptz,
      ${partner.source}, reference, nullif(details, '{}')::jsonb, ${partner.id}::int, rate_id, reversal_of
    from unnest(
      ${columnsOf(rows)}, ${rows.map((row) => row.participantId)}::bigint[],
      ${rows.map((row) => row.reversalOf ?? null)}::bigint[]
    ) with ordinality as rows
      (reference, description, points, rate_id, created_at, details, participant_id, reversal_of, place)
    order by place
    returning id, reference`.execute(trx)
  return new Map(added.map(({ id, reference }) => [reference, id]))
}

export async function insertWaiting(
  trx: Trx,
  partnerId: number,
  receivedAt: Date,
  rows: NewWaitingRow[],
): Promise<void> {
  await sql`
    insert into waiting_deliveries (partner_id, reference, sticker_code, description, points, rate_id, created_at,
      received_at, details)
    select ${partnerId}::int, reference, sticker_code, description::points_description, points, rate_id, created_at,
      ${receivedAt}::timestamptz, nullif(details, '{}')::jsonb
    from unnest(${columnsOf(rows)}, ${rows.map((row) => row.stickerCode)}::text[])
      as rows (reference, description, points, rate_id, created_at, details, sticker_code)`.execute(trx)
}

export const findAvailable = async (db: Db, participantId: number): Promise<number> =>
  (
    await db
      .selectFrom('balances')
      .select('available')
      .where('participantId', '=', participantId)
      .executeTakeFirst()
  )?.available ?? 0
