import type { Description } from '@portal/contract/descriptions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type GeneratedRecord = {
  participantId: number
  points: number
  description: Description
  createdAt: Date
  reference: string
  details: object
}

/** Inserts demo records, ordered by `createdAt`. */
export async function insertGenerated(db: Db, records: GeneratedRecord[]): Promise<void> {
  await sql`
    insert into points_records (participant_id, points, description, created_at, source, reference, details)
    select participant_id, points, description::points_description, created_at, 'demo', reference, details::jsonb
    from unnest(
      ${records.map((record) => record.participantId)}::bigint[], ${records.map((record) => record.points)}::int[],
      ${records.map((record) => record.description)}::text[],
      ${records.map((record) => record.createdAt.toISOString())}::timestamptz[],
      ${records.map((record) => record.reference)}::text[],
      ${records.map((record) => JSON.stringify(record.details))}::text[]
    ) as rows (participant_id, points, description, created_at, reference, details)
    order by created_at`.execute(db)
}
