import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

type Present = {
  municipalities: boolean
  places: boolean
  stickers: boolean
  partner: boolean
  rate: boolean
  /** A rate waits for its approval. */
  rateWaits: boolean
  /** A manager with a password; or one who has not set it yet. */
  manager: boolean
  managerWaits: boolean
  /** A device that is in use; or one that is not enrolled yet. */
  device: boolean
  deviceWaits: boolean
  /** A published offer. */
  offer: boolean
}

/** What of a running programme there is. */
export async function findPresent(db: Db, today: string): Promise<Present> {
  const { rows } = await sql<Present>`
    select
      exists (select from municipalities) as municipalities,
      exists (select from places) as places,
      exists (select from sticker_batches) as stickers,
      exists (select from partners where disabled_at is null) as partner,
      exists (select from rates where valid_to is null or valid_to >= ${today}::date) as rate,
      exists (select from approvals where kind = 'rate_added' and decision is null) as rate_waits,
      exists (select from users where role = 'manager' and is_active and password_hash is not null) as manager,
      exists (select from users where role = 'manager' and is_active) as manager_waits,
      exists (select from devices where enrolled_at is not null and revoked_at is null) as device,
      exists (select from devices where enrolled_at is null and revoked_at is null) as device_waits,
      exists (select from offers where state = 'published') as offer`.execute(db)
  if (!rows[0]) throw new Error('A select without a table returned no row.')
  return rows[0]
}
