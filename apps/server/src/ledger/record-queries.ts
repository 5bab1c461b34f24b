import type { Description } from '@portal/contract/points.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Partner } from '#server/lib/context/context.ts'

export type FoundPerson = { id: number; sub: string }

/** The participants among these: active accounts that aren't staff. */
export async function findParticipants(db: Db, ids: number[], subs: string[]): Promise<FoundPerson[]> {
  const { rows } = await sql<FoundPerson>`
    select id, sub from users where id = any(${ids}::bigint[]) and is_active and not is_staff
    union
    select id, sub from users where sub = any(${subs}::uuid[]) and is_active and not is_staff`.execute(db)
  return rows
}

/** The participants among these whose points a third party may redeem: by a live consent with the scope points. */
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
 * What a partner has given participants and taken back from them, without coupons, by description. To a first party
 * imported records count, too: they are the operator's own history.
 */
export async function listGiven(
  db: Db,
  { id, firstParty }: Pick<Partner, 'id' | 'firstParty'>,
  participants: number[],
): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    select participant_id, description, sum(points)::bigint as points from points_records
    where participant_id = any(${participants}::bigint[]) and (partner_id = ${id} or (${firstParty} and partner_id is null))
      and description in ('oil_collected', 'collection_cancelled', 'item_reused', 'item_delivered')
    group by participant_id, description`.execute(db)
  return rows
}

/**
 * Locks balances in the order in which the ledger's own trigger does, so that no two batches wait for each other in a
 * ring. Redemption holds the balance from here until it is committed.
 */
export async function lockBalances(trx: Trx, participants: number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ participantId: number; available: number }>`
    select participant_id, available from balances where participant_id = any(${participants}::bigint[])
    order by participant_id for no key update`.execute(trx)
  return new Map(rows.map(({ participantId, available }) => [participantId, available]))
}

export type KnownReference = {
  reference: string
  content: string
  recordId: number | null
  /** Of the record, or of the delivery that waits. */
  points: number | null
  stickerCode: string | null
  withdrawnBy: string | null
}

/** What stands under references of a partner's that have been used. */
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
 * Takes references for what is about to be written, in one order. One that another transaction takes at this moment is
 * waited for.
 * @returns how many could be taken
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

/** The columns that both kinds of rows have, as arrays for unnest. */
const columnsOf = (rows: NewRow[]): RawBuilder<unknown> => sql`
  ${rows.map((row) => row.reference)}::text[], ${rows.map((row) => row.description)}::text[],
  ${rows.map((row) => row.points)}::int[], ${rows.map((row) => row.rateId)}::int[],
  ${rows.map((row) => row.createdAt.toISOString())}::timestamptz[],
  ${rows.map((row) => JSON.stringify(row.details))}::text[]`

/** @returns the ids by their references */
export async function insertRecords(
  trx: Trx,
  partner: { id: number; source: string },
  receivedAt: Date,
  rows: NewRecordRow[],
): Promise<Map<string, number>> {
  const { rows: added } = await sql<{ id: number; reference: string }>`
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
