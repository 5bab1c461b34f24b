import { type Selectable, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Db } from '#server/db/database.ts'

export const findParticipantOf = async (
  db: Db,
  source: string,
  reference: string,
): Promise<number | undefined> =>
  (
    await db
      .selectFrom('pointsRecords')
      .select('participantId')
      .where('source', '=', source)
      .where('reference', '=', reference)
      .executeTakeFirst()
  )?.participantId

export type ReversibleRow = Pick<
  Selectable<Database['pointsRecords']>,
  'participantId' | 'points' | 'description' | 'details' | 'reversalOf' | 'createdAt' | 'receivedAt'
> & {
  /** Sum of the points of its reversals, and their number. */
  reversed: number
  reversals: number
}

export async function findReversible(db: Db, id: number): Promise<ReversibleRow> {
  const { rows } = await sql<ReversibleRow>`
    select r.participant_id, r.points, r.description, r.details, r.reversal_of, r.created_at, r.received_at,
      coalesce(sum(back.points), 0)::bigint as reversed, count(back.id) as reversals
    from points_records r left join points_records back on back.reversal_of = r.id
    where r.id = ${id} group by r.id`.execute(db)
  if (!rows[0]) throw new Error(`Points record ${id} does not exist.`)
  return rows[0]
}
