import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type CandidateRow = {
  id: number
  stickerCode: string
  description: Description
  points: number
  litres: number | null
  place: string | null
  createdAt: Date
  day: string
  hour: number
  isPlace: boolean
  site: string
  waitsFor: 'sticker_unknown' | 'sticker_unbound' | 'sticker_lost'
  ownerId: number | null
  firstName: string | null
  lastName: string | null
}

type Delivery = {
  /** Codes of the claim and of the citizen: on any day. */
  exact: string[]
  /** Codes that differ from those in one character: within `nearDays`. */
  near: string[]
  placeId: string | null
  day: string
  hour: number | null
}

/** Days before and after the reported one on which a wrong character is looked for. */
const nearDays = 3
const maxCandidates = 20

/**
 * Lists waiting deliveries that may be the reported one: with its code, with a code that differs in one character, or at
 * the same collection point in the hour before and after.
 */
export async function listCandidates(
  db: Db,
  { exact, near, placeId, day, hour }: Delivery,
): Promise<CandidateRow[]> {
  const waits = sql`record_id is null and withdrawn_by is null`
  const [from, hours] = hour === null ? [0, 24] : [hour - 1, hour + 2]
  const plain = (text: ReturnType<typeof sql>) => sql`squashed(norm(coalesce(${text}, '')))`
  const isPlace = sql`(w.details ->> 'collection_point') is not null and ${plain(sql`w.details ->> 'collection_point'`)} in (
    ${plain(sql`${placeId}::text`)}, (select ${plain(sql`name`)} from places where id = ${placeId}::text))`
  const { rows } = await sql<CandidateRow>`
    select w.id, w.sticker_code, w.description, w.points, w.created_at, p.name as site, u.id as owner_id,
      u.first_name, u.last_name, athens_day(w.created_at)::text as day,
      extract(hour from w.created_at at time zone 'Europe/Athens')::int as hour,
      numeric_detail(w.details, 'litres')::float as litres, w.details ->> 'collection_point' as place,
      ${placeId}::text is not null and ${isPlace} as is_place,
      case when s.id is null then 'sticker_unknown' when s.lost_at is null then 'sticker_unbound' else 'sticker_lost' end
        as waits_for
    from waiting_deliveries w
    join partners p on p.id = w.partner_id
    left join stickers s on s.code = w.sticker_code and s.retired_at is null
    left join users u on u.id = s.bound_to
    where w.id in (
      select id from waiting_deliveries where ${waits} and sticker_code = any(${exact}::text[])
      union
      select id from waiting_deliveries
      where ${waits} and sticker_code = any(${near}::text[])
        and created_at >= athens_start(${day}::date - ${nearDays}::int)
        and created_at < athens_start(${day}::date + ${nearDays + 1}::int)
      union
      select w.id from waiting_deliveries w
      where ${waits} and ${placeId}::text is not null
        and created_at >= athens_start(${day}::date) + ${from}::int * interval '1 hour'
        and created_at < athens_start(${day}::date) + ${hours}::int * interval '1 hour'
        and ${isPlace})
    order by abs(athens_day(w.created_at) - ${day}::date), w.id limit ${maxCandidates}`.execute(db)
  return rows
}

export const listOwnCodes = async (db: Db, participantId: number): Promise<string[]> =>
  (
    await db
      .selectFrom('stickers')
      .select('code')
      .where('boundTo', '=', participantId)
      .orderBy('boundAt', 'desc')
      .limit(10)
      .execute()
  ).map(({ code }) => code)
