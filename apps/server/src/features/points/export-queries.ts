import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { DayRange } from '#server/lib/time/athens.ts'

/** Records by column, as one JSON value: takes a third of the time of a row for each record, here and in PostgreSQL. */
export type ExportedRecords = {
  participants: number[]
  /** Seconds since 1970-01-01 in Athens, of the local time in Athens. */
  athensSeconds: number[]
  descriptions: Description[]
  points: number[]
  litres: (number | null)[]
  items: (number | null)[]
}

/** Records, and the place of the last one, for the next batch; undefined if there are no more. */
export type Batch = { records: ExportedRecords; last: Place | undefined }
export type Place = { createdAt: Date; id: number }

/** Participant (undefined: all), days, and the highest record id at the start of the export. */
export type ExportedRange = { participant: number | undefined; range: DayRange; ceiling: number }

/** Returns the highest record id; 0 if there are no records. */
export async function findNewestRecordId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from points_records`.execute(db)
  return rows[0]?.id ?? 0
}

/**
 * Lists the next records after a place, newest first. Reads a range of an index; independent of the ledger's size.
 * PostgreSQL computes the local time 100 times faster than `Intl`.
 * @returns undefined if there are none
 */
export async function listRecordsAfter(
  db: Db,
  { participant, range: { from, to }, ceiling }: ExportedRange,
  after: Place | undefined,
  take: number,
): Promise<Batch | undefined> {
  const byParticipant = participant === undefined ? sql`` : sql`and participant_id = ${participant}`
  const until = to === null ? sql`` : sql`and created_at < athens_start(${to}::date + 1)`
  const afterLast = after
    ? sql`and (created_at, id) < (${after.createdAt}::timestamptz, ${after.id}::bigint)`
    : sql``
  const numbers = (name: string) =>
    sql`json_agg(case when jsonb_typeof(details -> ${sql.lit(name)}) = 'number' then details -> ${sql.lit(name)} end)`
  // The aggregates take the rows in the order of the subquery. The last one has a place if the batch is full.
  const { rows } = await sql<{ records: ExportedRecords; createdAt: Date | null; id: number | null }>`
    select (array_agg(created_at))[${take}::int] as created_at, (array_agg(id))[${take}::int] as id,
      json_build_object('participants', json_agg(participant_id), 'descriptions', json_agg(description),
        'athensSeconds', json_agg(floor(date_part('epoch', created_at at time zone 'Europe/Athens'))::bigint),
        'points', json_agg(points), 'litres', ${numbers('litres')}, 'items', ${numbers('item_count')}) as records
    from (
      select id, participant_id, created_at, description, points, details from points_records
      where created_at >= athens_start(${from ?? '-infinity'}::date) and id <= ${ceiling} ${until} ${byParticipant} ${afterLast}
      order by created_at desc, id desc limit ${take}
    ) batch having count(*) > 0`.execute(db)
  const [batch] = rows
  if (!batch) return undefined
  const { records, createdAt, id } = batch
  return { records, last: createdAt && id !== null ? { createdAt, id } : undefined }
}

/** Query of the ids of the participants with records in a range. */
export const selectPeople = ({ participant, range: { from, to }, ceiling }: ExportedRange) => sql`
  select users.id from users where ${participant === undefined ? sql`` : sql`users.id = ${participant}::bigint and`} exists (
    select from points_records r where r.participant_id = users.id and r.id <= ${ceiling}::bigint
      and r.created_at >= athens_start(${from ?? '-infinity'}::date)
      and r.created_at < ${to === null ? sql`'infinity'::timestamptz` : sql`athens_start(${to}::date + 1)`})`

export type ExportedPerson = { email: string; firstName: string; lastName: string }

/** Lists one person for each id, in the order of the ids. */
export async function listPeople(db: Db, ids: number[]): Promise<ExportedPerson[]> {
  const { rows } = await sql<ExportedPerson>`
    select coalesce(u.email, '') as email, coalesce(u.first_name, '') as first_name, coalesce(u.last_name, '') as last_name
    from unnest(${ids}::bigint[]) with ordinality asked (id, place)
    left join users u on u.id = asked.id order by asked.place`.execute(db)
  return rows
}
