import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'
import { limitingDay, possibleOn, returnUntil, source } from './limits.ts'

export type LockedOffer = Pick<
  Selectable<Database['offers']>,
  | ('id' | 'kind' | 'state' | 'title' | 'titleEn' | 'points' | 'couponDays' | 'startsOn' | 'endsOn')
  | ('stock' | 'stockPerDay' | 'municipalities' | 'taken' | 'publishedAt')
> & { shop: string; isPaused: boolean; takenToday: number }

/** Locks an offer until the transaction ends, then reads it: its counters change under the lock. */
export async function lockOffer(trx: Trx, id: number, today: string): Promise<LockedOffer | undefined> {
  await sql`select from offers where id = ${id} for no key update`.execute(trx)
  const { rows } = await sql<LockedOffer>`
    select o.id, o.kind, o.state, o.title, o.title_en, o.points, o.coupon_days, o.starts_on, o.ends_on, o.stock,
      o.stock_per_day, o.municipalities, o.taken, o.published_at, p.name as shop, p.disabled_at is not null as is_paused,
      coalesce((select d.taken from offer_days d where d.offer_id = o.id and d.day = ${today}::date), 0) as taken_today
    from offers o join partners p on p.id = o.partner_id where o.id = ${id}`.execute(trx)
  return rows[0]
}

/** Call under the locks of the offer and the balance. @returns the first day on which it is possible again; null: never */
export async function findLimit(
  trx: Trx,
  { id }: LockedOffer,
  participantId: number,
  today: string,
): Promise<{ possibleOn: string | null } | undefined> {
  const { rows } = await sql<{ possibleOn: string | null }>`
    select ${possibleOn} as possible_on
    from offers o cross join lateral (${limitingDay(participantId, today)}) l where o.id = ${id}`.execute(trx)
  return rows[0]
}

/** What a submission has taken. */
export async function findTaken(
  trx: Trx,
  reference: string,
): Promise<{ id: number; offerId: number; points: number } | undefined> {
  const { rows } = await sql<{ id: number; offerId: number; points: number }>`
    select id, (details ->> 'offer')::int as offer_id, -points as points from points_records
    where source = ${source} and reference = ${reference}`.execute(trx)
  return rows[0]
}

/** Adds to the counters of an offer, under its lock. `day`: of the exchange. */
export async function countTaken(
  trx: Trx,
  id: number,
  { taken, points, day }: { taken: -1 | 0 | 1; points: number; day: string },
): Promise<void> {
  await sql`update offers set taken = taken + ${taken}::int, points_taken = points_taken + ${points}::bigint where id = ${id}`.execute(
    trx,
  )
  if (taken > 0)
    await sql`
      insert into offer_days (offer_id, day, taken) values (${id}, ${day}::date, 1)
      on conflict (offer_id, day) do update set taken = offer_days.taken + 1`.execute(trx)
  if (taken < 0)
    await sql`update offer_days set taken = taken - 1 where offer_id = ${id} and day = ${day}::date`.execute(
      trx,
    )
}

/** Deletes the counters of days before a day: only those of today are used. */
export const deleteDays = (db: Db, before: string) =>
  sql`delete from offer_days where day < ${before}::date`.execute(db)

export async function findReturnUntil(trx: Trx, recordId: number): Promise<string | null> {
  const { rows } = await sql<{ day: string | null }>`
    select ${returnUntil} as day from coupons c join offers o on o.id = c.offer_id
      join points_records r on r.id = c.record_id
    where c.record_id = ${recordId}`.execute(trx)
  return rows[0]?.day ?? null
}

export type Expired = { recordId: number; offerId: number; payerId: number }

/** Lists expired coupons whose points return, after one. Points of erased accounts do not. */
export async function listExpired(
  db: Db,
  today: string,
  { after, limit }: { after: number; limit: number },
): Promise<Expired[]> {
  const { rows } = await sql<Expired>`
    select c.record_id, c.offer_id, r.participant_id as payer_id
    from coupons c join offers o on o.id = c.offer_id join points_records r on r.id = c.record_id
      join users u on u.id = r.participant_id
    where o.returns_when_expired and c.valid_until < ${today}::date and c.used_at is null and c.cancelled_at is null
      and u.erased_at is null and c.record_id > ${after}
    order by c.record_id limit ${limit}`.execute(db)
  return rows
}

export const findGift = (db: Db, tokenHash: string) =>
  db
    .selectFrom('couponGifts')
    .select(['recordId', 'expiresAt', 'takenAt'])
    .where('tokenHash', '=', tokenHash)
    .executeTakeFirst()

/** Replaces an earlier link of the coupon. */
export async function putGift(
  trx: Trx,
  gift: { recordId: number; tokenHash: string; createdAt: Date; expiresAt: Date },
): Promise<void> {
  const values = { ...gift, takenAt: null }
  await trx
    .insertInto('couponGifts')
    .values(values)
    .onConflict((row) => row.column('recordId').doUpdateSet(values))
    .execute()
}

/** @returns whether there was a link that nobody had used */
export async function deleteGift(trx: Trx, recordId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('couponGifts')
    .where('recordId', '=', recordId)
    .where('takenAt', 'is', null)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the links that no longer work. */
export const deleteGiftsBefore = (db: Db, now: Date) =>
  db.deleteFrom('couponGifts').where('expiresAt', '<=', now).execute()

/** Marks the link of a coupon as used. */
export const closeGift = (trx: Trx, recordId: number, takenAt: Date) =>
  trx.updateTable('couponGifts').set({ takenAt }).where('recordId', '=', recordId).execute()

/** The first moment after a day in Athens. */
export async function endOfDay(db: Db, day: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`select athens_start(${day}::date + 1) as at`.execute(db)
  if (!rows[0]) throw new Error('The database returned no row.')
  return rows[0].at
}
