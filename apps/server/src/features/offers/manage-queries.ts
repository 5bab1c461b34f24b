import { sql } from 'kysely'
import type { OfferKind, OfferState } from '@portal/contract/words/offer-limits.ts'
import type { Db, Trx } from '#server/db/database.ts'
import type { Picture } from './read-picture.ts'

/** What operators write. */
export type Facts = {
  title: string
  titleEn: string | null
  description: string
  descriptionEn: string | null
  place: string | null
  points: number
  couponDays: number | null
  startsOn: string
  endsOn: string | null
  stock: number | null
  stockPerDay: number | null
  perPerson: number | null
  perPersonDays: number | null
  municipalities: number[] | null
  returnDays: number | null
  returnsWhenExpired: boolean
}

export type FullOffer = Facts & {
  id: number
  kind: OfferKind
  state: OfferState
  clientId: string
  partnerName: string
  /** The hash in its path. */
  picture: string | null
  version: number
  createdAt: Date
  publishedAt: Date | null
  endedAt: Date | null
  taken: number
  takenToday: number
  /** Of what was not given back or returned. */
  pointsTaken: number
  valid: number
  used: number
  expired: number
  returned: number
  pointsReturned: number
}

/** Lists offers with what they cost and brought; coupons of erased accounts are only in `taken` and the points. */
export async function listOffers(db: Db, today: string, id?: number): Promise<FullOffer[]> {
  const { rows } = await sql<FullOffer>`
    select o.id, o.kind, o.state, p.client_id, p.name as partner_name, o.title, o.title_en, o.description, o.description_en,
      o.place, o.points, o.coupon_days, o.starts_on, o.ends_on, o.stock, o.stock_per_day, o.per_person, o.per_person_days,
      o.municipalities, o.return_days, o.returns_when_expired, i.hash as picture, o.version, o.created_at, o.published_at,
      o.ended_at, o.taken, coalesce(d.taken, 0) as taken_today, o.points_taken, coalesce(c.valid, 0) as valid,
      coalesce(c.used, 0) as used, coalesce(c.expired, 0) as expired, coalesce(c.returned, 0) as returned,
      coalesce(c.points_returned, 0) as points_returned
    from offers o
    join partners p on p.id = o.partner_id
    left join offer_pictures i on i.offer_id = o.id
    left join offer_days d on d.offer_id = o.id and d.day = ${today}::date
    left join (
      select c.offer_id,
        count(*) filter (where used_at is null and cancelled_at is null and valid_until >= ${today}::date) as valid,
        count(*) filter (where used_at is not null) as used,
        count(*) filter (where used_at is null and valid_until < coalesce(athens_day(cancelled_at), ${today}::date)) as expired,
        count(*) filter (where valid_until >= athens_day(cancelled_at)) as returned,
        coalesce(-sum(r.points) filter (where cancelled_at is not null), 0)::bigint as points_returned
      from coupons c join points_records r on r.id = c.record_id
      where c.offer_id is not null and (${id ?? null}::int is null or c.offer_id = ${id ?? null}::int)
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

type Change = Partial<Facts & { state: OfferState; publishedAt: Date; endedAt: Date }>

/** Changes an offer and counts the change. */
export const updateOffer = (trx: Trx, id: number, { municipalities, ...change }: Change) =>
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

/** @returns the first of the ids that no municipality has */
export async function findUnknownMunicipality(trx: Trx, ids: number[]): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${ids}::int[]) id where id not in (select id from municipalities) limit 1`.execute(
    trx,
  )
  return rows[0]?.id
}
