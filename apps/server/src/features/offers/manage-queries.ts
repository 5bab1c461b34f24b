import { type Selectable, sql, type Updateable } from 'kysely'
import type { OfferKind } from '@portal/contract/words/offer-limits.ts'
import { couponState } from '#server/ledger/coupons/coupon-state.ts'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'
import type { Picture } from './read-picture.ts'

type Row = Selectable<Database['offers']>

type Kept = 'id' | 'partnerId' | 'kind' | 'state' | 'taken' | 'pointsTaken' | 'version'
/** What operators write. */
export type Facts = Omit<Row, Kept | 'createdAt' | 'publishedAt' | 'endedAt'>

export type FullOffer = Row & {
  clientId: string
  partnerName: string
  /** The hash in its path. */
  picture: string | null
  takenToday: number
  valid: number
  used: number
  expired: number
  returned: number
  pointsReturned: number
}

/** Lists offers with what they cost and brought; coupons of erased accounts are only in `taken` and the points. */
export async function listOffers(db: Db, now: Date, id?: number): Promise<FullOffer[]> {
  const { rows } = await sql<FullOffer>`
    select o.*, p.client_id, p.name as partner_name, i.hash as picture, coalesce(d.taken, 0) as taken_today,
      coalesce(c.valid, 0) as valid,
      coalesce(c.used, 0) as used, coalesce(c.expired, 0) as expired, coalesce(c.returned, 0) as returned,
      coalesce(c.points_returned, 0) as points_returned
    from offers o
    join partners p on p.id = o.partner_id
    left join offer_pictures i on i.offer_id = o.id
    left join offer_days d on d.offer_id = o.id and d.day = athens_day(${now}::timestamptz)
    left join (
      select c.offer_id,
        count(*) filter (where c.state = 'valid') as valid, count(*) filter (where c.state = 'used') as used,
        count(*) filter (where c.state = 'expired') as expired, count(*) filter (where c.state = 'cancelled') as returned,
        coalesce(-sum(r.points) filter (where c.cancelled_at is not null), 0)::bigint as points_returned
      -- Without the offset, the state is computed again in each filter.
      from (select c.record_id, c.offer_id, c.cancelled_at, ${couponState(now)} as state from coupons c
        where c.offer_id is not null and (${id ?? null}::int is null or c.offer_id = ${id ?? null}::int) offset 0) c
      join points_records r on r.id = c.record_id
      group by c.offer_id
    ) c on c.offer_id = o.id
    where ${id ?? null}::int is null or o.id = ${id ?? null}::int
    order by array_position(array['published', 'draft', 'ended'], o.state), o.id desc`.execute(db)
  return rows
}

/** Locks an offer until the transaction ends. Exchanges wait. */
export const lockOffer = (trx: Trx, id: number) =>
  sql`select from offers where id = ${id} for no key update`.execute(trx)

/** @returns undefined if there is no partner with this client id */
export async function insertOffer(
  trx: Trx,
  { municipalities, ...facts }: Facts & { kind: OfferKind; createdAt: Date },
  clientId: string,
): Promise<number | undefined> {
  const partner = await trx
    .selectFrom('partners')
    .select('id')
    .where('clientId', '=', clientId)
    .executeTakeFirst()
  if (!partner) return undefined
  const { id } = await trx
    .insertInto('offers')
    .values({ ...facts, municipalities: sql`${municipalities}::int[]`, partnerId: partner.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Changes an offer and counts the change. */
export const updateOffer = (
  trx: Trx,
  id: number,
  { municipalities, ...change }: Updateable<Database['offers']>,
) =>
  trx
    .updateTable('offers')
    .set((eb) => ({
      ...change,
      ...(municipalities !== undefined && { municipalities: sql`${municipalities}::int[]` }),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute()

export async function putPicture(trx: Trx, offerId: number, hash: string, picture: Picture): Promise<void> {
  const values = { ...picture, hash }
  await trx
    .insertInto('offerPictures')
    .values({ offerId, ...values })
    .onConflict((row) => row.column('offerId').doUpdateSet(values))
    .execute()
}

export const deletePicture = (trx: Trx, offerId: number) =>
  trx.deleteFrom('offerPictures').where('offerId', '=', offerId).execute()

/** Keeps municipalities until the transaction ends. @returns the first of the ids that none has */
export async function findUnknownMunicipality(trx: Trx, ids: number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    with known as (select id from municipalities where id = any(${ids}::int[]) for key share)
    select id from unnest(${ids}::int[]) id where id not in (select id from known) limit 1`.execute(trx)
  return rows[0]?.id
}
