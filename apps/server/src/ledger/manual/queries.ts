import { sql } from 'kysely'
import type { Trx } from '#server/db/database.ts'
import type { ManualRecord } from '#server/ledger/approvals/approvals.ts'

/** The namespace of manual references (points_records.source). */
const source = 'portal'

/** Serializes the manual records of an author, whose sum of the day is limited. */
export const lockAuthor = (trx: Trx, authorId: number) =>
  sql`select 1 from users where id = ${authorId} for no key update`.execute(trx)

/** Sums the manual points of an author since a day began, regardless of their signs, without approved requests. */
export async function sumOfAuthor(trx: Trx, authorId: number, day: string): Promise<number> {
  // References are `author/uuid`, and '0' follows '/': a range of the index on source and reference.
  const { rows } = await sql<{ points: number }>`
    select coalesce(sum(abs(points)), 0)::bigint as points from points_records
    where source = ${source} and reference > ${`${authorId}/`} and reference < ${`${authorId}0`}
      and received_at >= athens_start(${day}::date)`.execute(trx)
  return rows[0]?.points ?? 0
}

export async function insertManual(
  trx: Trx,
  reference: string,
  { participantId, points, description, createdAt, reason, litres }: ManualRecord,
  receivedAt: Date,
): Promise<number> {
  const row = { participantId, points, description, reference, source, receivedAt }
  const { id } = await trx
    .insertInto('pointsRecords')
    .values({ ...row, createdAt: new Date(createdAt), details: JSON.stringify({ reason, litres }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
