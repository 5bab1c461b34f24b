-- As before, but references are looked up one by one, too: PostgreSQL 15 read all references of a partner that was newer than the
-- statistics (295,000 of them: 180 ms for a batch of 1,000). Without sequential scans, as in read_for_records: the plan of a
-- connection that was made for an empty ledger read all of it for each reference.
create or replace function known_references(partner int, record_source text, refs text[])
returns table (reference text, content text, record_id bigint, points int, sticker_code text, withdrawn_by text)
language sql stable rows 20 set enable_seqscan to off as $$
  select f.reference, encode(f.content, 'hex'), r.id, coalesce(r.points, w.points), w.sticker_code, w.withdrawn_by
  from (select distinct one.reference from unnest(refs) one (reference)) asked
  -- `limit` prevents other kinds of joins.
  cross join lateral (
    select one.reference, one.content from partner_references one
    where one.partner_id = partner and one.reference = asked.reference limit 1) f
  left join lateral (
    select one.id, one.points from points_records one
    where one.source = record_source and one.reference = f.reference limit 1) r on true
  left join lateral (
    select one.points, one.sticker_code, one.withdrawn_by from waiting_deliveries one
    where one.partner_id = partner and one.reference = f.reference limit 1) w on true
$$
--;;
alter table partner_references set (autovacuum_analyze_scale_factor = 0.01)
--;;
-- As before, with the look-up of references by key.
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
  if exists (
    select from unnest(refs) asked (reference),
      lateral (select from partner_references f where f.partner_id = partner and f.reference = asked.reference limit 1) one
  ) then return null; end if;
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
