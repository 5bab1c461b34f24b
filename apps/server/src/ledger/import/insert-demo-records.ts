import type { Description } from '@portal/contract/descriptions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { contentOf } from '#server/ledger/parse-entry.ts'
import { insertRecords, takeReferences } from '#server/ledger/record-queries.ts'
import { sourceOf } from '#server/ledger/reference-source.ts'

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

export type SentRecord = Omit<GeneratedRecord, 'details'> & {
  partner: { id: number; clientId: string }
  receivedAt: Date
  rateId: number | null
  details: Record<string, unknown>
  /** Reference of an earlier one of these records. */
  reverses: string | undefined
}

/** Inserts demo records as if partners had sent them, with references, rates and reversals. Oldest first. */
export async function insertSent(trx: Trx, records: SentRecord[]): Promise<void> {
  const ids = new Map<string, number>()
  for (const { partner, receivedAt, reverses, ...row } of records) {
    const content = contentOf(['demonstration', row.reference])
    await takeReferences(trx, partner.id, receivedAt, [{ reference: row.reference, content }])
    const reversalOf = reverses === undefined ? undefined : ids.get(reverses)
    const from = { id: partner.id, source: sourceOf(partner) }
    const added = await insertRecords(trx, from, receivedAt, [
      { ...row, ...(reversalOf !== undefined && { reversalOf }) },
    ])
    for (const [reference, id] of added) ids.set(reference, id)
  }
}
