import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/**
 * Locks the waiting deliveries of a sticker until the transaction ends, so that none is withdrawn.
 * @param day only those of this day of Athens
 * @returns their ids
 */
export async function lockWaiting(trx: Trx, stickerCode: string, day?: string): Promise<number[]> {
  const ofDay = day === undefined ? sql`` : sql`and athens_day(created_at) = ${day}::date`
  const { rows } = await sql<{ id: number }>`
    select id from waiting_deliveries
    where sticker_code = ${stickerCode} and record_id is null and withdrawn_by is null ${ofDay}
    order by id for update`.execute(trx)
  return rows.map(({ id }) => id)
}

/** Locks a delivery. @returns false if it does not wait any more */
export async function lockWaitingById(trx: Trx, id: number): Promise<boolean> {
  const { rows } = await sql`
    select from waiting_deliveries where id = ${id} and record_id is null and withdrawn_by is null
    for update`.execute(trx)
  return rows.length > 0
}

export type WaitingRow = { stickerCode: string; points: number; description: Description; createdAt: Date }

/** Finds a delivery that waits or waited. */
export const findWaiting = (db: Db, id: number): Promise<WaitingRow | undefined> =>
  db
    .selectFrom('waitingDeliveries')
    .select(['stickerCode', 'points', 'description', 'createdAt'])
    .where('id', '=', id)
    .executeTakeFirst()

export type CreditedRow = { id: number; partnerId: number; reference: string; points: number }

/** Inserts waiting deliveries into the ledger with their original `created_at` and `received_at`. */
export async function insertCredited(
  trx: Trx,
  waiting: number[],
  participantId: number,
): Promise<CreditedRow[]> {
  const { rows } = await sql<CreditedRow>`
    insert into points_records (participant_id, points, description, created_at, received_at, source, reference, details,
      partner_id, rate_id)
    select ${participantId}::bigint, w.points, w.description, w.created_at, w.received_at, 'partner:' || p.client_id,
      w.reference, w.details, w.partner_id, w.rate_id
    from waiting_deliveries w join partners p on p.id = w.partner_id
    where w.id = any(${waiting}::bigint[])
    order by w.id
    returning id, partner_id, reference, points`.execute(trx)
  return rows
}

export const markCredited = (trx: Trx, credited: CreditedRow[]) =>
  sql`
    update waiting_deliveries w set record_id = c.id
    from unnest(
      ${credited.map(({ id }) => id)}::bigint[], ${credited.map(({ partnerId }) => partnerId)}::int[],
      ${credited.map(({ reference }) => reference)}::text[]
    ) as c (id, partner_id, reference)
    where w.partner_id = c.partner_id and w.reference = c.reference`.execute(trx)

/**
 * Withdraws a waiting delivery.
 * @returns undefined if it was not waiting
 */
export async function withdrawWaiting(
  trx: Trx,
  partnerId: number,
  reference: string,
  by: string,
): Promise<{ points: number; createdAt: Date; receivedAt: Date } | undefined> {
  const { rows } = await sql<{ points: number; createdAt: Date; receivedAt: Date }>`
    update waiting_deliveries set withdrawn_by = ${by}
    where partner_id = ${partnerId} and reference = ${reference} and record_id is null and withdrawn_by is null
    returning points, created_at, received_at`.execute(trx)
  return rows[0]
}

/**
 * Calls that add at most this number take no lock above `lockThreshold`: on 100 connections, of all servers, they add at
 * most the threshold, which a partner may therefore exceed. Larger ones always take it.
 */
const maxUnlocked = 100
const lockThreshold = 100 * maxUnlocked

/**
 * Returns the number of further deliveries of a partner that may wait. Withdrawn deliveries count until they are
 * deleted. For large requests, and close to the limit, an advisory lock per partner serializes requests, so that
 * concurrent ones exceed it at most by those that run without the lock.
 * @param adding maximum deliveries that the request adds
 */
export async function waitingLeftOf(
  trx: Trx,
  partnerId: number,
  limit: number,
  adding: number,
): Promise<number> {
  const countLeft = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from waiting_deliveries where partner_id = ${partnerId} and record_id is null`.execute(
      trx,
    )
    return limit - (rows[0]?.n ?? 0)
  }
  if (adding <= maxUnlocked) {
    const left = await countLeft()
    if (left > lockThreshold) return left
  }
  await sql`select pg_advisory_xact_lock(hashtext('waiting deliveries'), ${partnerId}::int)`.execute(trx)
  return countLeft()
}

/**
 * Deletes up to `limit` deliveries that were received before a time and never credited, with their references and those
 * of their withdrawals.
 * @returns the number of deleted deliveries
 */
export async function deleteWaitingBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with deleted as (
      delete from waiting_deliveries where id in (
        select id from waiting_deliveries where record_id is null and received_at < ${before}
        limit ${limit} for update skip locked)
      returning partner_id, reference, withdrawn_by),
    deleted_references as (
      delete from partner_references f using deleted
      where f.partner_id = deleted.partner_id and f.reference in (deleted.reference, deleted.withdrawn_by))
    select count(*) as n from deleted`.execute(db)
  return rows[0]?.n ?? 0
}
