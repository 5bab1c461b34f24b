import type { Description } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { DayRange } from '#server/lib/time/athens.ts'

export type ExportedRecord = {
  id: number
  createdAt: Date
  /** The wall clock of Athens, as if it were UTC, in milliseconds since 1970. */
  athensMs: number
  email: string
  firstName: string
  lastName: string
  description: Description
  points: number
  litres: number | null
  items: number | null
}

/** Whose and which records, and the newest id that there was when the export began. */
export type ExportedRange = { participant: number | undefined; range: DayRange; ceiling: number }

/** The highest id there is; 0 without records. */
export async function findNewestRecordId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from points_records`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * The next records, newest first, after the one that is given: a range of an index, whatever the size of the ledger.
 * The wall clock comes from the database, which tells it in a hundredth of the time that `Intl` takes.
 */
export async function listRecordsAfter(
  db: Db,
  { participant, range: { from, to }, ceiling }: ExportedRange,
  after: { createdAt: Date; id: number } | undefined,
  take: number,
): Promise<ExportedRecord[]> {
  const whose = participant === undefined ? sql`` : sql`and participant_id = ${participant}`
  const until = to === null ? sql`` : sql`and created_at < athens_start(${to}::date + 1)`
  const place = after
    ? sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::bigint)`
    : sql``
  const { rows } = await sql<ExportedRecord>`
    select r.id, r.created_at, users.email, users.first_name, users.last_name, r.description, r.points,
      (extract(epoch from r.created_at at time zone 'Europe/Athens') * 1000)::bigint as athens_ms,
      case when jsonb_typeof(r.details -> 'litres') = 'number' then (r.details ->> 'litres')::float8 end as litres,
      case when jsonb_typeof(r.details -> 'item_count') = 'number' then (r.details ->> 'item_count')::float8 end as items
    from (
      select id, participant_id, created_at, description, points, details from points_records
      where created_at >= athens_start(${from ?? '-infinity'}::date) and id <= ${ceiling} ${until} ${whose} ${place}
      order by created_at desc, id desc limit ${take}
    ) r
    join users on users.id = r.participant_id
    order by r.created_at desc, r.id desc`.execute(db)
  return rows
}
