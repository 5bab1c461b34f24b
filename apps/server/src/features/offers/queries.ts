import { type Selectable, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'
import { isInPeriod, limitingDay, possibleOn } from '#server/ledger/offers/limits.ts'

export type OfferRow = Selectable<Database['offers']> & {
  shop: string
  /** The hash in its path. */
  picture: string | null
  takenToday: number
  /** The day that has to leave the period of the limit by person; null: the limit is not reached. */
  limitedBy: string | null
  /** The first day on which the limit by person allows it again; null: never, or now. */
  possibleOn: string | null
  /** Null on its last day. */
  tomorrow: string | null
  /** Whether it is published and in its period, of a partner that is not paused. */
  isOpen: boolean
}

type Asked = { participantId: number; municipalityId: number | null; today: string }

const offers = ({ participantId, municipalityId, today }: Asked) => sql`
  select o.*, p.name as shop, i.hash as picture, coalesce(d.taken, 0) as taken_today, l.day as limited_by,
    ${possibleOn} as possible_on, case when o.ends_on > ${today}::date or o.ends_on is null then ${today}::date + 1 end as tomorrow,
    ${isInPeriod(today)} and p.disabled_at is null as is_open
  from offers o
  join partners p on p.id = o.partner_id
  left join offer_pictures i on i.offer_id = o.id
  left join offer_days d on d.offer_id = o.id and d.day = ${today}::date
  left join lateral (${limitingDay(participantId, today)}) l on true
  where o.published_at is not null and o.starts_on <= ${today}::date
    and (o.municipalities is null or ${municipalityId}::int = any(o.municipalities))`

/** Lists the open offers for a person. */
export async function listOffers(db: Db, asked: Asked, limit: number): Promise<OfferRow[]> {
  const { rows } = await sql<OfferRow>`
    select * from (${offers(asked)}) offers where is_open order by points, id limit ${limit}`.execute(db)
  return rows
}

/** Finds an offer that a person may see, or could see before it ended. */
export async function findOffer(db: Db, asked: Asked, id: number): Promise<OfferRow | undefined> {
  const { rows } = await sql<OfferRow>`select * from (${offers(asked)}) offers where id = ${id}`.execute(db)
  return rows[0]
}

export const findPicture = (db: Db, hash: string) =>
  db.selectFrom('offerPictures').select(['content', 'type']).where('hash', '=', hash).executeTakeFirst()

export const findAvailable = async (db: Db, participantId: number): Promise<number> =>
  (
    await db
      .selectFrom('balances')
      .select('available')
      .where('participantId', '=', participantId)
      .executeTakeFirst()
  )?.available ?? 0
