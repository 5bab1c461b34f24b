import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { isInPeriod } from '#server/ledger/offers/limits.ts'

/** `desks`: enrolled and not revoked. `offers`: published and in their period. */
type Present = { hasCoupons: boolean; hasDesks: boolean; hasOffers: boolean; hasPlaces: boolean }

/** Which parts of the portal are in use: pages do not link to the others. */
export async function findPresent(db: Db, today: string): Promise<Present> {
  const { rows } = await sql<Present>`
    select exists (select from coupons) as has_coupons,
      exists (select from devices where enrolled_at is not null and revoked_at is null) as has_desks,
      exists (select from offers o where ${isInPeriod(today)}) as has_offers,
      exists (select from places) as has_places`.execute(db)
  if (!rows[0]) throw new Error('A select without a table returned no row.')
  return rows[0]
}
