import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/database.ts'

const countOf = async (trx: Trx, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(trx)).numAffectedRows ?? 0)

/** Locks the stickers and the balance of an account, in the order of all writers of records (decision 015). */
export async function lockLedgerOf(trx: Trx, participantId: number): Promise<void> {
  await sql`select from stickers where bound_to = ${participantId} order by id for no key update`.execute(trx)
  await sql`select from balances where participant_id = ${participantId} for no key update`.execute(trx)
}

/** What an erasure changed in the ledger: numbers of rows. */
export type ErasedLedger = { records: number; deliveries: number; stickers: number }

/**
 * Removes what the ledger knows about a person besides the records themselves: texts of partners in deliveries, notes of
 * staff, and the stickers, which cannot be added again. Records keep their points, times and references; `eraseDetails`
 * removes their texts. Only what is linked to the account by id: no text is searched.
 * Call `lockLedgerOf` first.
 */
export async function eraseFromLedger(trx: Trx, participantId: number, now: Date): Promise<ErasedLedger> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from points_records where participant_id = ${participantId}`.execute(trx)
  // Credited ones no longer need their code: it would connect the sticker in a home to the records.
  const credited = await countOf(
    trx,
    sql`
      update waiting_deliveries w set details = null, sticker_code = ''
      from points_records r where r.id = w.record_id and r.participant_id = ${participantId}`,
  )
  const waiting = await countOf(
    trx,
    sql`
      update waiting_deliveries set details = null
      where record_id is null and details is not null
        and sticker_code in (select code from stickers where bound_to = ${participantId})`,
  )
  await sql`update ledger_flags set note = '' where participant_id = ${participantId}`.execute(trx)
  await sql`
    update approvals set note = '', payload = payload || '{"reason": ""}'
    where kind in ('points_added', 'email_changed') and (payload ->> 'participantId')::bigint = ${participantId}`.execute(
    trx,
  )
  await sql`delete from coupons where participant_id = ${participantId}`.execute(trx)
  const stickers = await countOf(
    trx,
    sql`
      update stickers set bound_to = null, bound_at = null, lost_at = null, replaced_by = null, retired_at = ${now}
      where bound_to = ${participantId}`,
  )
  return { stickers, records: rows[0]?.n ?? 0, deliveries: credited + waiting }
}

/**
 * Erases the details with any text of an account's records. Call when the account is marked as erased: for others the
 * database raises an error (`erase_details`). @returns the number of records
 */
export async function eraseDetails(trx: Trx, participantId: number): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select id from points_records where participant_id = ${participantId} and details is not null
      and exists (select from jsonb_each(details) where jsonb_typeof(value) <> 'number')`.execute(trx)
  const ids = rows.map(({ id }) => id)
  if (ids.length > 0) await sql`select erase_details(${ids}::bigint[])`.execute(trx)
  return ids.length
}

/** Removes a text from a row that is not linked to the erased account. */
export const removeText: Record<
  'delivery' | 'flag_note' | 'request_reason' | 'request_note',
  (trx: Trx, id: number) => Promise<unknown>
> = {
  // Figures are no text: litres stay for the overview, should the delivery be credited.
  delivery: (trx, id) =>
    sql`
      update waiting_deliveries set details = (
        select jsonb_object_agg(key, value) from jsonb_each(details) where jsonb_typeof(value) = 'number')
      where id = ${id} and record_id is null`.execute(trx),
  flag_note: (trx, id) => sql`update ledger_flags set note = '' where id = ${id}`.execute(trx),
  request_reason: (trx, id) =>
    sql`update approvals set payload = payload || '{"reason": ""}' where id = ${id}`.execute(trx),
  request_note: (trx, id) => sql`update approvals set note = '' where id = ${id}`.execute(trx),
}
