import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/** @returns false if the code exists */
export async function insertCode(
  trx: Trx,
  code: { codeHash: string; participantId: number; issuedAt: Date },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('cardCodes')
    .values(code)
    .onConflict((conflict) => conflict.column('codeHash').doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const findPrinted = (db: Db, participantId: number) =>
  db
    .selectFrom('printedCards')
    .select('createdAt')
    .where('participantId', '=', participantId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()

export const insertPrinted = (trx: Trx, card: { codeHash: string; participantId: number; createdAt: Date }) =>
  trx.insertInto('printedCards').values(card).execute()

/** @returns whether there was a valid card */
export async function revokePrinted(trx: Trx, participantId: number, revokedAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('printedCards')
    .set({ revokedAt })
    .where('participantId', '=', participantId)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const deleteCodesOf = (trx: Trx, participantId: number) =>
  trx.deleteFrom('cardCodes').where('participantId', '=', participantId).execute()

export const deletePrintedOf = (trx: Trx, participantId: number) =>
  trx.deleteFrom('printedCards').where('participantId', '=', participantId).execute()

export const deleteCodesBefore = (db: Db, before: Date) =>
  db.deleteFrom('cardCodes').where('issuedAt', '<', before).execute()

export const deleteRevokedBefore = (db: Db, before: Date) =>
  db.deleteFrom('printedCards').where('revokedAt', '<', before).execute()

export type VisitRow = {
  id: number
  description: Description
  title: string | null
  points: number
  at: Date
  deviceId: number
  partner: string
  device: string
  place: string | null
  reported: boolean
}

/**
 * What devices recorded for an account: records, by the reference that the portal gives those of devices, and used coupons.
 * @param asked.since null: at any time  @param asked.id of one record or coupon
 */
export async function listVisits(
  db: Db,
  participantId: number,
  { since = null, id = null, take }: { since?: Date | null; id?: number | null; take: number },
): Promise<VisitRow[]> {
  const { rows } = await sql<VisitRow>`
    select visits.*, exists (
      select from delivery_claims c
      where c.participant_id = ${participantId} and c.record_id = visits.id and c.visited_at = visits.at) as reported
    from (
      select r.id, r.description, null::text as title, r.points, r.created_at as at, d.id as device_id, p.name as partner,
        d.name as device, r.details ->> 'collection_point' as place
      from points_records r
      join devices d on d.id = substring(r.reference from '^desk/([0-9]{1,9})/')::int and d.partner_id = r.partner_id
      join partners p on p.id = d.partner_id
      where r.participant_id = ${participantId}
        and (${id}::bigint is null or r.id = ${id}) and (${since}::timestamptz is null or r.created_at >= ${since})
      union all
      select c.record_id, r.description, c.title, 0, c.used_at, d.id, p.name, d.name, places.name
      from coupons c
      join points_records r on r.id = c.record_id
      join devices d on d.id = c.used_device_id
      join partners p on p.id = d.partner_id
      left join places on places.key = d.place_key
      where c.participant_id = ${participantId}
        and (${id}::bigint is null or c.record_id = ${id}) and (${since}::timestamptz is null or c.used_at >= ${since})
    ) visits
    order by at desc, id desc limit ${take}`.execute(db)
  return rows
}
