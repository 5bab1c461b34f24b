import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/database.ts'
import type { Identity } from '#server/lib/context/app-context.ts'

const countOf = async (trx: Trx, statement: RawBuilder<unknown>): Promise<number> =>
  Number((await statement.execute(trx)).numAffectedRows ?? 0)

/** Locks the stickers and the balance of an account, in the order of all writers of records (decision 015). */
export async function lockLedgerOf(trx: Trx, participantId: number): Promise<void> {
  await sql`select from stickers where bound_to = ${participantId} order by id for no key update`.execute(trx)
  await sql`select from balances where participant_id = ${participantId} for no key update`.execute(trx)
}

/** What an erasure changed in the ledger: numbers of rows. */
export type ErasedLedger = { records: number; details: number; deliveries: number; stickers: number }

/**
 * Removes what the ledger knows about a person besides the records themselves: texts of partners in the details of
 * records and deliveries, notes of staff, and the stickers, which cannot be added again. Records keep their points, times and references.
 * Call `lockLedgerOf` first.
 */
export async function eraseFromLedger(trx: Trx, participantId: number, now: Date): Promise<ErasedLedger> {
  const { rows } = await sql<{ id: number; hasTexts: boolean }>`
    select id, details is not null and exists (
      select from jsonb_each(details) where jsonb_typeof(value) <> 'number') as has_texts
    from points_records where participant_id = ${participantId}`.execute(trx)
  const ids = rows.filter(({ hasTexts }) => hasTexts).map(({ id }) => id)
  if (ids.length > 0) await sql`select erase_details(${ids}::bigint[])`.execute(trx)
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
    where kind = 'points_added' and (payload ->> 'participantId')::bigint = ${participantId}`.execute(trx)
  await sql`delete from coupons where participant_id = ${participantId}`.execute(trx)
  const stickers = await countOf(
    trx,
    sql`
      update stickers set bound_to = null, bound_at = null, lost_at = null, replaced_by = null, retired_at = ${now}
      where bound_to = ${participantId}`,
  )
  return { stickers, records: rows.length, details: ids.length, deliveries: credited + waiting }
}

/** Erases the details of waiting deliveries that mention a person. @returns their number */
export const eraseMentions = (
  trx: Trx,
  { email, firstName, lastName, telephone }: Identity,
): Promise<number> =>
  countOf(
    trx,
    sql`
      update waiting_deliveries set details = null
      where record_id is null and mentions_person(details::text, ${email}, ${firstName}, ${lastName}, ${telephone})`,
  )
