import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/** The namespace of manual references (points_records.source). */
export const source = 'portal'

/** Serializes the manual records of an author, whose sum of the day is limited. */
export const lockAuthor = (trx: Trx, authorId: number) =>
  sql`select 1 from users where id = ${authorId} for no key update`.execute(trx)

/**
 * Sums what an author has given since a day began, without approved requests: manual points, regardless of their signs,
 * and for claims, waiting deliveries and what desks recorded.
 */
export async function sumOfAuthor(trx: Trx, authorId: number, day: string): Promise<number> {
  // References are `author/uuid`, and '0' follows '/': a range of the index on source and reference.
  const { rows } = await sql<{ points: number }>`
    select (coalesce((
      select sum(abs(points)) from points_records
      where source = ${source} and reference > ${`${authorId}/`} and reference < ${`${authorId}0`}
        and received_at >= athens_start(${day}::date)), 0)
    + coalesce((
      select sum(points) from delivery_claims
      where decided_by = ${authorId} and decided_at >= athens_start(${day}::date) and delivery_id is not null
        and state = 'credited' and approval_id is null), 0)
    + coalesce((
      select sum(abs(r.points)) from delivery_claims c join points_records r on r.id = c.record_id
      where c.decided_by = ${authorId} and c.decided_at >= athens_start(${day}::date)
        and c.state = 'undone' and c.approval_id is null), 0))::bigint as points`.execute(trx)
  return rows[0]?.points ?? 0
}

/** Who wrote a record. */
export const findWriter = (trx: Trx, record: number) =>
  trx
    .selectFrom('pointsRecords')
    .select(['partnerId', 'source'])
    .where('id', '=', record)
    .executeTakeFirstOrThrow()

export type CreditedRow = {
  id: number
  description: Description
  points: number
  litres: number | null
  place: string | null
  createdAt: Date
}

/** Lists a participant's credited deliveries of oil from the day before to the day after. */
export async function listCredited(db: Db, participantId: number, day: string): Promise<CreditedRow[]> {
  const { rows } = await sql<CreditedRow>`
    select id, description, points, created_at, numeric_detail(details, 'litres')::float as litres,
      details ->> 'collection_point' as place
    from points_records
    where participant_id = ${participantId} and description = 'oil_collected'
      and created_at >= athens_start(${day}::date - 1) and created_at < athens_start(${day}::date + 2)
    order by created_at, id`.execute(db)
  return rows
}
