-- The facts of the contract, without calls of other functions: 1 to 2 % of the database's time for a batch of a partner.
create or replace function is_coupon_reversal(d points_description) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return d in ('coupon_cancelled', 'coupon_reimbursed');
end $$
--;;
-- As before, but `record_accepted`, which has locked the balances of its records, is spared a second lock: 4 % of the database's
-- time for a batch of 1,000. A setting of the transaction, since only superusers may add their own to a function's settings.
create or replace function points_records_counted() returns trigger language plpgsql
security definer set search_path = public, pg_temp
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
declare
  given_day date;
  given_from timestamptz;
begin
  -- Locks balances by id to prevent deadlocks.
  if coalesce(current_setting('portal.balances_locked', true), '') <> 'on' then
    perform 1 from balances
    where participant_id in (select participant_id from added)
    order by participant_id for no key update;
  end if;

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
-- As before, but says that it has locked the balances.
create or replace function record_accepted(
  partner int, record_source text, received timestamptz, on_day date, max_wait int, partner_flag bigint, partner_reject bigint,
  person_cap bigint, ids bigint[], subs uuid[], refs text[], contents text[], descriptions text[], points int[],
  created timestamptz[], details text[], rate_ids int[]
) returns text language plpgsql
-- As in read_for_records: look-ups by key, also if the plan is made while the tables are small.
set plan_cache_mode to force_generic_plan set enable_seqscan to off as $$
declare
  giving bigint;
  given_on_day bigint;
  inserted bigint;
  wanted bigint;
  accepted bigint;
  recorded text;
begin
  if max_wait is not null then perform set_config('lock_timeout', max_wait::text, true); end if;
  perform pg_advisory_xact_lock_shared(hashtext('writers of partner records'));

  -- Its records are announced to it.
  if exists (select from partners p where p.id = partner and p.webhook_url is not null) then return null; end if;
  select coalesce(sum(greatest(p, 0)), 0) into giving from unnest(points) p;
  if giving > 0 then
    select coalesce(sum(d.points), 0) into given_on_day from partner_days d where d.partner_id = partner and d.day = on_day;
    -- Larger calls run one after the other (concurrentPart in caps.ts).
    if given_on_day + giving > partner_flag or 128 * giving > partner_reject - given_on_day then return null; end if;
  end if;
  if exists (select from partner_references f where f.partner_id = partner and f.reference = any (refs)) then
    return null;
  end if;
  if subs is not null then
    ids := array(select u.id from unnest(subs) with ordinality s (sub, place) join users u on u.sub = s.sub order by place);
    if cardinality(ids) < cardinality(refs) then return null; end if;
  end if;

  -- The locks of read_for_records, in the same order. Points given in the call do not count as redeemable in it.
  select count(*), count(*) filter (
    where l.available + l.taken >= 0 and (l.giving = 0 or person_cap is null or l.given_today + l.giving <= person_cap))
  into wanted, accepted
  from (
    select r.taken, r.giving, b.available, case when b.given_on = on_day then b.given else 0 end as given_today
    from (
      select one.id, sum(least(one.points, 0)) as taken, sum(greatest(one.points, 0)) as giving
      from unnest(ids, points) one (id, points) group by one.id) r
    join balances b on b.participant_id = r.id join users u on u.id = r.id
    where u.is_active and not u.is_staff and u.erased_at is null
    order by r.id for no key update of b for key share of u) l;
  if accepted < wanted or wanted < (select count(distinct id) from unnest(ids) id) then return null; end if;

  -- Oil near oil that staff recorded by hand may be credited twice (flagCreditedTwice): it is flagged elsewhere. Manual records
  -- are read first, once: a plan that was made for an empty ledger would otherwise read all records for each of the call.
  if giving > 0 and exists (
    with manual as materialized (
      select m.participant_id, m.created_at from points_records m
      where m.participant_id = any (ids) and m.source = 'portal' and m.description = 'oil_collected')
    select from manual m join unnest(ids, descriptions, points, created) r (id, description, points, created_at)
      on r.id = m.participant_id
      and m.created_at > r.created_at - interval '3 days' and m.created_at < r.created_at + interval '3 days'
    where r.description = 'oil_collected' and r.points > 0
  ) then return null; end if;

  -- Sorted to prevent deadlocks.
  insert into partner_references (partner_id, reference, content, received_at)
  select partner, r.reference, decode(r.content, 'hex'), received
  from unnest(refs, contents) r (reference, content) order by r.reference
  on conflict do nothing;
  get diagnostics inserted = row_count;
  -- The call has a reference twice, or another call has taken one meanwhile. Undoes what was inserted.
  if inserted < cardinality(refs) then raise no_data_found using message = 'A reference is taken.'; end if;
  if giving > 0 then
    insert into partner_days as d (partner_id, day, slot, points)
    values (partner, on_day, pg_backend_pid() % 64, giving)
    on conflict (partner_id, day, slot) do update set points = d.points + excluded.points;
  end if;
  perform set_config('portal.balances_locked', 'on', true);
  with added as (
    insert into points_records (participant_id, points, description, created_at, received_at, source, reference, details,
      partner_id, rate_id)
    select r.id, r.points, r.description::points_description, r.created_at, received, record_source, r.reference,
      nullif(r.details, '{}')::jsonb, partner, r.rate_id
    from unnest(ids, points, descriptions, created, refs, details, rate_ids) with ordinality
      r (id, points, description, created_at, reference, details, rate_id, place)
    order by r.place
    returning id)
  select string_agg(id::text, ',' order by id) into recorded from added;
  perform set_config('portal.balances_locked', '', true);
  return recorded;
end $$
