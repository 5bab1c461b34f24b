import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/** The deliveries that wait for a sticker, held until the transaction ends: none can be taken back meanwhile. */
export async function lockWaiting(trx: Trx, stickerCode: string): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from waiting_deliveries
    where sticker_code = ${stickerCode} and record_id is null and withdrawn_by is null
    order by id for update`.execute(trx)
  return rows.map(({ id }) => id)
}

export type CreditedRow = { id: number; partnerId: number; reference: string; points: number }

/** Puts deliveries that waited into the ledger, as they came: when they happened and when they arrived stay true. */
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
 * Takes back a delivery that waits.
 * @returns whether it still waited
 */
export async function withdrawWaiting(
  trx: Trx,
  partnerId: number,
  reference: string,
  by: string,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update waiting_deliveries set withdrawn_by = ${by}
    where partner_id = ${partnerId} and reference = ${reference} and record_id is null and withdrawn_by is null`.execute(
    trx,
  )
  return Number(numAffectedRows ?? 0) === 1
}

/** So far below the limit no lock is needed: the calls at work in a server, 10 of 1,000 records each, don't reach it. */
const lockFree = 10_000

/**
 * How many more deliveries of a partner may wait; those that were withdrawn and are still kept count, too. Close to the
 * limit, calls of one partner whose deliveries may have to wait go one by one from here on, so that parallel calls don't
 * exceed it.
 */
export async function waitingLeftOf(trx: Trx, partnerId: number, limit: number): Promise<number> {
  const countLeft = async () => {
    const { rows } = await sql<{ n: number }>`
      select count(*) as n from waiting_deliveries where partner_id = ${partnerId} and record_id is null`.execute(
      trx,
    )
    return limit - (rows[0]?.n ?? 0)
  }
  const left = await countLeft()
  if (left > lockFree) return left
  await sql`select pg_advisory_xact_lock(hashtext('waiting deliveries'), ${partnerId}::int)`.execute(trx)
  return countLeft()
}

/**
 * Removes deliveries that arrived before a moment and were never credited, with their references and those of their
 * withdrawals: at most `limit`.
 */
export async function deleteWaitingBefore(db: Db, moment: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    with gone as (
      delete from waiting_deliveries where id in (
        select id from waiting_deliveries where record_id is null and received_at < ${moment}
        limit ${limit} for update skip locked)
      returning partner_id, reference, withdrawn_by),
    forgotten as (
      delete from partner_references f using gone
      where f.partner_id = gone.partner_id and f.reference in (gone.reference, gone.withdrawn_by))
    select count(*) as n from gone`.execute(db)
  return rows[0]?.n ?? 0
}
