import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '#server/db/database.ts'

const sums = sql`
  select participant_id, sum(points)::bigint as available,
    coalesce(sum(points) filter (where points_category(description) = 'reuse'), 0)::bigint as reuse,
    coalesce(sum(points) filter (where points_category(description) = 'cookingoils'), 0)::bigint as cookingoils,
    -coalesce(sum(points) filter (where points_category(description) = 'redeemed'), 0)::bigint as redeemed,
    count(*) as n_records
  from points_records group by participant_id`

/** A stored value that differs from the recomputed one. `subject` is an account id, record id, day or month. */
export type Difference = { subject: string; stored: string; counted: string }

/** Lists balances that differ from the sums and the number of their records. */
export async function listWrongBalances(trx: Trx, limit: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select u.id::text as subject,
      case when b.participant_id is null then 'no balance'
        else format('available %s, reuse %s, cookingoils %s, redeemed %s, records %s',
          b.available, b.reuse, b.cookingoils, b.redeemed, b.n_records) end as stored,
      format('available %s, reuse %s, cookingoils %s, redeemed %s, records %s', coalesce(s.available, 0),
        coalesce(s.reuse, 0), coalesce(s.cookingoils, 0), coalesce(s.redeemed, 0), coalesce(s.n_records, 0)) as counted
    from users u
    left join balances b on b.participant_id = u.id
    left join (${sums}) s on s.participant_id = u.id
    where (b.available, b.reuse, b.cookingoils, b.redeemed, b.n_records) is distinct from
      (coalesce(s.available, 0), coalesce(s.reuse, 0), coalesce(s.cookingoils, 0), coalesce(s.redeemed, 0),
        coalesce(s.n_records, 0))
    order by u.id limit ${limit}`.execute(trx)
  return rows
}

/** Lists days whose counter, including pending deltas, differs from the number of records. */
export async function listWrongDays(trx: Trx, limit: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with stored as (
      select day, sum(n) as n from (select day, n from points_day union all select day, n from points_delta) d group by day),
    counted as (select athens_day(created_at) as day, count(*) as n from points_records group by 1)
    select coalesce(k.day, c.day)::text as subject, coalesce(k.n, 0)::text as stored, coalesce(c.n, 0)::text as counted
    from stored k full join counted c on c.day = k.day
    where coalesce(k.n, 0) <> coalesce(c.n, 0) order by 1 limit ${limit}`.execute(trx)
  return rows
}

/** Lists months whose counter differs from the sum of their days. */
export async function listWrongMonths(trx: Trx, limit: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with days as (select date_trunc('month', day)::date as month, sum(n) as n from points_day group by 1)
    select coalesce(m.month, d.month)::text as subject, coalesce(m.n, 0)::text as stored, coalesce(d.n, 0)::text as counted
    from points_month m full join days d on d.month = m.month
    where coalesce(m.n, 0) <> coalesce(d.n, 0) order by 1 limit ${limit}`.execute(trx)
  return rows
}

/** Sums rows of any of the overview's tables by day. */
const activityOf = (rows: RawBuilder<unknown>) => sql`
  select day, sum(n) as n, sum(points) filter (where points_category(description) = 'cookingoils') as oil,
    sum(points) filter (where points_category(description) = 'reuse') as reuse,
    sum(points) filter (where points_category(description) = 'redeemed') as coupons, sum(accounts) as accounts
  from (${rows}) a group by day`

/** Compares two queries with the columns of `activityOf`. */
const differing = (stored: RawBuilder<unknown>, counted: RawBuilder<unknown>, limit: number) => {
  const textOf = (side: RawBuilder<unknown>) =>
    sql`format('records %s, oil %s, reuse %s, coupons %s, accounts %s', coalesce(${side}.n, 0), coalesce(${side}.oil, 0),
      coalesce(${side}.reuse, 0), coalesce(${side}.coupons, 0), coalesce(${side}.accounts, 0))`
  const [storedText, countedText] = [textOf(sql`k`), textOf(sql`c`)]
  return sql<Difference>`
    with stored as (${stored}), counted as (${counted})
    select coalesce(k.day, c.day)::text as subject, ${storedText} as stored, ${countedText} as counted
    from stored k full join counted c on c.day = k.day
    where ${storedText} <> ${countedText} order by 1 limit ${limit}`
}

/** Lists days whose overview counters, including pending deltas, differ from the records and new accounts. */
export async function listWrongActivity(trx: Trx, limit: number): Promise<Difference[]> {
  const stored = activityOf(sql`select * from activity_day union all select * from activity_delta`)
  const counted = activityOf(sql`
    select athens_day(created_at) as day, description, count(*) as n, sum(points) as points, 0 as accounts
    from points_records group by 1, 2
    union all
    select athens_day(activated_at), null, 0, 0, count(*) from users
    where activated_at is not null and not is_staff group by 1`)
  return (await differing(stored, counted, limit).execute(trx)).rows
}

/** Lists months whose overview counters differ from the sums of their days. */
export async function listWrongActivityMonths(trx: Trx, limit: number): Promise<Difference[]> {
  const stored = activityOf(sql`select * from activity_month`)
  const counted = activityOf(sql`
    select date_trunc('month', day::timestamp)::date as day, description, n, points, accounts from activity_day`)
  return (await differing(stored, counted, limit).execute(trx)).rows
}

/**
 * Lists records whose reversals exceed their points, have the same sign or belong to another account, and partners'
 * records without a row in partner_references.
 */
export async function listWrongLinks(trx: Trx, limit: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select r.id::text as subject,
      format('reversals %s of account %s', sum(back.points), min(back.participant_id)) as stored,
      format('at most %s of account %s', -r.points, r.participant_id) as counted
    from points_records back join points_records r on r.id = back.reversal_of
    group by r.id
    having abs(sum(back.points)) > abs(r.points) or bool_or(back.participant_id <> r.participant_id
      or sign(back.points) = sign(r.points) and back.points <> 0)
    union all
    select r.id::text, 'no reference', r.reference
    from points_records r
    where r.partner_id is not null and not exists (
      select 1 from partner_references f join partners p on p.id = f.partner_id
      where f.partner_id = r.partner_id and f.reference = r.reference)
    limit ${limit}`.execute(trx)
  return rows
}

/**
 * Lists offers whose counters differ from their records, and coupons of another offer than their record. Coupons given back
 * are not counted, and points that returned are not summed.
 */
export async function listWrongOffers(trx: Trx, limit: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    with counted as (
      select (details ->> 'offer')::int as offer_id,
        count(*) filter (where reference like 'offer/%') - count(*) filter (where reference like 'offer-return/%') as taken,
        -sum(points)::bigint as points
      from points_records
      where source = 'portal' and reference >= 'offer' and reference < 'offes' group by 1)
    select coalesce(o.id, c.offer_id)::text as subject, format('taken %s, points %s', o.taken, o.points_taken) as stored,
      format('taken %s, points %s', coalesce(c.taken, 0), coalesce(c.points, 0)) as counted
    from offers o full join counted c on c.offer_id = o.id
    where (o.taken, o.points_taken) is distinct from (coalesce(c.taken, 0), coalesce(c.points, 0))
    union all
    select c.offer_id::text, format('coupon of record %s', c.record_id), format('record of offer %s', r.details ->> 'offer')
    from coupons c join points_records r on r.id = c.record_id
    where c.offer_id is not null and (r.details ->> 'offer')::int is distinct from c.offer_id
    order by 1 limit ${limit}`.execute(trx)
  return rows
}

/**
 * Lists entries of devices that disagree with their record or coupon, and coupons that a device has used without an entry.
 */
export async function listWrongEntries(trx: Trx, limit: number): Promise<Difference[]> {
  const { rows } = await sql<Difference>`
    select e.id::text as subject, format('%s, %s points', e.state, e.points) as stored,
      coalesce(format('record %s, %s points', r.id, r.points), 'no record') as counted
    from desk_entries e join devices d on d.id = e.device_id left join points_records r on r.id = e.record_id
    where e.kind <> 'coupon' and e.state = 'recorded' and (r.points, r.reference, r.partner_id)
      is distinct from (e.points, format('desk/%s/%s', d.id, e.reference), d.partner_id)
    union all
    select e.id::text, format('coupon of record %s used', c.record_id), format('used at device %s', c.used_device_id)
    from desk_entries e join coupons c on c.record_id = e.record_id
    where e.kind = 'coupon' and e.state = 'recorded' and c.used_device_id is distinct from e.device_id
    union all
    -- Entries are deleted after two years.
    select 'of coupon ' || c.record_id, 'no entry', format('used at device %s', c.used_device_id)
    from coupons c
    where c.used_device_id is not null and c.used_at > now() - interval '700 days' and not exists (
      select from desk_entries e
      where e.kind = 'coupon' and e.state = 'recorded' and e.record_id = c.record_id and e.device_id = c.used_device_id)
    order by 1 limit ${limit}`.execute(trx)
  return rows
}

/** Lists records whose details were erased although their account was not. */
export async function listErasedOfOthers(trx: Trx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select r.id from chain_erasures e join points_records r on r.id = e.row_id join users u on u.id = r.participant_id
    where e.chain = 'points_records' and u.erased_at is null order by r.id limit ${limit}`.execute(trx)
  return rows.map(({ id }) => id)
}

export async function countAll(
  trx: Trx,
): Promise<{ records: number; people: number; participants: number; participantsStored: number }> {
  const { rows } = await sql<{
    records: number
    people: number
    participants: number
    participantsStored: number
  }>`
    select (select count(*) from points_records) as records, (select count(*) from balances) as people,
      (select count(*) from users where is_active and not is_staff) as participants,
      ((select n from participants_total) + coalesce((select sum(n) from participants_delta), 0))::bigint
        as participants_stored`.execute(trx)
  return rows[0] ?? { records: 0, people: 0, participants: 0, participantsStored: 0 }
}
