-- Points that partners gave a participant on the last day (Athens, of received_at) on which they gave any. A reversal
-- of the same day subtracts; coupons do not count.
alter table balances add column given_on date, add column given bigint not null default 0
--;;
-- As in 0001 with the rights of 0005, and adds `given`.
create or replace function points_records_counted() returns trigger language plpgsql
security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  given_day date;
  given_from timestamptz;
begin
  -- Locks balances by id to prevent deadlocks.
  perform 1 from balances
  where participant_id in (select participant_id from added)
  order by participant_id for no key update;

  if (select count(*) from added) = 1 then
    -- Most inserts are of one record: without aggregates they cost two thirds.
    insert into points_delta (day, n) select athens_day(created_at), 1 from added;
    insert into activity_delta (day, place, description, n, points, amount, n_without_amount, active)
    select day, place, description, 1, points, coalesce(amount, 0), (is_delivery(description) and amount is null)::int,
      case
        when last_month is null or month > last_month then 1
        when month = last_month then 0
        when exists (
          select 1 from points_records r
          where r.participant_id = one.participant_id and r.id <> one.id
            and r.created_at >= athens_start(one.month)
            and r.created_at < athens_start((one.month + interval '1 month')::date)) then 0
        else 1
      end
    from (
      select id, participant_id, points, description, athens_day(created_at) as day,
        date_trunc('month', athens_day(created_at)::timestamp)::date as month,
        coalesce((select u.municipality_id from users u where u.id = a.participant_id), 0) as place,
        (select b.last_month from balances b where b.participant_id = a.participant_id) as last_month,
        amount_of(description, points, details) as amount
      from added a offset 0
    ) one;
  else
    -- One pass over the records for all counts by day: computing a day of Athens costs as much as reading a row.
    with r as materialized (
      select participant_id, points, description, athens_day(created_at) as day,
        coalesce((select u.municipality_id from users u where u.id = a.participant_id), 0) as place,
        amount_of(description, points, details) as amount
      from added a),
    by_day as (
      insert into points_delta (day, n) select day, count(*)::int from r group by day),
    by_description as (
      insert into activity_delta (day, place, description, n, points, amount, n_without_amount)
      select day, place, description, count(*), sum(points), coalesce(sum(amount), 0),
        count(*) filter (where is_delivery(description) and amount is null)
      from r group by day, place, description)
    -- A person without another record in a month becomes active in it. The lock on the balance excludes other writers for
    -- the same person, so each person counts once. For a month before the person's last one, this reads one index entry
    -- of the ledger more than there are new records.
    insert into activity_delta (day, place, active)
    select min(day), place, count(*)
    from (
      select participant_id, place, month, min(day) as day, count(*) as n,
        (select b.last_month from balances b where b.participant_id = d.participant_id) as last_month
      from (select participant_id, place, day, date_trunc('month', day::timestamp)::date as month from r) d
      group by participant_id, place, month
    ) p
    where case
      when last_month is null or month > last_month then true
      when month = last_month then false
      else n = (
        select count(*) from (
          select 1 from points_records r
          where r.participant_id = p.participant_id
            and r.created_at >= athens_start(p.month) and r.created_at < athens_start((p.month + interval '1 month')::date)
          limit p.n + 1) few)
      end
    group by month, place;
  end if;

  select athens_day(max(received_at)) into given_day from added where partner_id is not null;
  given_from := athens_start(given_day);

  update balances b set
    available = b.available + s.available,
    reuse = b.reuse + s.reuse,
    cookingoils = b.cookingoils + s.cookingoils,
    redeemed = b.redeemed + s.redeemed,
    n_records = b.n_records + s.n,
    last_month = greatest(b.last_month, date_trunc('month', athens_day(s.last)::timestamp)::date),
    given = case
      when given_day is null or b.given_on > given_day then b.given
      when b.given_on = given_day then greatest(b.given + s.given, 0)
      else greatest(s.given, 0)
    end,
    given_on = greatest(b.given_on, given_day)
  from (
    select participant_id,
      sum(points)::bigint as available,
      coalesce(sum(points) filter (where points_category(description) = 'reuse'), 0)::bigint as reuse,
      coalesce(sum(points) filter (where points_category(description) = 'cookingoils'), 0)::bigint as cookingoils,
      -coalesce(sum(points) filter (where points_category(description) = 'redeemed'), 0)::bigint as redeemed,
      count(*) as n,
      max(created_at) as last,
      coalesce(sum(case
        when partner_id is null or points_category(description) = 'redeemed' or received_at < given_from then 0
        when reversal_of is null then greatest(points, 0)
        when (select o.received_at from points_records o where o.id = a.reversal_of) >= given_from then least(points, 0)
        else 0
      end), 0)::bigint as given
    from added a group by participant_id
  ) s
  where b.participant_id = s.participant_id;
  return null;
end $$
--;;
-- Points that a partner gave on a day of Athens, in several rows, so that concurrent calls do not wait for each other.
create table partner_days (
  partner_id int not null references partners,
  day date not null,
  slot smallint not null,
  points bigint not null,
  primary key (partner_id, day, slot)
) with (fillfactor = 50)
--;;
-- Null: CAP_PARTNER_DAY and CAP_PERSON_DAY; 0: no cap.
alter table partners
  add column daily_cap bigint check (daily_cap >= 0),
  add column person_cap bigint check (person_cap >= 0)
--;;
-- Sums above a cap, for managers: of a partner, of a participant from all partners, or of a participant from one partner.
-- `rejected`: a record was rejected.
create table ledger_flags (
  id int generated always as identity primary key,
  partner_id int references partners,
  participant_id bigint references users,
  day date not null,
  rejected boolean not null,
  cap bigint not null,
  points bigint not null,
  raised_at timestamptz(3) not null,
  resolved_by bigint references users,
  resolved_at timestamptz(3),
  note text not null default '',
  check (partner_id is not null or participant_id is not null),
  check ((resolved_by is null) = (resolved_at is null)),
  constraint ledger_flags_once unique nulls not distinct (partner_id, participant_id, day, rejected)
)
--;;
create index ledger_flags_open on ledger_flags (id) where resolved_at is null
--;;
create index ledger_flags_of_participant on ledger_flags (participant_id) where participant_id is not null
--;;
-- Changes of rates, imports and manual records that a second person has to approve.
create table approvals (
  id int generated always as identity primary key,
  kind text not null check (kind in ('rate_added', 'rate_closed', 'points_imported', 'points_added')),
  payload jsonb not null,
  points bigint,
  requested_by bigint not null references users,
  requested_at timestamptz(3) not null,
  decision text check (decision in ('approved', 'rejected')),
  decided_by bigint references users,
  decided_at timestamptz(3),
  note text not null default '',
  executed_at timestamptz(3),
  constraint approvals_four_eyes check (decided_by <> requested_by),
  check ((decision is null) = (decided_by is null) and (decision is null) = (decided_at is null)),
  check (executed_at is null or decision is not distinct from 'approved')
)
--;;
create index approvals_open on approvals (id) where decision is null
--;;
-- One request for each file at a time; a rejected one may be requested again.
create unique index approvals_of_file on approvals ((payload ->> 'sha256'))
  where kind = 'points_imported' and decision is distinct from 'rejected' and executed_at is null
