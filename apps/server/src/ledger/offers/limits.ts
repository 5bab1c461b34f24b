import { sql } from 'kysely'

/**
 * Records of offers belong to the portal itself. Their details have the number of the offer, and no text, so that an erasure
 * keeps it.
 */
export const source = 'portal'
export const referenceOf = (participantId: number, submission: string) =>
  `offer/${participantId}/${submission.toLowerCase()}`

/**
 * The day of the exchange that has to leave the period of an offer's limit by person before another one is possible; no row
 * if one is possible now. Coupons given back do not count. For a statement with the offer as `o`.
 */
export const limitingDay = (participantId: number, today: string) =>
  // References are `offer/id/uuid`, and '0' follows '/': a range of the index on source and reference.
  sql`
    select athens_day(r.created_at) as day from points_records r
    where o.per_person is not null and r.source = ${source}
      and r.reference > ${`offer/${participantId}/`} and r.reference < ${`offer/${participantId}0`}
      and (r.details ->> 'offer')::int = o.id
      and (o.per_person_days is null or athens_day(r.created_at) > ${today}::date - o.per_person_days)
      and not exists (
        select from points_records b where b.reversal_of = r.id and b.description = 'coupon_cancelled')
    order by r.created_at desc offset coalesce(o.per_person, 1) - 1 limit 1`

/**
 * The first day on which an offer `o` is possible again for who is kept from it by `limitingDay`, as `l`; null: never,
 * because the limit counts all days or the offer ends before.
 */
export const possibleOn = sql`
  case when o.ends_on is null or l.day + o.per_person_days <= o.ends_on then l.day + o.per_person_days end`

/** Whether an offer `o` is published and in its period on a day. */
export const isInPeriod = (today: string) => sql`
  (o.state = 'published' and o.starts_on <= ${today}::date and (o.ends_on is null or o.ends_on >= ${today}::date))`

/** The last day on which a coupon `c` with the record `r` of an offer `o` may be given back; null: never. */
export const returnUntil = sql`
  least(athens_day(r.created_at) + o.return_days - 1, case when o.return_days is not null then c.valid_until end)`
