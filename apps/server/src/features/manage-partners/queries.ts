import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Counts the records of each partner that happened on a day of Athens. */
export async function countRecordsOn(db: Db, day: string): Promise<{ partnerId: number; count: number }[]> {
  const { rows } = await sql<{ partnerId: number; count: number }>`
    select partner_id, count(*)::int as count from points_records
    where created_at >= athens_start(${day}::date) and created_at < athens_start(${day}::date + 1)
      and partner_id is not null
    group by partner_id`.execute(db)
  return rows
}

/** When the devices of each partner were last used. */
export async function findLastDevices(db: Db): Promise<{ partnerId: number; seenAt: Date }[]> {
  const { rows } = await sql<{ partnerId: number; seenAt: Date }>`
    select partner_id, max(last_seen_at) as seen_at from devices
    where last_seen_at is not null group by partner_id`.execute(db)
  return rows
}
