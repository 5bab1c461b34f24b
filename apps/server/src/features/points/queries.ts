import type { Description } from '@portal/contract/words/descriptions.ts'
import type { RecordPlace } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import { compileOnce, type Db } from '#server/db/database.ts'
import { type DayRange, fullMonths } from '#server/lib/time/athens.ts'

export type PointsRow = {
  id: number
  participantId: number
  email: string
  points: number
  description: Description
  createdAt: Date
  place: RecordPlace | null
  /** In the list of everyone: whether the account's data may only be stored. */
  isRestricted?: boolean
}

/** Sums of positive and of negative points. */
export type SignedSums = { positive: number; negative: number }

export type PageRequest = { skip: number; take: number }

/**
 * SQL expression of a record's collection point: the place whose number, or otherwise whose name, is exactly the text that
 * the partner sent. A name of several places matches none.
 */
export const placeOf = (details: 'r.details' | 'page.details') => {
  const text = sql`(${sql.ref(details)} ->> 'collection_point')`
  return sql<RecordPlace | null>`(
      select json_build_object('id', p.id, 'name', p.name, 'kind', p.kind, 'municipality', p.municipality_id)
      from places p
      where p.id = coalesce(
        (select o.id from places o where o.id = ${text}),
        (select min(o.id) from places o where o.name = ${text} having count(*) = 1)))`
}

type Bounds = ReturnType<typeof boundsOf>

const everyonesPage = compileOnce(
  (_: Db, { skip, take, from, to, first, end }: PageRequest & Bounds) =>
    sql<{ n: number } & (PointsRow | { id: null })>`
    select page.n, page.id, page.participant_id, users.email, page.points, page.description, page.created_at,
      ${placeOf('page.details')} as place,
      exists (select from account_restrictions a where a.user_id = page.participant_id) as is_restricted
    from points_page(${skip}, ${take}, ${from}::date, ${to}::date, ${first}::date, ${end}::date) page
    left join users on users.id = page.participant_id
    order by page.created_at desc, page.id desc`,
)

/**
 * Lists a page of all records, newest first, with the exact count. The cost does not depend on the number of records:
 * the SQL function points_page uses counters by month and day (docs/decisions/003).
 */
export async function listEveryonesPoints(db: Db, range: DayRange, { skip, take }: PageRequest) {
  const rows = await everyonesPage(db, { skip, take, ...boundsOf(range) })
  return {
    count: rows[0]?.n ?? 0,
    records: rows.flatMap((row) => (row.id === null ? [] : [row])),
  }
}

/** Returns the days of a range, and its whole months (end exclusive) for the counters by month. */
function boundsOf(range: DayRange) {
  const months = fullMonths(range)
  return {
    from: range.from ?? '-infinity',
    to: range.to ?? 'infinity',
    first: months === 'none' ? 'infinity' : (months.first ?? '-infinity'),
    end: months === 'none' ? 'infinity' : (months.end ?? 'infinity'),
  }
}

/**
 * Sums the points of all records by sign, from the counters by description (docs/decisions/012). Only reuse has
 * descriptions with both signs: its negative records are read from their own index.
 */
export async function sumEveryonesPoints(db: Db, range: DayRange): Promise<SignedSums> {
  const { from, to, first, end } = boundsOf(range)
  const { rows } = await sql<SignedSums>`
    select counted.positive - corrections.points as positive, counted.negative + corrections.points as negative
    from (
      select coalesce(sum(points) filter (where points_sign(description) >= 0), 0)::bigint as positive,
        coalesce(sum(points) filter (where points_sign(description) < 0), 0)::bigint as negative
      -- Sums by description first: points_sign then runs once a description.
      from (
        select description, sum(points) as points from (
          select description, points from activity_month where day >= ${first}::date and day < ${end}::date
          union all
          select description, points from activity_day where day >= ${from}::date and day < least(${first}::date, ${to}::date + 1)
          union all
          select description, points from activity_day where day >= ${end}::date and day <= ${to}::date
          union all
          select description, points from activity_delta where day between ${from}::date and ${to}::date
        ) pieces
        group by description) by_description
    ) counted,
    (
      select coalesce(sum(points), 0)::bigint as points from points_records
      where points < 0 and points_sign(description) = 0
        and created_at >= ${startOf(range)} and created_at < ${endOf(range)}
    ) corrections`.execute(db)
  return rows[0] ?? { positive: 0, negative: 0 }
}

/** Sums the points of one participant's records by sign: reads the records of the range. */
export async function sumPointsOf(db: Db, participantId: number, range: DayRange): Promise<SignedSums> {
  const { rows } = await sql<SignedSums>`
    select coalesce(sum(points) filter (where points > 0), 0)::bigint as positive,
      coalesce(sum(points) filter (where points < 0), 0)::bigint as negative
    from points_records
    where participant_id = ${participantId}
      and created_at >= ${startOf(range)} and created_at < ${endOf(range)}`.execute(db)
  return rows[0] ?? { positive: 0, negative: 0 }
}

type OwnPage = PageRequest & { participantId: number; from: string; to: string }

const ownPage = compileOnce(
  (_: Db, { participantId, from, to, skip, take }: OwnPage) => sql<PointsRow>`
    select r.id, r.participant_id, users.email, r.points, r.description, r.created_at,
      ${placeOf('r.details')} as place
    from (
      select id from points_records
      where participant_id = ${participantId}
        and created_at >= athens_start(${from}::date) and created_at < athens_start(${to}::date + 1)
      order by created_at desc, id desc offset ${skip} limit ${take}
    ) page
    join points_records r on r.id = page.id
    join users on users.id = r.participant_id
    order by r.created_at desc, r.id desc`,
)

/**
 * Lists a page of one participant's records, newest first. Selects the ids with an index-only scan, then the rows: the
 * last page of the participant with the most records (49,697) takes 2 ms.
 */
export const listPointsOf = (db: Db, participantId: number, { from, to }: DayRange, page: PageRequest) =>
  ownPage(db, { ...page, participantId, from: from ?? '-infinity', to: to ?? 'infinity' })

const ofBalance = ['participantId', 'available', 'reuse', 'cookingoils', 'redeemed', 'nRecords'] as const

const balance = compileOnce((db: Db, { participantId }: { participantId: number }) =>
  db.selectFrom('balances').select(ofBalance).where('participantId', '=', participantId),
)

/** Finds the sums of a participant; undefined without records. */
export const findBalance = async (db: Db, participantId: number) => (await balance(db, { participantId }))[0]

export async function countPointsOf(db: Db, participantId: number, range: DayRange): Promise<number> {
  if (range.from === null && range.to === null) return (await findBalance(db, participantId))?.nRecords ?? 0
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from points_records
    where participant_id = ${participantId} and created_at >= ${startOf(range)} and created_at < ${endOf(range)}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

const startOf = ({ from }: DayRange) => sql`athens_start(${from ?? '-infinity'}::date)`
const endOf = ({ to }: DayRange) =>
  to === null ? sql`'infinity'::timestamptz` : sql`athens_start(${to}::date + 1)`

/** Checks that an id is a participant: an active account that is not staff. */
export const isParticipant = async (db: Db, id: number) =>
  (await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('isStaff', '=', false)
    .executeTakeFirst()) !== undefined

const litres = compileOnce(
  (_: Db, { participantId, first, next }: { participantId: number; first: string; next: string }) => sql<{
    millilitres: number
  }>`
    select coalesce(sum(amount_of(description, points, details)), 0)::bigint as millilitres
    from points_records
    where participant_id = ${participantId} and points_measure(description) = 'litres'
      and created_at >= athens_start(${first}::date) and created_at < athens_start(${next}::date)`,
)

/** Sums the litres of a participant's deliveries in a calendar year, cancelled ones subtracted. */
export async function sumLitres(db: Db, participantId: number, year: number): Promise<number> {
  const [row] = await litres(db, { participantId, first: `${year}-01-01`, next: `${year + 1}-01-01` })
  return (row?.millilitres ?? 0) / 1_000
}
