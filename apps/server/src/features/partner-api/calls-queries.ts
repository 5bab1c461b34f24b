import type { CallOutcome } from '@portal/contract/partner-traffic.ts'
import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Adds to the number of records of a minute that were there already. */
export const countRepeated = (db: Db, partnerId: number, count: number, now: Date) =>
  sql`
    insert into repeated_records as known (partner_id, minute, count)
    select ${partnerId}::int, date_trunc('minute', ${now}::timestamptz), ${count}::int
    from set_config('synchronous_commit', 'off', true)
    on conflict (partner_id, minute) do update set count = known.count + excluded.count`.execute(db)

export const deleteOldRepeated = (db: Db, before: Date) =>
  sql`delete from repeated_records where minute < ${before}`.execute(db)

export type CallRow = {
  outcome: CallOutcome
  at: Date
  reference: string
  description: Description | null
  points: number | null
  code: string | null
  count: number
}

/** Each reads the end of an index of the partner. Columns as in CallRow. */
const sources = {
  recorded: (partner: number, limit: number) => sql`
    select 'recorded' as outcome, received_at as at, reference, description, points, null::text as code, 1 as count
    from points_records where partner_id = ${partner}::int order by id desc limit ${limit}`,
  waiting: (partner: number, limit: number) => sql`
    select 'waiting', received_at, reference, description, points, null::text, 1
    from waiting_deliveries where partner_id = ${partner}::int and record_id is null and withdrawn_by is null
    order by received_at desc limit ${limit}`,
  repeated: (partner: number, limit: number) => sql`
    select 'repeated', minute, '', null::points_description, null::int, null::text, count
    from repeated_records where partner_id = ${partner}::int order by minute desc limit ${limit}`,
  refused: (partner: number, limit: number) => sql`
    select 'refused', rejected_at, reference, null::points_description, null::int, code, 1
    from rejected_records where partner_id = ${partner}::int order by rejected_at desc, reference limit ${limit}`,
}

/** The newest outcomes of a partner's records, all or of one kind. */
export async function listCalls(
  db: Db,
  partnerId: number,
  outcome: CallOutcome | undefined,
  limit: number,
): Promise<CallRow[]> {
  const read = outcome === undefined ? Object.values(sources) : [sources[outcome]]
  const parts = read.map((source) => sql`(${source(partnerId, limit)})`)
  const { rows } = await sql<CallRow>`
    select outcome, at, reference, description, points, code, count
    from (${sql.join(parts, sql` union all `)}) calls (outcome, at, reference, description, points, code, count)
    order by at desc, reference limit ${limit}`.execute(db)
  return rows
}

export type PartnerRecordRow = {
  id: number
  createdAt: Date
  description: Description
  points: number
  reference: string
  participantId: number
}

/** The records that a partner wrote with an id below `before`, newest first. */
export const listRecords = (
  db: Db,
  partnerId: number,
  before: number,
  limit: number,
): Promise<PartnerRecordRow[]> =>
  db
    .selectFrom('pointsRecords')
    .select(['id', 'createdAt', 'description', 'points', 'reference', 'participantId'])
    .where('partnerId', '=', partnerId)
    .where('id', '<', before)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
