import type { Description } from '@portal/contract/points.ts'
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

export type ReversibleRow = {
  participantId: number
  points: number
  description: Description
  details: Record<string, unknown> | null
  reversalOf: number | null
  reversedBy: number | null
}

export const findReversible = (db: Db, id: number): Promise<ReversibleRow> =>
  db
    .selectFrom('pointsRecords as r')
    .leftJoin('pointsRecords as back', 'back.reversalOf', 'r.id')
    .select([
      'r.participantId',
      'r.points',
      'r.description',
      'r.details',
      'r.reversalOf',
      'back.id as reversedBy',
    ])
    .where('r.id', '=', id)
    .executeTakeFirstOrThrow()
