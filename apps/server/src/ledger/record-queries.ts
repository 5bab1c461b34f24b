import type { Description } from '@portal/contract/descriptions.ts'
import { type RawBuilder, sql } from 'kysely'
import { arrayOf, jsonElement, textArray } from '#server/db/arrays.ts'
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

/** @returns the ids of accounts by the `sub` that a partner with pairwise ones has for them */
export async function findBySubjects(
  db: Db,
  partnerId: number,
  subs: string[],
): Promise<Map<string, number>> {
  const { rows } = await sql<FoundPerson>`
    select user_id as id, sub from partner_subjects
    where partner_id = ${partnerId}::int and sub = any(${subs}::uuid[])`.execute(db)
  return new Map(rows.map(({ id, sub }) => [sub, id]))
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

type LockedBalance = { participantId: number; available: number }
const byParticipant = (rows: LockedBalance[]) =>
  new Map(rows.map(({ participantId, available }) => [participantId, { available }]))

/**
 * Locks balances by participant id until the transaction ends, in the same order as the ledger's trigger, to prevent
 * deadlocks.
 * @returns balances by participant id
 */
export async function lockBalances(
  trx: Trx,
  participants: number[],
): Promise<Map<number, { available: number }>> {
  const { rows } = await sql<LockedBalance>`
    select participant_id, available from balances where participant_id = any(${participants}::bigint[])
    order by participant_id for no key update`.execute(trx)
  return byParticipant(rows)
}

/**
 * Like `lockBalances`, without accounts that were erased, also while this transaction waited for the lock: the account's
 * row is locked as well, as the insert of a record does.
 */
export async function lockOpenBalances(
  trx: Trx,
  participants: number[],
): Promise<Map<number, { available: number }>> {
  const { rows } = await sql<LockedBalance>`
    select b.participant_id, b.available from balances b join users u on u.id = b.participant_id
    where b.participant_id = any(${participants}::bigint[]) and u.erased_at is null
    order by b.participant_id for no key update of b for key share of u`.execute(trx)
  return byParticipant(rows)
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
    from known_references(${partner.id}::int, ${partner.source}, ${textArray(references)}::text[])`.execute(
    db,
  )
  return rows
}

/** What is read before records are decided: participants by id and `sub`, their locked balances, and used references. */
export type ReadForRecords = {
  givenOnDay: number
  hasWebhook: boolean
  /** Ids of participants that were named by id. */
  byId: number[]
  bySub: FoundPerson[]
  balances: Map<number, { available: number; givenToday: number }>
  known: KnownReference[]
}

/**
 * Takes the lock of writers, locks balances like `lockOpenBalances`, and reads the rest, in one round trip.
 * @param named.owners of stickers: only their balances are locked
 * @param maxWaitMs for each lock of the transaction; default: DATABASE_LOCK_TIMEOUT
 */
export async function readForRecords(
  trx: Trx,
  partner: { id: number; source: string },
  day: string,
  named: { ids: number[]; subs: string[]; owners: number[]; references: string[] },
  maxWaitMs?: number,
): Promise<ReadForRecords> {
  const { ids, subs, owners, references } = named
  type Known = {
    reference: string
    content: string
    record_id: number | null
    points: number | null
    sticker_code: string | null
    withdrawn_by: string | null
  }
  type Row = {
    givenOnDay: number
    hasWebhook: boolean
    people: [ids: number[], idsBySub: number[], subs: string[]]
    locked: [ids: number[] | null, available: number[], givenToday: number[]]
    known: Known[] | null
  }
  const { rows } = await sql<Row>`
    select given_on_day, has_webhook, people, locked, known
    from read_for_records(${partner.id}::int, ${partner.source}, ${day}::date, ${arrayOf(ids)}::bigint[],
      ${textArray(subs)}::uuid[], ${arrayOf(owners)}::bigint[], ${textArray(references)}::text[],
      ${maxWaitMs ?? null}::int)`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('read_for_records returned no row.')
  const { people, locked, known } = row
  const [byId, idsBySub, foundSubs] = people
  const [lockedIds, available, givenToday] = locked
  return {
    givenOnDay: row.givenOnDay,
    hasWebhook: row.hasWebhook,
    byId,
    bySub: idsBySub.map((id, place) => ({ id, sub: foundSubs[place] ?? '' })),
    balances: new Map(
      (lockedIds ?? []).map((id, place) => [
        id,
        { available: available[place] ?? 0, givenToday: givenToday[place] ?? 0 },
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
  ${textArray(rows.map((row) => row.reference))}::text[], ${textArray(rows.map((row) => row.description))}::text[],
  ${arrayOf(rows.map((row) => row.points))}::int[], ${arrayOf(rows.map((row) => row.rateId))}::int[],
  ${textArray(rows.map((row) => row.createdAt.toISOString()))}::timestamptz[],
  ${arrayOf(rows.map((row) => jsonElement(row.details)))}::text[]`

/**
 * Inserts records.
 * @param also.counted adds to the points that the partner has given on a day
 * @param also.contents takes the references in the same statement, as `takeReferences` does; if one of them is taken, no
 * record is inserted
 * @returns the record ids by reference
 */
export async function insertRecords(
  trx: Trx,
  partner: { id: number; source: string },
  receivedAt: Date,
  rows: NewRecordRow[],
  { counted, contents }: { counted?: { day: string; given: number } | undefined; contents?: string[] } = {},
): Promise<Map<string, number>> {
  const counting = counted ? sql`counted as (${countGiven(partner.id, counted.day, counted.given)}),` : sql``
  const taking = contents
    ? sql`taken as (
      insert into partner_references (partner_id, reference, content, received_at)
      select ${partner.id}::int, reference, decode(content, 'hex'), ${receivedAt}::timestamptz from new_rows
      order by reference
      on conflict do nothing returning 1),`
    : sql``
  const unlessTaken = contents ? sql`where (select count(*) from taken) = ${contents.length}::int` : sql``
  const { rows: added } = await sql<{ ids: Record<string, number> | null }>`
    with new_rows as materialized (
      select * from unnest(
        ${columnsOf(rows)}, ${arrayOf(rows.map((row) => row.participantId))}::bigint[],
        ${arrayOf(rows.map((row) => row.reversalOf ?? null))}::bigint[], ${textArray(contents ?? [])}::text[]
      ) with ordinality as rows
        (reference, description, points, rate_id, created_at, details, participant_id, reversal_of, content, place)),
    ${counting} ${taking}
    added as (
      insert into points_records (participant_id, points, description, created_at, received_at, source, reference, details,
        partner_id, rate_id, reversal_of)
      select participant_id, points, description::points_description, created_at, ${receivedAt}::timestamptz,
        ${partner.source}, reference, nullif(details, '{}')::jsonb, ${partner.id}::int, rate_id, reversal_of
      from new_rows ${unlessTaken}
      order by place
      returning id, reference)
    select json_object_agg(reference, id) as ids from added`.execute(trx)
  return new Map(Object.entries(added[0]?.ids ?? {}))
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
