-- Sums for the staff's dashboard: what was given and spent, litres, items and new accounts by Athens day, and by month,
-- and by municipality; and how many people were active in each month (docs/decisions/012). Fed and folded as
-- points_day is: writers append to a delta, the server folds it in, readers add what isn't folded yet.

-- Nobody records or opens accounts between the sums of what is there and the triggers that count what comes.
lock table users, points_records in share row exclusive mode
--;;
-- How much of something a record's details tell, where it is a number that can be true. Less than nothing, or more than
-- anybody carries, is a slip of whoever sent it, and one slip would drown a year.
create function told(details jsonb, name text) returns numeric language sql immutable parallel safe
return case when jsonb_typeof(details -> name) = 'number' then
  case when (details -> name)::numeric between 0 and 100000 then (details -> name)::numeric end
end
--;;
-- Litres of oil in thousandths: whole numbers add up exactly.
create function told_millilitres(details jsonb) returns bigint language sql immutable parallel safe
return round(told(details, 'litres') * 1000)::bigint
--;;
create function told_items(details jsonb) returns bigint language sql immutable parallel safe
return trunc(coalesce(told(details, 'items'), told(details, 'item_count')))::bigint
--;;
-- One row a day and municipality: points by description with their signs, and what else there is to count.
-- place: the municipality in which the participant lived when the record arrived; 0: none was known. No reference to
-- municipalities: a sum outlives what it was counted by.
create table activity_day (
  day date not null,
  place int not null,
  oil_collected bigint not null default 0,
  collection_cancelled bigint not null default 0,
  item_reused bigint not null default 0,
  item_delivered bigint not null default 0,
  coupon_created bigint not null default 0,
  coupon_cancelled bigint not null default 0,
  coupon_reimbursed bigint not null default 0,
  -- Less what cancellations took back, where they tell it.
  millilitres bigint not null default 0,
  -- Less what corrections took back: reuse has no cancellation of its own, its points may be negative.
  items bigint not null default 0,
  -- Records, and those among them that should tell litres or items and don't.
  n bigint not null default 0,
  n_without_litres bigint not null default 0,
  n_without_items bigint not null default 0,
  accounts bigint not null default 0,
  primary key (day, place)
) with (fillfactor = 70)
--;;
-- The same by month, so that years cost no more than months. active: people with a record in this month, each counted once.
create table activity_month (
  like activity_day including defaults,
  active bigint not null default 0,
  primary key (day, place)
) with (fillfactor = 70)
--;;
-- What isn't folded in yet. A column without a value takes no room: a single record's row has about 60 bytes.
create table activity_delta (
  day date not null,
  place int not null,
  oil_collected bigint,
  collection_cancelled bigint,
  item_reused bigint,
  item_delivered bigint,
  coupon_created bigint,
  coupon_cancelled bigint,
  coupon_reimbursed bigint,
  millilitres bigint,
  items bigint,
  n bigint,
  n_without_litres bigint,
  n_without_items bigint,
  accounts bigint,
  active bigint
)
--;;
-- The last month in which somebody was active: most records are of that month or a later one, which is then known without
-- looking at the others.
alter table balances add column last_month date
--;;
-- Plans are kept for the session, whatever size of a batch they were made for: one that reads all balances is right for an
-- import, and would cost each single record after it milliseconds. By their keys, people are found at the same cost always.
create or replace function points_records_counted() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
begin
  -- Balances are locked in one order, so that two batches never wait for each other in a ring.
  perform 1 from balances
  where participant_id in (select participant_id from added)
  order by participant_id for no key update;

  if (select count(*) from added) = 1 then
    -- The same for a record by itself, as most come: without the machinery of sums it costs two thirds.
    insert into points_delta (day, n) select athens_day(created_at), 1 from added;
    insert into activity_delta (day, place, oil_collected, collection_cancelled, item_reused, item_delivered,
      coupon_created, coupon_cancelled, coupon_reimbursed, millilitres, items, n, n_without_litres, n_without_items, active)
    select day, place,
      case description when 'oil_collected' then points end,
      case description when 'collection_cancelled' then points end,
      case description when 'item_reused' then points end,
      case description when 'item_delivered' then points end,
      case description when 'coupon_created' then points end,
      case description when 'coupon_cancelled' then points end,
      case description when 'coupon_reimbursed' then points end,
      case description when 'oil_collected' then millilitres when 'collection_cancelled' then -millilitres end,
      case when description in ('item_reused', 'item_delivered') then case when points < 0 then -items else items end end,
      1,
      case when description = 'oil_collected' and millilitres is null then 1 end,
      case when description in ('item_reused', 'item_delivered') and items is null then 1 end,
      case
        when last_month is null or month > last_month then 1
        when month = last_month then null
        when exists (
          select 1 from points_records r
          where r.participant_id = one.participant_id and r.id <> one.id
            and r.created_at >= athens_start(one.month)
            and r.created_at < athens_start((one.month + interval '1 month')::date)) then null
        else 1
      end
    from (
      select id, participant_id, points, description, athens_day(created_at) as day,
        date_trunc('month', athens_day(created_at)::timestamp)::date as month,
        coalesce((select u.municipality_id from users u where u.id = a.participant_id), 0) as place,
        (select b.last_month from balances b where b.participant_id = a.participant_id) as last_month,
        told_millilitres(details) as millilitres, told_items(details) as items
      from added a offset 0
    ) one;
  else
    -- One look at the records for all that is counted by day: each calculation of a day of Athens costs as much as a row.
    with r as materialized (
      select participant_id, points, description, athens_day(created_at) as day,
        coalesce((select u.municipality_id from users u where u.id = a.participant_id), 0) as place,
        case when description in ('oil_collected', 'collection_cancelled') then told_millilitres(details) end as millilitres,
        case when description in ('item_reused', 'item_delivered') then told_items(details) end as items
      from added a),
    by_day as (
      insert into points_delta (day, n) select day, count(*)::int from r group by day),
    by_place as (
      insert into activity_delta (day, place, oil_collected, collection_cancelled, item_reused, item_delivered,
        coupon_created, coupon_cancelled, coupon_reimbursed, millilitres, items, n, n_without_litres, n_without_items)
      select day, place,
        sum(points) filter (where description = 'oil_collected'),
        sum(points) filter (where description = 'collection_cancelled'),
        sum(points) filter (where description = 'item_reused'),
        sum(points) filter (where description = 'item_delivered'),
        sum(points) filter (where description = 'coupon_created'),
        sum(points) filter (where description = 'coupon_cancelled'),
        sum(points) filter (where description = 'coupon_reimbursed'),
        sum(case when description = 'collection_cancelled' then -millilitres else millilitres end),
        sum(case when points < 0 then -items else items end),
        count(*),
        nullif(count(*) filter (where description = 'oil_collected' and millilitres is null), 0),
        nullif(count(*) filter (where description in ('item_reused', 'item_delivered') and items is null), 0)
      from r group by day, place)
    -- Who has no other record in a month becomes active in it now. The lock on the balance keeps every other writer of the
    -- same person out, so nobody is counted twice. For a month before the person's last one the ledger's index is asked,
    -- for one entry more than there are new records.
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

  update balances b set
    available = b.available + s.available,
    reuse = b.reuse + s.reuse,
    cookingoils = b.cookingoils + s.cookingoils,
    redeemed = b.redeemed + s.redeemed,
    n_records = b.n_records + s.n,
    last_month = greatest(b.last_month, date_trunc('month', athens_day(s.last)::timestamp)::date)
  from (
    select participant_id,
      sum(points)::bigint as available,
      coalesce(sum(points) filter (where description in ('item_reused', 'item_delivered')), 0)::bigint as reuse,
      coalesce(sum(points) filter (where description in ('oil_collected', 'collection_cancelled')), 0)::bigint as cookingoils,
      -coalesce(sum(points) filter (where description in ('coupon_created', 'coupon_cancelled', 'coupon_reimbursed')), 0)::bigint as redeemed,
      count(*) as n,
      max(created_at) as last
    from added group by participant_id
  ) s
  where b.participant_id = s.participant_id;
  return null;
end $$
--;;
-- New accounts: citizens who confirmed their address, by the Athens day on which they did and the municipality they live in.
create function accounts_counted() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into activity_delta (day, place, accounts)
    select athens_day(activated_at), coalesce(municipality_id, 0), count(*)
    from added where activated_at is not null and not is_staff group by 1, 2;
  elsif tg_op = 'DELETE' then
    insert into activity_delta (day, place, accounts)
    select athens_day(activated_at), coalesce(municipality_id, 0), -count(*)
    from removed where activated_at is not null and not is_staff group by 1, 2;
  else
    insert into activity_delta (day, place, accounts)
    select day, place, sum(n) from (
      select athens_day(activated_at) as day, coalesce(municipality_id, 0) as place, 1 as n
      from added where activated_at is not null and not is_staff
      union all
      select athens_day(activated_at), coalesce(municipality_id, 0), -1
      from removed where activated_at is not null and not is_staff
    ) change
    group by day, place having sum(n) <> 0;
  end if;
  return null;
end $$
--;;
create trigger accounts_counted_in after insert on users
  referencing new table as added for each statement execute function accounts_counted()
--;;
create trigger accounts_counted_changed after update on users
  referencing old table as removed new table as added for each statement execute function accounts_counted()
--;;
create trigger accounts_counted_out after delete on users
  referencing old table as removed for each statement execute function accounts_counted()
--;;
-- Folds the deltas into the counters. One folder at a time; the others find nothing to do.
create or replace function fold_counters() returns void language plpgsql as $$
begin
  if not pg_try_advisory_xact_lock(hashtext('fold_counters')) then return; end if;
  with taken as (delete from points_delta returning day, n),
  days as (
    insert into points_day as d (day, n)
    select day, sum(n)::int from taken group by day
    on conflict (day) do update set n = d.n + excluded.n)
  insert into points_month as m (month, n)
  select date_trunc('month', day)::date, sum(n)::int from taken group by 1
  on conflict (month) do update set n = m.n + excluded.n;

  with taken as (delete from participants_delta returning n)
  update participants_total t set n = t.n + s.n from (select sum(n) as n from taken) s where s.n is not null;

  with taken as (delete from activity_delta returning *),
  sums as (
    select day, place,
      coalesce(sum(oil_collected), 0) as oil_collected, coalesce(sum(collection_cancelled), 0) as collection_cancelled,
      coalesce(sum(item_reused), 0) as item_reused, coalesce(sum(item_delivered), 0) as item_delivered,
      coalesce(sum(coupon_created), 0) as coupon_created, coalesce(sum(coupon_cancelled), 0) as coupon_cancelled,
      coalesce(sum(coupon_reimbursed), 0) as coupon_reimbursed, coalesce(sum(millilitres), 0) as millilitres,
      coalesce(sum(items), 0) as items, coalesce(sum(n), 0) as n, coalesce(sum(n_without_litres), 0) as n_without_litres,
      coalesce(sum(n_without_items), 0) as n_without_items, coalesce(sum(accounts), 0) as accounts,
      coalesce(sum(active), 0) as active
    from taken group by day, place),
  days as (
    insert into activity_day as d (day, place, oil_collected, collection_cancelled, item_reused, item_delivered,
      coupon_created, coupon_cancelled, coupon_reimbursed, millilitres, items, n, n_without_litres, n_without_items, accounts)
    select day, place, oil_collected, collection_cancelled, item_reused, item_delivered,
      coupon_created, coupon_cancelled, coupon_reimbursed, millilitres, items, n, n_without_litres, n_without_items, accounts
    from sums
    on conflict (day, place) do update set
      oil_collected = d.oil_collected + excluded.oil_collected,
      collection_cancelled = d.collection_cancelled + excluded.collection_cancelled,
      item_reused = d.item_reused + excluded.item_reused, item_delivered = d.item_delivered + excluded.item_delivered,
      coupon_created = d.coupon_created + excluded.coupon_created,
      coupon_cancelled = d.coupon_cancelled + excluded.coupon_cancelled,
      coupon_reimbursed = d.coupon_reimbursed + excluded.coupon_reimbursed,
      millilitres = d.millilitres + excluded.millilitres, items = d.items + excluded.items, n = d.n + excluded.n,
      n_without_litres = d.n_without_litres + excluded.n_without_litres,
      n_without_items = d.n_without_items + excluded.n_without_items, accounts = d.accounts + excluded.accounts)
  insert into activity_month as m (day, place, oil_collected, collection_cancelled, item_reused, item_delivered,
    coupon_created, coupon_cancelled, coupon_reimbursed, millilitres, items, n, n_without_litres, n_without_items, accounts, active)
  select date_trunc('month', day)::date, place, sum(oil_collected), sum(collection_cancelled), sum(item_reused),
    sum(item_delivered), sum(coupon_created), sum(coupon_cancelled), sum(coupon_reimbursed), sum(millilitres), sum(items),
    sum(n), sum(n_without_litres), sum(n_without_items), sum(accounts), sum(active)
  from sums group by 1, 2
  on conflict (day, place) do update set
    oil_collected = m.oil_collected + excluded.oil_collected,
    collection_cancelled = m.collection_cancelled + excluded.collection_cancelled,
    item_reused = m.item_reused + excluded.item_reused, item_delivered = m.item_delivered + excluded.item_delivered,
    coupon_created = m.coupon_created + excluded.coupon_created,
    coupon_cancelled = m.coupon_cancelled + excluded.coupon_cancelled,
    coupon_reimbursed = m.coupon_reimbursed + excluded.coupon_reimbursed,
    millilitres = m.millilitres + excluded.millilitres, items = m.items + excluded.items, n = m.n + excluded.n,
    n_without_litres = m.n_without_litres + excluded.n_without_litres,
    n_without_items = m.n_without_items + excluded.n_without_items, accounts = m.accounts + excluded.accounts,
    active = m.active + excluded.active;
end $$
--;;
-- What is there already. Where people lived when their records came is not known: where they live now stands for it.
insert into activity_delta (day, place, oil_collected, collection_cancelled, item_reused, item_delivered,
  coupon_created, coupon_cancelled, coupon_reimbursed, millilitres, items, n, n_without_litres, n_without_items)
select athens_day(r.created_at), coalesce(u.municipality_id, 0),
  sum(points) filter (where description = 'oil_collected'),
  sum(points) filter (where description = 'collection_cancelled'),
  sum(points) filter (where description = 'item_reused'),
  sum(points) filter (where description = 'item_delivered'),
  sum(points) filter (where description = 'coupon_created'),
  sum(points) filter (where description = 'coupon_cancelled'),
  sum(points) filter (where description = 'coupon_reimbursed'),
  sum(case description when 'oil_collected' then told_millilitres(details)
    when 'collection_cancelled' then -told_millilitres(details) end),
  sum(case when description in ('item_reused', 'item_delivered') then
    case when points < 0 then -told_items(details) else told_items(details) end end),
  count(*),
  count(*) filter (where description = 'oil_collected' and told_millilitres(details) is null),
  count(*) filter (where description in ('item_reused', 'item_delivered') and told_items(details) is null)
from points_records r join users u on u.id = r.participant_id
group by 1, 2
--;;
insert into activity_delta (day, place, active)
select min(p.day), coalesce(u.municipality_id, 0) as place, count(*)
from (
  select participant_id, date_trunc('month', athens_day(created_at)::timestamp)::date as month, min(athens_day(created_at)) as day
  from points_records group by 1, 2) p
join users u on u.id = p.participant_id
group by p.month, 2
--;;
insert into activity_delta (day, place, accounts)
select athens_day(activated_at), coalesce(municipality_id, 0), count(*)
from users where activated_at is not null and not is_staff group by 1, 2
--;;
update balances b set last_month = date_trunc('month', athens_day(r.last)::timestamp)::date
from (select participant_id, max(created_at) as last from points_records group by 1) r
where r.participant_id = b.participant_id
--;;
select fold_counters()
