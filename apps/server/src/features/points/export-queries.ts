import type { Description } from '@portal/contract/descriptions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { DayRange } from '#server/lib/time/athens.ts'

/** A record as PostgreSQL writes it in JSON: parsing 1,000 rows at once takes a third of the time of single columns. */
export type ExportedRecord = [
  email: string,
  firstName: string,
  lastName: string,
  /** Local time in Athens, as milliseconds since 1970-01-01 in Athens. */
  athensMs: number,
  description: Description,
  points: number,
  litres: number | null,
  items: number | null,
]

/** Records, and the place of the last one, for the next batch; undefined if there are no more. */
export type Batch = { records: ExportedRecord[]; last: Place | undefined }
type Place = { createdAt: Date; id: number }

/** Participant (undefined: all), days, and the highest record id at the start of the export. */
export type ExportedRange = { participant: number | undefined; range: DayRange; ceiling: number }

/** Returns the highest record id; 0 if there are no records. */
export async function findNewestRecordId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from points_records`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Lists the next records after a place, newest first. Reads a range of an index; independent of the ledger's size.
 * PostgreSQL computes the local time 100 times faster than `Intl`. A plain join would read all users for each batch: 20 ms
 * with 50,000.
 */
export async function listRecordsAfter(
  db: Db,
  { participant, range: { from, to }, ceiling }: ExportedRange,
  after: Place | undefined,
  take: number,
): Promise<Batch> {
  const byParticipant = participant === undefined ? sql`` : sql`and participant_id = ${participant}`
  const until = to === null ? sql`` : sql`and created_at < athens_start(${to}::date + 1)`
  const afterLast = after
    ? sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::bigint)`
    : sql``
  const { rows } = await sql<{ records: ExportedRecord[] | null } & Place>`
    with batch as materialized (
      select id, participant_id, created_at, description, points, details from points_records
      where created_at >= athens_start(${from ?? '-infinity'}::date) and id <= ${ceiling} ${until} ${byParticipant} ${afterLast}
      order by created_at desc, id desc limit ${take}
    ), last as (select created_at, id from batch order by created_at, id limit 1)
    select last.created_at, last.id, (
      select json_agg(json_build_array(u.email, u.first_name, u.last_name,
          (extract(epoch from r.created_at at time zone 'Europe/Athens') * 1000)::bigint, r.description, r.points,
          case when jsonb_typeof(r.details -> 'litres') = 'number' then r.details -> 'litres' end,
          case when jsonb_typeof(r.details -> 'item_count') = 'number' then r.details -> 'item_count' end)
        order by r.created_at desc, r.id desc)
      from batch r
      cross join lateral (select email, first_name, last_name from users where id = r.participant_id limit 1) u) as records
    from last`.execute(db)
  const [batch] = rows
  const records = batch?.records ?? []
  return { records, last: batch && records.length === take ? batch : undefined }
}
