-- Generated from an empty migrated database by `npm run schema`. Do not edit.

create extension pg_trgm;

create type points_description as enum ('oil_collected', 'collection_cancelled', 'item_reused', 'item_delivered', 'coupon_created', 'coupon_cancelled', 'coupon_reimbursed');

CREATE OR REPLACE FUNCTION public.accounts_counted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.amount_of(description points_description, points integer, details jsonb)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (CASE points_measure(description) WHEN 'litres'::text THEN (round((numeric_detail(details, 'litres'::text) * (1000)::numeric)))::bigint WHEN 'items'::text THEN (trunc(COALESCE(numeric_detail(details, 'items'::text), numeric_detail(details, 'item_count'::text))))::bigint ELSE NULL::bigint END * CASE WHEN ((points < 0) OR (points_sign(description) < 0)) THEN '-1'::integer ELSE 1 END);

CREATE OR REPLACE FUNCTION public.append_only()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only: records are reversed by further records, never changed', tg_table_name
    using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.athens_day(t timestamp with time zone)
 RETURNS date
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((t AT TIME ZONE 'Europe/Athens'::text))::date;

CREATE OR REPLACE FUNCTION public.athens_start(d date)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((d)::timestamp without time zone AT TIME ZONE 'Europe/Athens'::text);

CREATE OR REPLACE FUNCTION public.audit_entries_guarded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.id <= (select a.last_id from chain_anchors a where a.chain = 'audit_entries') then
    return old;
  end if;
  raise exception 'audit_entries is append-only: entries leave by remove_audit_entries()'
    using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.balances_opened()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  insert into balances (participant_id) select id from added;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.chain_anchors_guarded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op <> 'DELETE' and new.chain = 'audit_entries' and (tg_op = 'INSERT' or new.number > old.number)
    and exists (
      select from chain_blocks b where b.chain = new.chain and b.number = new.number and b.last_id = new.last_id
        and b.hash = new.hash)
    and exists (select from chain_blocks b where b.chain = new.chain and b.number > new.number)
    and not exists (
      select from audit_entries e where e.id <= new.last_id and e.at >= now() - interval '365 days') then
    return new;
  end if;
  raise exception 'chain_anchors: only blocks older than 365 days leave the chain of audit_entries'
    using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.chain_blocks_guarded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and old.number <= (select a.number from chain_anchors a where a.chain = old.chain) then
    return old;
  end if;
  raise exception 'chain_blocks is append-only' using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.chain_digest(value text)
 RETURNS text
 LANGUAGE sql
 STABLE PARALLEL SAFE STRICT
RETURN encode(sha256(convert_to(value, 'UTF8'::name)), 'hex'::text);

CREATE OR REPLACE FUNCTION public.contains_forms(t text, f1 text, f2 text, f3 text, f4 text, w1 text[], w2 text[], w3 text[], w4 text[], w5 text[], w6 text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN ((strpos(t, f1) > 0) OR (strpos(t, f2) > 0) OR (strpos(t, f3) > 0) OR (strpos(t, f4) > 0) OR (t ~~ ANY (w1))) THEN (((w2 IS NULL) OR (t ~~ ANY (w2))) AND ((w3 IS NULL) OR (t ~~ ANY (w3))) AND ((w4 IS NULL) OR (t ~~ ANY (w4))) AND ((w5 IS NULL) OR (t ~~ ANY (w5))) AND ((w6 IS NULL) OR (t ~~ ANY (w6)))) ELSE NULL::boolean END;

CREATE OR REPLACE FUNCTION public.contains_words(t text, w1 text[], w2 text[], w3 text[], w4 text[], w5 text[], w6 text[])
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((t ~~ ANY (w1)) AND ((w2 IS NULL) OR (t ~~ ANY (w2))) AND ((w3 IS NULL) OR (t ~~ ANY (w3))) AND ((w4 IS NULL) OR (t ~~ ANY (w4))) AND ((w5 IS NULL) OR (t ~~ ANY (w5))) AND ((w6 IS NULL) OR (t ~~ ANY (w6))));

CREATE OR REPLACE FUNCTION public.erase_details(ids bigint[])
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (
    select from points_records r join users u on u.id = r.participant_id
    where r.id = any (ids) and u.erased_at is null) then
    raise exception 'only the details of erased accounts are erased' using errcode = 'insufficient_privilege';
  end if;
  update points_records set details = null where id = any (ids) and details is not null;
end $function$;

CREATE OR REPLACE FUNCTION public.exports_guarded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and (to_jsonb(old) ->> tg_argv[0])::timestamptz < now() - interval '365 days' then
    return old;
  end if;
  raise exception '% is append-only: exports leave by remove_exports()', tg_table_name
    using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.find_participants(grams tsquery[], words text[], all_grams tsquery[], all_words text[], forms text[], is_greek boolean, beginnings text[], ranges text[], skip bigint, take bigint)
 RETURNS TABLE(total bigint, id bigint, place bigint)
 LANGUAGE plpgsql
 STABLE ROWS 50
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
#variable_conflict use_column
declare
  w1 text[] := words[1]; w2 text[] := words[2]; w3 text[] := words[3];
  w4 text[] := words[4]; w5 text[] := words[5]; w6 text[] := words[6];
  f1 text := forms[1]; f2 text := forms[2]; f3 text := forms[3]; f4 text := forms[4];
  gs tsquery := grams[1];
  -- As one `tsquery`, they take GIN twice as long, if each finds many.
  g1 tsquery := grams[2]; g2 tsquery := grams[3]; g3 tsquery := grams[4]; g4 tsquery := grams[5];
  is_many boolean;
  n bigint;
  more bigint;
  surnames bigint;
begin
  if all_words is not null and exists (
    select from users where is_active and not is_staff and octet_length(email) > length(email)
      and contains_words(search_norm, all_words[1]::text[], all_words[2]::text[], all_words[3]::text[], all_words[4]::text[],
        all_words[5]::text[], all_words[6]::text[])
      and not contains_words(search_norm, w1, w2, w3, w4, w5, w6))
  then
    gs := all_grams[1]; g1 := all_grams[2]; g2 := all_grams[3]; g3 := all_grams[4]; g4 := all_grams[5];
    f1 := null; f2 := null; f3 := null; f4 := null;
    w1 := all_words[1]; w2 := all_words[2]; w3 := all_words[3];
    w4 := all_words[4]; w5 := all_words[5]; w6 := all_words[6];
  elsif f1 is not null then
    w1 := null;
  end if;
  -- Every 1,010th and every 101st account are samples. Ten matches in the first are about 10,000, 30 in the second about
  -- 3,000: of 1,000 there would be one and ten (standard deviations 1 and 3), so that more than 1,000 are not counted.
  select count(*) into n from (
    select from users where is_active and not is_staff and users.id % 1010 = 0 and search_grams(search_norm) @@ gs
      and contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6)
    limit 10) found;
  is_many := n = 10;
  if not is_many then
    select count(*) into n from (
      select from users where is_active and not is_staff and users.id % 101 = 0 and search_grams(search_norm) @@ gs
        and contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6)
      limit 30) found;
    is_many := n = 30;
  end if;
  if not is_many then
    return query
      with found as materialized (
        select users.id, sort_name, not case when is_greek then sort_name else latin_last end ~~ any (beginnings) as is_other
        from users where is_active and not is_staff
          and search_grams(search_norm) @@ g1 and search_grams(search_norm) @@ g2
          and search_grams(search_norm) @@ g3 and search_grams(search_norm) @@ g4
          and contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6))
      select (select count(*) from found), page.id, row_number() over (order by is_other, sort_name, page.id)
      from (select) always left join (
        select found.id, sort_name, is_other from found order by is_other, sort_name, found.id offset skip limit take) page on true;
    return;
  end if;

  if take = 0 then return; end if;
  -- Many matches: a few rows of the index by name have enough of them.
  return query
    select null::bigint, found.id, row_number() over (order by sort_name, found.id) from (
      select person.id, person.sort_name from unnest(ranges) prefix cross join lateral (
        select users.id, sort_name from users
        where is_active and not is_staff and sort_name >= prefix and sort_name < prefix || U&'\+10FFFF'
          and (is_greek or latin_last ~~ any (beginnings)) and contains_words(search_norm, '{%}', w2, w3, w4, w5, w6)
        order by sort_name, users.id limit skip + take) person
      order by sort_name, person.id offset skip limit take) found;
  get diagnostics n = row_count;
  if n = take then return; end if;
  -- Surnames before the page.
  surnames := skip + n;
  if n = 0 and skip > 0 then
    select count(*) into surnames from unnest(ranges) prefix cross join lateral (
      select from users
      where is_active and not is_staff and sort_name >= prefix and sort_name < prefix || U&'\+10FFFF'
        and (is_greek or latin_last ~~ any (beginnings)) and contains_words(search_norm, '{%}', w2, w3, w4, w5, w6)
      limit skip) person;
  end if;
  skip := greatest(skip - surnames, 0);
  return query
    select null::bigint, found.id, n + row_number() over (order by sort_name, found.id) from (
      select users.id, sort_name from (
        select * from (
          -- With the same order and limit, so that they are merged instead of sorted.
          (select users.id, sort_name, latin_last, search_norm from users
            where is_active and not is_staff and octet_length(search_norm) <= 1000
            order by sort_name, users.id limit 500 * (skip + take))
          union all
          (select users.id, sort_name, latin_last, search_norm from users
            where is_active and not is_staff and octet_length(search_norm) > 1000
            order by sort_name, users.id limit 500 * (skip + take))) users
        order by sort_name, users.id limit 500 * (skip + take)) users
      where case when contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6)
        then not case when is_greek then sort_name else latin_last end ~~ any (beginnings) end
      order by sort_name, users.id offset skip limit take - n) found;
  get diagnostics more = row_count;
  n := n + more;
  if n = take then return; end if;
  -- The matches have names at the end of the alphabet, or the page is behind the last one.
  return query
    with found as materialized (
      select users.id, sort_name from users where is_active and not is_staff
        and search_grams(search_norm) @@ gs
        and contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6)
        and not case when is_greek then sort_name else latin_last end ~~ any (beginnings))
    select null::bigint, page.id, n + row_number() over (order by sort_name, page.id) from (
      select found.id, sort_name from found order by sort_name, found.id offset skip + more limit take - n) page;
end $function$;

CREATE OR REPLACE FUNCTION public.fold_counters()
 RETURNS void
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
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
  days as (
    insert into activity_day as d (day, place, description, n, points, amount, n_without_amount, accounts, active)
    select day, place, description, sum(n), sum(points), sum(amount), sum(n_without_amount), sum(accounts), sum(active)
    from taken group by day, place, description
    on conflict (day, place, description) do update set
      n = d.n + excluded.n, points = d.points + excluded.points, amount = d.amount + excluded.amount,
      n_without_amount = d.n_without_amount + excluded.n_without_amount, accounts = d.accounts + excluded.accounts,
      active = d.active + excluded.active)
  insert into activity_month as m (day, place, description, n, points, amount, n_without_amount, accounts, active)
  select date_trunc('month', day)::date, place, description, sum(n), sum(points), sum(amount), sum(n_without_amount),
    sum(accounts), sum(active)
  from taken group by 1, 2, 3
  on conflict (day, place, description) do update set
    n = m.n + excluded.n, points = m.points + excluded.points, amount = m.amount + excluded.amount,
    n_without_amount = m.n_without_amount + excluded.n_without_amount, accounts = m.accounts + excluded.accounts,
    active = m.active + excluded.active;
end $function$;

CREATE OR REPLACE FUNCTION public.has_live_consent(partner integer, subject uuid, wanted text, checked_at timestamp with time zone)
 RETURNS boolean
 LANGUAGE sql
 STABLE
RETURN (EXISTS (SELECT 1 FROM (((partner_sign_ins i JOIN sessions s ON (((s.token_hash = i.session_hash) AND (s.expires_at > has_live_consent.checked_at)))) JOIN partners p ON (((p.id = i.partner_id) AND (has_live_consent.wanted = ANY (p.scopes))))) JOIN oidc_payloads g ON (((g.model = 'Grant'::text) AND (g.id = i.grant_id) AND (g.expires_at > has_live_consent.checked_at)))) WHERE ((i.partner_id = has_live_consent.partner) AND (i.sub = has_live_consent.subject) AND (has_live_consent.wanted = ANY (string_to_array(((g.payload -> 'openid'::text) ->> 'scope'::text), ' '::text))) AND (has_live_consent.wanted <> ALL (COALESCE(string_to_array((((g.payload -> 'rejected'::text) -> 'openid'::text) ->> 'scope'::text), ' '::text), '{}'::text[]))))));

CREATE OR REPLACE FUNCTION public.has_points_sign(d points_description, points integer)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return sign(points) * public.points_sign(d) >= 0;
end $function$;

CREATE OR REPLACE FUNCTION public.is_coupon_reversal(d points_description)
 RETURNS boolean
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE
AS $function$
begin
  return d in ('coupon_cancelled', 'coupon_reimbursed');
end $function$;

CREATE OR REPLACE FUNCTION public.is_delivery(d points_description)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN ((points_measure(d) IS NOT NULL) AND (points_sign(d) >= 0));

CREATE OR REPLACE FUNCTION public.known_references(partner integer, record_source text, refs text[])
 RETURNS TABLE(reference text, content text, record_id bigint, points integer, sticker_code text, withdrawn_by text)
 LANGUAGE sql
 STABLE ROWS 20
 SET enable_seqscan TO 'off'
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.latin_and_sound(t text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  texts text[] := array[t, replace(replace(replace(t, 'αυ', 'av'), 'ευ', 'ev'), 'ηυ', 'iv')];
  sound text;
begin
  for i in 1 .. 2 loop
    texts[i] := translate(
      replace(replace(replace(replace(texts[i], 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'), 'ου', 'ou'),
      'αβγδεζηικλμνξοπρστυφωyw', 'avgdeziiklmnxoprstifoio');
  end loop;
  sound := replace(replace(replace(replace(replace(replace(texts[2],
    'au', 'av'), 'eu', 'ev'), 'ai', 'e'), 'ei', 'i'), 'oi', 'i'), 'ii', 'i');
  sound := regexp_replace(sound, '([bcdfhjklmnpqrstvxz])\1', '\1', 'g');
  return case when sound = texts[1] then sound else texts[1] || ' ' || sound end;
end $function$;

CREATE OR REPLACE FUNCTION public.letter_pairs(t text)
 RETURNS text[]
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  letters text[] := string_to_array(t, null);
  grams text[] := '{}';
begin
  for i in 1 .. cardinality(letters) loop
    continue when letters[i] = ' ';
    grams := grams || letters[i];
    if letters[i + 1] <> ' ' then
      grams := grams || (letters[i] || letters[i + 1]);
    end if;
  end loop;
  return grams;
end $function$;

CREATE OR REPLACE FUNCTION public.norm(t text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN unmixed(regexp_replace(translate(NORMALIZE(lower((t COLLATE "und-x-icu")), NFD), 'ςµϐϑϕϖϰϱϲϵ'::text, 'σμβθφπκρσε'::text), '[\u0300-\u036f]'::text, ''::text, 'g'::text));

CREATE OR REPLACE FUNCTION public.numeric_detail(details jsonb, name text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN (jsonb_typeof((details -> name)) = 'number'::text) THEN CASE WHEN ((((details -> name))::numeric >= (0)::numeric) AND (((details -> name))::numeric <= (100000)::numeric)) THEN ((details -> name))::numeric ELSE NULL::numeric END ELSE NULL::numeric END;

CREATE OR REPLACE FUNCTION public.open_session(account bigint, token text, at timestamp with time zone, ends timestamp with time zone, browser text, system text, place text, max_sessions integer, kind text, network text, replaced text DEFAULT NULL::text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  oldest text[];
begin
  update sessions s set token_hash = token, created_at = at, last_seen_at = at, expires_at = ends,
    browser = open_session.browser, system = open_session.system, network = place
  where s.token_hash = replaced and s.user_id = account;
  if not found then
    insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, browser, system, network)
    values (token, account, at, at, ends, browser, system, place);
    oldest := array(
      select o.token_hash from sessions o where o.user_id = account order by o.created_at desc, o.token_hash offset max_sessions);
    if oldest <> '{}' then delete from sessions s where s.token_hash = any (oldest); end if;
  end if;
  insert into audit_entries (action, at, actor_kind, actor_id, network, subject_id)
  values ('account.sign_in', at, kind, account, network, account);
end $function$;

CREATE OR REPLACE FUNCTION public.participants_counted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  more bigint := 0;
begin
  if tg_op in ('INSERT', 'UPDATE') then
    more := more + (select count(*) from added where is_active and not is_staff);
  end if;
  if tg_op in ('DELETE', 'UPDATE') then
    more := more - (select count(*) from removed where is_active and not is_staff);
  end if;
  if more <> 0 then insert into participants_delta values (more); end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.participants_page(grams tsquery, words text[], is_greek boolean, beginnings text[], ranges text[], skip bigint, take bigint)
 RETURNS TABLE(total bigint, id bigint, place bigint)
 LANGUAGE plpgsql
 STABLE ROWS 50
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
AS $function$
#variable_conflict use_column
declare
  w1 text[] := words[1]; w2 text[] := words[2]; w3 text[] := words[3];
  w4 text[] := words[4]; w5 text[] := words[5]; w6 text[] := words[6];
  n bigint;
  more bigint;
  surnames bigint;
begin
  -- Every 101st account is a sample: 160 matches in it are about 16,000. Of 10,000 there would be 99 (standard deviation
  -- 10), so that more are not counted.
  select count(*) into n from (
    select from users where is_active and not is_staff and users.id % 101 = 0 and search_grams(search_norm) @@ grams
      and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
    limit 160) sampled;
  if n < 160 then
    return query
      with found as materialized (
        select users.id, sort_name, not case when is_greek then sort_name else latin_last end ~~ any (beginnings) as is_other
        from users where is_active and not is_staff and search_grams(search_norm) @@ grams
          and contains_words(search_norm, w1, w2, w3, w4, w5, w6))
      select (select count(*) from found), page.id, row_number() over (order by is_other, sort_name, page.id)
      from (select) always left join (
        select found.id, sort_name, is_other from found order by is_other, sort_name, found.id offset skip limit take) page on true;
    return;
  end if;

  if take = 0 then return; end if;
  -- Many matches: a few rows of the index by name have enough of them.
  return query
    select null::bigint, found.id, row_number() over (order by sort_name, found.id) from (
      select person.id, person.sort_name from unnest(ranges) prefix cross join lateral (
        select users.id, sort_name from users
        where is_active and not is_staff and sort_name >= prefix and sort_name < prefix || U&'\+10FFFF'
          and (is_greek or latin_last ~~ any (beginnings)) and contains_words(search_norm, '{%}', w2, w3, w4, w5, w6)
        order by sort_name, users.id limit skip + take) person
      order by sort_name, person.id offset skip limit take) found;
  get diagnostics n = row_count;
  if n = take then return; end if;
  -- Surnames before the page.
  surnames := skip + n;
  if n = 0 and skip > 0 then
    select count(*) into surnames from unnest(ranges) prefix cross join lateral (
      select from users
      where is_active and not is_staff and sort_name >= prefix and sort_name < prefix || U&'\+10FFFF'
        and (is_greek or latin_last ~~ any (beginnings)) and contains_words(search_norm, '{%}', w2, w3, w4, w5, w6)
      limit skip) person;
  end if;
  skip := greatest(skip - surnames, 0);
  return query
    select null::bigint, found.id, n + row_number() over (order by sort_name, found.id) from (
      select users.id, sort_name from (
        select users.id, sort_name, latin_last, search_norm from users where is_active and not is_staff
        order by sort_name, users.id limit 400 * (skip + take)) users
      where contains_words(search_norm, w1, w2, w3, w4, w5, w6)
        and not case when is_greek then sort_name else latin_last end ~~ any (beginnings)
      order by sort_name, users.id offset skip limit take - n) found;
  get diagnostics more = row_count;
  n := n + more;
  if n = take then return; end if;
  -- The matches have names at the end of the alphabet, or the page is behind the last one.
  return query
    with found as materialized (
      select users.id, sort_name from users where is_active and not is_staff and search_grams(search_norm) @@ grams
        and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
        and not case when is_greek then sort_name else latin_last end ~~ any (beginnings))
    select null::bigint, page.id, n + row_number() over (order by sort_name, page.id) from (
      select found.id, sort_name from found order by sort_name, found.id offset skip + more limit take - n) page;
end $function$;

CREATE OR REPLACE FUNCTION public.partner_sign_ins_ended()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from oidc_payloads where grant_id in (select grant_id from removed);
  delete from oidc_payloads where model = 'Grant' and id in (select grant_id from removed);
  if exists (select from removed) then
    insert into pgboss.job (name, data, group_id, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds, keep_until)
    select q.name, jsonb_build_object('partnerId', partner_id, 'sid', sid, 'sub', sub_at(partner_id, sub)), partner_id::text,
      q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1 second'
    from removed, pgboss.queue q
    where q.name = 'partner-logouts';
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.points_category(d points_description)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE d WHEN 'oil_collected'::points_description THEN 'cookingoils'::text WHEN 'collection_cancelled'::points_description THEN 'cookingoils'::text WHEN 'item_reused'::points_description THEN 'reuse'::text WHEN 'item_delivered'::points_description THEN 'reuse'::text WHEN 'coupon_created'::points_description THEN 'redeemed'::text WHEN 'coupon_cancelled'::points_description THEN 'redeemed'::text WHEN 'coupon_reimbursed'::points_description THEN 'redeemed'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.points_measure(d points_description)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE d WHEN 'oil_collected'::points_description THEN 'litres'::text WHEN 'collection_cancelled'::points_description THEN 'litres'::text WHEN 'item_reused'::points_description THEN 'items'::text WHEN 'item_delivered'::points_description THEN 'items'::text ELSE NULL::text END;

CREATE OR REPLACE FUNCTION public.points_page(skip bigint, take bigint, from_day date, to_day date, first_month date, end_month date)
 RETURNS TABLE(n bigint, id bigint, participant_id bigint, points integer, description points_description, created_at timestamp with time zone)
 LANGUAGE plpgsql
 STABLE ROWS 20
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
AS $function$
#variable_conflict use_column
begin
  return query
  with dl as materialized (
    select day, sum(n)::int as n from points_delta where day between from_day and to_day group by day),
  buckets as materialized (
    select k, sum(n) as n from (
      select month as k, n from points_month where month >= first_month and month < end_month
      union all
      select day, n from points_day where day >= from_day and day < least(first_month, to_day + 1)
      union all
      select day, n from points_day where day >= end_month and day <= to_day
      union all
      select case when day >= first_month and day < end_month then date_trunc('month', day)::date else day end, n from dl
    ) u group by k),
  total as (select coalesce(sum(n), 0)::bigint as n from buckets),
  bucket as (
    select k, n, skip - (cum - n) as rest, (k >= first_month and k < end_month) as is_month
    from (select k, n, sum(n) over (order by k desc) as cum from buckets) w
    where cum > skip order by k desc limit 1),
  located as (
    select d.day, d.n, (b.rest - (d.cum - d.n))::int as k
    from bucket b cross join lateral (
      select day, n, sum(n) over (order by day desc) as cum from (
        select day, sum(n)::int as n from (
          select day, n from points_day
          where day >= b.k and day < case when b.is_month then (b.k + interval '1 month')::date else b.k + 1 end
          union all
          select day, n from dl
          where day >= b.k and day < case when b.is_month then (b.k + interval '1 month')::date else b.k + 1 end
        ) z group by day) y) d
    where d.cum > b.rest order by d.day desc limit 1),
  anchor as (
    select coalesce(
      (select r.id from points_records r
       where l.k <= l.n / 2 and r.created_at >= athens_start(l.day) and r.created_at < athens_start(l.day + 1)
       order by r.created_at desc, r.id desc offset l.k limit 1),
      (select r.id from points_records r
       where l.k > l.n / 2 and r.created_at >= athens_start(l.day) and r.created_at < athens_start(l.day + 1)
       order by r.created_at, r.id offset l.n - 1 - l.k limit 1)) as id
    from located l)
  select t.n, x.id, x.participant_id, x.points, x.description, x.created_at
  from total t left join lateral (
    select p.* from anchor a join points_records first on first.id = a.id
    cross join lateral (
      select r.id, r.participant_id, r.points, r.description, r.created_at from points_records r
      where (r.created_at, r.id) <= (first.created_at, first.id)
      order by r.created_at desc, r.id desc
      limit least(take, t.n - skip)) p
  ) x on true;
end $function$;

CREATE OR REPLACE FUNCTION public.points_records_announced()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  perform pg_notify('portal_points', string_agg(account_id::text, ','))
  from (
    select account_id, (row_number() over () - 1) / 380 as part from open_streams
    where expires_at > now() and account_id in (select participant_id from added)
    group by account_id
  ) one group by part;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.points_records_counted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.points_records_guarded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.details is not null and new.details is null
    and to_jsonb(old) - 'details' = to_jsonb(new) - 'details' then
    insert into chain_erasures (chain, row_id, digest)
    values ('points_records', old.id, chain_digest(old.details::text));
    return new;
  end if;
  raise exception 'points_records is append-only: records are reversed by further records, never changed'
    using errcode = 'restrict_violation';
end $function$;

CREATE OR REPLACE FUNCTION public.points_records_reversal_checked()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  original record;
  reversed bigint;
begin
  select participant_id, partner_id, points, reversal_of into original
  from points_records where id = new.reversal_of for no key update;
  select coalesce(sum(points), 0) into reversed from points_records where reversal_of = new.reversal_of;
  if (new.participant_id, new.partner_id) is distinct from (original.participant_id, original.partner_id)
    or original.reversal_of is not null
    or sign(new.points) = sign(original.points) and new.points <> 0
    or abs(reversed + new.points) > abs(original.points) then
    raise exception 'a reversal takes back at most the points of the record that it reverses'
      using errcode = 'check_violation', constraint = 'points_records_reversal', table = 'points_records';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.points_sign(d points_description)
 RETURNS integer
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE d WHEN 'oil_collected'::points_description THEN 1 WHEN 'collection_cancelled'::points_description THEN '-1'::integer WHEN 'item_reused'::points_description THEN 0 WHEN 'item_delivered'::points_description THEN 0 WHEN 'coupon_created'::points_description THEN '-1'::integer WHEN 'coupon_cancelled'::points_description THEN 1 WHEN 'coupon_reimbursed'::points_description THEN 1 ELSE NULL::integer END;

CREATE OR REPLACE FUNCTION public.rate_gaps(today date, until date)
 RETURNS TABLE(description points_description, unit text, material text, gap date)
 LANGUAGE sql
 STABLE ROWS 5
AS $function$
  select had.description, had.unit, had.material, min(day)::date
  from (
    select r.description, r.unit, r.material, min(r.valid_from) as first from rates r
    group by r.description, r.unit, r.material
    having max(coalesce(r.valid_to, 'infinity')) >= today - 30) had
  cross join generate_series(greatest(today, had.first)::timestamp, until::timestamp, '1 day') day
  where not exists (
    select from rates r
    where r.description = had.description and r.unit = had.unit and (r.material is null or r.material = had.material)
      and day between r.valid_from and coalesce(r.valid_to, 'infinity'))
  group by had.description, had.unit, had.material
  order by 4, 1, 2, 3 nulls first
$function$;

CREATE OR REPLACE FUNCTION public.rates_guarded()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- The foreign keys of points_records and waiting_deliveries keep rates that were used.
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'UPDATE' and (new.valid_to is null or new.valid_to > old.valid_to
      or (new.id, new.description, new.material, new.unit, new.points_per_unit, new.valid_from, new.note)
        is distinct from (old.id, old.description, old.material, old.unit, old.points_per_unit, old.valid_from, old.note)) then
    raise exception 'rates are closed and replaced, never changed' using errcode = 'restrict_violation';
  end if;
  lock table rates in access exclusive mode;
  if exists (
    select 1 from rates r
    where r.id <> new.id and r.description = new.description and r.unit = new.unit
      and r.material is not distinct from new.material
      and daterange(r.valid_from, r.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')) then
    raise exception 'two rates hold on one day' using errcode = 'exclusion_violation', constraint = 'rates_overlap';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.read_for_records(partner integer, record_source text, on_day date, ids bigint[], subs uuid[], owners bigint[], refs text[], max_wait integer, OUT given_on_day bigint, OUT has_webhook boolean, OUT people json, OUT locked json, OUT known json)
 RETURNS record
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
declare
  found_ids bigint[];
  found_by_sub bigint[];
  found_subs uuid[];
begin
  -- Milliseconds for each lock of the transaction; null: as configured.
  if max_wait is not null then perform set_config('lock_timeout', max_wait::text, true); end if;
  perform pg_advisory_xact_lock_shared(hashtext('writers of partner records'));
  select coalesce(sum(d.points), 0) into given_on_day from partner_days d where d.partner_id = partner and d.day = on_day;
  select p.webhook_url is not null into has_webhook from partners p where p.id = partner;

  -- Active accounts that are not staff.
  found_ids := array(select u.id from users u where u.id = any (ids) and u.is_active and not u.is_staff);
  if cardinality(subs) > 0 then
    select array_agg(u.id), array_agg(u.sub) into found_by_sub, found_subs
    from users u where u.sub = any (subs) and u.is_active and not u.is_staff;
  end if;
  people := json_build_array(found_ids, coalesce(found_by_sub, '{}'), coalesce(found_subs, '{}'));

  -- By id, like the ledger's trigger, to prevent deadlocks. Without accounts that were erased, also while this transaction
  -- waited for the lock: the account's row is locked as well, as the insert of a record does.
  select json_build_array(array_agg(l.participant_id), array_agg(l.available), array_agg(l.given_today)) into locked
  from (
    select b.participant_id, b.available, case when b.given_on = on_day then b.given else 0 end as given_today
    from balances b join users u on u.id = b.participant_id
    where b.participant_id = any (found_ids || found_by_sub || owners) and u.erased_at is null
    order by b.participant_id for no key update of b for key share of u) l;

  select json_agg(k) into known from known_references(partner, record_source, refs) k;
end $function$;

CREATE OR REPLACE FUNCTION public.record_accepted(partner integer, record_source text, received timestamp with time zone, on_day date, max_wait integer, partner_flag bigint, partner_reject bigint, person_cap bigint, ids bigint[], subs uuid[], refs text[], contents text[], descriptions text[], points integer[], created timestamp with time zone[], details text[], rate_ids integer[])
 RETURNS text
 LANGUAGE plpgsql
 SET plan_cache_mode TO 'force_generic_plan'
 SET enable_seqscan TO 'off'
AS $function$
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
end $function$;

CREATE OR REPLACE FUNCTION public.reject_taking_of_restricted()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if exists (select from account_restrictions r where r.user_id = new.participant_id) then
    raise exception 'The processing of the account is restricted.' using errcode = 'PR001';
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_audit_entries(sealed_before timestamp with time zone, up_to bigint)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  limit_at timestamptz := least(sealed_before, now() - interval '365 days');
  last chain_blocks;
  removed bigint;
begin
  perform pg_advisory_xact_lock(hashtext('anchor audit_entries'));
  select b.* into last from chain_blocks b
  where b.chain = 'audit_entries' and b.number <= up_to and b.sealed_at < limit_at
    and exists (select from chain_blocks later where later.chain = b.chain and later.number > b.number)
  order by b.number desc limit 1;
  if not found then return 0; end if;
  select count(*) into removed from audit_entries e where e.id <= last.last_id;
  insert into chain_anchors as a (chain, number, last_id, hash, n_rows)
  values (last.chain, last.number, last.last_id, last.hash, removed)
  on conflict (chain) do update set number = excluded.number, last_id = excluded.last_id, hash = excluded.hash,
    n_rows = a.n_rows + excluded.n_rows, removed_at = excluded.removed_at;
  delete from audit_texts t where t.entry_id <= last.last_id;
  delete from audit_entries e where e.id <= last.last_id;
  delete from chain_blocks b where b.chain = last.chain and b.number <= last.number;
  return removed;
end $function$;

CREATE OR REPLACE FUNCTION public.remove_exports(begun_before timestamp with time zone, max_rows integer)
 RETURNS bigint
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'public', 'pg_temp'
AS $function$
declare
  -- An export may end a day after it began.
  limit_at timestamptz := least(begun_before, now() - interval '366 days');
  old_ones bigint[] := array(select e.id from exports e where e.begun_at < limit_at order by e.id limit max_rows);
begin
  delete from export_people p where p.export_id = any (old_ones);
  delete from export_ends n where n.export_id = any (old_ones);
  delete from exports e where e.id = any (old_ones);
  return cardinality(old_ones);
end $function$;

CREATE OR REPLACE FUNCTION public.search_grams(t text)
 RETURNS tsvector
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  word text;
  grams text[] := '{}';
begin
  foreach word in array string_to_array(t, ' ') loop
    for i in 1 .. length(word) loop
      grams := grams || substr(word, i, 3);
    end loop;
  end loop;
  return array_to_tsvector(grams);
end $function$;

CREATE OR REPLACE FUNCTION public.search_participants(grams tsquery, words text[], is_greek boolean, beginnings text[], ranges text[], skip bigint, take bigint)
 RETURNS TABLE(total bigint, id bigint, place bigint)
 LANGUAGE plpgsql
 STABLE ROWS 50
 SET plan_cache_mode TO 'force_generic_plan'
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_sort TO 'off'
 SET max_parallel_workers_per_gather TO '0'
AS $function$
#variable_conflict use_column
declare
  w1 text[] := words[1]; w2 text[] := words[2]; w3 text[] := words[3];
  w4 text[] := words[4]; w5 text[] := words[5]; w6 text[] := words[6];
  is_many boolean;
  n bigint;
  more bigint;
  surnames bigint;
begin
  -- Every 1,010th and every 101st account are samples. Ten matches in the first are about 10,000, 30 in the second about
  -- 3,000: of 1,000 there would be one and ten (standard deviations 1 and 3), so that more than 1,000 are not counted.
  select count(*) into n from (
    select from users where is_active and not is_staff and users.id % 1010 = 0 and search_grams(search_norm) @@ grams
      and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
    limit 10) sampled;
  is_many := n = 10;
  if not is_many then
    select count(*) into n from (
      select from users where is_active and not is_staff and users.id % 101 = 0 and search_grams(search_norm) @@ grams
        and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
      limit 30) sampled;
    is_many := n = 30;
  end if;
  if not is_many then
    return query
      with found as materialized (
        select users.id, sort_name, not case when is_greek then sort_name else latin_last end ~~ any (beginnings) as is_other
        from users where is_active and not is_staff and search_grams(search_norm) @@ grams
          and contains_words(search_norm, w1, w2, w3, w4, w5, w6))
      select (select count(*) from found), page.id, row_number() over (order by is_other, sort_name, page.id)
      from (select) always left join (
        select found.id, sort_name, is_other from found order by is_other, sort_name, found.id offset skip limit take) page on true;
    return;
  end if;

  if take = 0 then return; end if;
  -- Many matches: a few rows of the index by name have enough of them.
  return query
    select null::bigint, found.id, row_number() over (order by sort_name, found.id) from (
      select person.id, person.sort_name from unnest(ranges) prefix cross join lateral (
        select users.id, sort_name from users
        where is_active and not is_staff and sort_name >= prefix and sort_name < prefix || U&'\+10FFFF'
          and (is_greek or latin_last ~~ any (beginnings)) and contains_words(search_norm, '{%}', w2, w3, w4, w5, w6)
        order by sort_name, users.id limit skip + take) person
      order by sort_name, person.id offset skip limit take) found;
  get diagnostics n = row_count;
  if n = take then return; end if;
  -- Surnames before the page.
  surnames := skip + n;
  if n = 0 and skip > 0 then
    select count(*) into surnames from unnest(ranges) prefix cross join lateral (
      select from users
      where is_active and not is_staff and sort_name >= prefix and sort_name < prefix || U&'\+10FFFF'
        and (is_greek or latin_last ~~ any (beginnings)) and contains_words(search_norm, '{%}', w2, w3, w4, w5, w6)
      limit skip) person;
  end if;
  skip := greatest(skip - surnames, 0);
  return query
    select null::bigint, found.id, n + row_number() over (order by sort_name, found.id) from (
      select users.id, sort_name from (
        select * from (
          -- With the same order and limit, so that they are merged instead of sorted.
          (select users.id, sort_name, latin_last, search_norm from users
            where is_active and not is_staff and octet_length(search_norm) <= 1000
            order by sort_name, users.id limit 500 * (skip + take))
          union all
          (select users.id, sort_name, latin_last, search_norm from users
            where is_active and not is_staff and octet_length(search_norm) > 1000
            order by sort_name, users.id limit 500 * (skip + take))) users
        order by sort_name, users.id limit 500 * (skip + take)) users
      where contains_words(search_norm, w1, w2, w3, w4, w5, w6)
        and not case when is_greek then sort_name else latin_last end ~~ any (beginnings)
      order by sort_name, users.id offset skip limit take - n) found;
  get diagnostics more = row_count;
  n := n + more;
  if n = take then return; end if;
  -- The matches have names at the end of the alphabet, or the page is behind the last one.
  return query
    with found as materialized (
      select users.id, sort_name from users where is_active and not is_staff and search_grams(search_norm) @@ grams
        and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
        and not case when is_greek then sort_name else latin_last end ~~ any (beginnings))
    select null::bigint, page.id, n + row_number() over (order by sort_name, page.id) from (
      select found.id, sort_name from found order by sort_name, found.id offset skip + more limit take - n) page;
end $function$;

CREATE OR REPLACE FUNCTION public.sessions_announced()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'public', 'pg_temp'
AS $function$
begin
  if not exists (select from open_streams where account_id in (select user_id from removed)) then return null; end if;
  perform pg_notify('portal_sessions', string_agg(account_id::text, ','))
  from (
    select account_id, (row_number() over () - 1) / 380 as part from open_streams
    where expires_at > now() and account_id in (select user_id from removed)
    group by account_id
  ) one group by part;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION public.set_email_key()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    new.email_key := coalesce(new.email_key, lower(new.email collate "und-x-icu"));
  elsif new.email <> old.email and new.email_key = old.email_key then
    new.email_key := lower(new.email collate "und-x-icu");
  end if;
  return new;
end $function$;

CREATE OR REPLACE FUNCTION public.sign_in(account bigint, checked text, counted text, replaced text, token text, at timestamp with time zone, ends timestamp with time zone, pending_ends timestamp with time zone, browser text, system text, place text, max_sessions integer, max_pending integer, kind text, network text, OUT totp boolean, OUT passkey boolean, OUT recovery boolean)
 RETURNS record
 LANGUAGE plpgsql
AS $function$
declare
  earlier text;
begin
  -- First: an erasure of inactive accounts locks this row before the account.
  insert into account_activity as a (user_id, last_sign_in_on) values (account, athens_day(at))
  on conflict (user_id) do update set last_sign_in_on = excluded.last_sign_in_on, warned_at = null
  where a.last_sign_in_on is distinct from excluded.last_sign_in_on or a.warned_at is not null;
  -- A concurrent change of the password or closing of the account waits, and then also ends the new session.
  perform from users u where u.id = account and u.password_hash = checked and u.is_active for share;
  if not found then raise no_data_found; end if;
  -- Staff who lock the account hold its row, too: a sign-in that waited for them opens no session.
  if exists (select from account_locks l where l.user_id = account and (l.ends_at is null or l.ends_at > at)) then
    raise no_data_found;
  end if;
  delete from rate_limits l where l.key = counted;
  delete from pending_sign_ins p where p.token_hash = replaced returning p.replaces into earlier;
  earlier := coalesce(earlier, replaced);
  delete from sessions s where s.token_hash = earlier and s.user_id <> account;
  select exists (select from totp_secrets t where t.user_id = account),
    exists (select from passkeys p where p.user_id = account),
    exists (select from recovery_codes r where r.user_id = account and r.used_at is null)
  into totp, passkey, recovery;
  if totp or passkey then
    insert into pending_sign_ins (token_hash, user_id, created_at, expires_at, replaces)
    values (token, account, at, pending_ends,
      (select s.token_hash from sessions s where s.token_hash = earlier and s.user_id = account));
    with dropped as (
      delete from pending_sign_ins p where p.token_hash in (
        select o.token_hash from pending_sign_ins o where o.user_id = account
        order by o.created_at desc, o.token_hash offset max_pending)
      returning p.replaces)
    delete from sessions s where s.token_hash in (select d.replaces from dropped d);
  else
    perform open_session(account, token, at, ends, browser, system, place, max_sessions, kind, network, earlier);
  end if;
end $function$;

CREATE OR REPLACE FUNCTION public.squashed(t text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN regexp_replace(t, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf]+'::text, ''::text, 'g'::text);

CREATE OR REPLACE FUNCTION public.sub_at(partner integer, account uuid)
 RETURNS uuid
 LANGUAGE sql
 STABLE
RETURN (SELECT CASE WHEN (p.subject_type = 'public'::text) THEN sub_at.account ELSE (SELECT s.sub FROM (users u JOIN partner_subjects s ON (((s.user_id = u.id) AND (s.partner_id = p.id)))) WHERE (u.sub = sub_at.account)) END AS sub FROM partners p WHERE (p.id = sub_at.partner));

CREATE OR REPLACE FUNCTION public.to_latin(t text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN latin_and_sound(norm(t));

CREATE OR REPLACE FUNCTION public.unmixed(t text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE PARALLEL SAFE STRICT
AS $function$
declare
  part text;
  whole text := '';
begin
  if t !~ '[a-z][α-ω]|[α-ω][a-z]' then return t; end if;
  for part in select m[1] from regexp_matches(t, '[abehikmnoptuvwxyzα-ω]+|[^abehikmnoptuvwxyzα-ω]+', 'g') with ordinality as found (m, n) order by n loop
    whole := whole || case when part ~ '[α-ω]' and part ~ '[a-z]'
      then translate(part, 'abehikmnoptuvwxyz', 'αβεηικμνορτυνωχυζ') else part end;
  end loop;
  return whole;
end $function$;

create table account_activity (
  user_id bigint not null,
  last_sign_in_on date,
  warned_at timestamp(3) with time zone,
  warning_accepted_at timestamp(3) with time zone,
  constraint account_activity_pkey PRIMARY KEY (user_id),
  constraint account_activity_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_activity_warned ON public.account_activity USING btree (warned_at) WHERE (warned_at IS NOT NULL);

create table account_locks (
  user_id bigint not null,
  reason text not null,
  locked_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  constraint account_locks_pkey PRIMARY KEY (user_id),
  constraint account_locks_reason_check CHECK ((reason = ANY (ARRAY['own_request'::text, 'stolen'::text, 'misuse'::text]))),
  constraint account_locks_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table account_restrictions (
  user_id bigint not null,
  restricted_at timestamp(3) with time zone not null,
  restricted_by bigint,
  lifts_at timestamp(3) with time zone,
  constraint account_restrictions_pkey PRIMARY KEY (user_id),
  constraint account_restrictions_restricted_by_fkey FOREIGN KEY (restricted_by) REFERENCES users(id),
  constraint account_restrictions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table account_tokens (
  token_hash text collate "C" not null,
  user_id bigint not null,
  purpose text not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  query text,
  email_change_id bigint,
  constraint account_tokens_pkey PRIMARY KEY (token_hash),
  constraint account_tokens_purpose_check CHECK ((purpose = ANY (ARRAY['email_change'::text, 'email_restore'::text, 'activation'::text, 'password'::text, 'disown'::text, 'erasure'::text, 'erasure_cancel'::text]))),
  constraint account_tokens_email_change_id_fkey FOREIGN KEY (email_change_id) REFERENCES email_changes(id) ON DELETE CASCADE,
  constraint account_tokens_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX account_tokens_by_expiry ON public.account_tokens USING btree (expires_at);
CREATE INDEX account_tokens_by_user ON public.account_tokens USING btree (user_id);
CREATE INDEX account_tokens_email_change ON public.account_tokens USING btree (email_change_id) WHERE (email_change_id IS NOT NULL);

create table activity_day (
  day date not null,
  place integer not null,
  description points_description,
  n integer default 0 not null,
  points bigint default 0 not null,
  amount bigint default 0 not null,
  n_without_amount integer default 0 not null,
  accounts integer default 0 not null,
  active integer default 0 not null,
  constraint activity_day_day_place_description_key UNIQUE NULLS NOT DISTINCT (day, place, description)
) with (fillfactor=70);

create table activity_delta (
  day date not null,
  place integer not null,
  description points_description,
  n integer default 0 not null,
  points bigint default 0 not null,
  amount bigint default 0 not null,
  n_without_amount integer default 0 not null,
  accounts integer default 0 not null,
  active integer default 0 not null
);

create table activity_month (
  day date not null,
  place integer not null,
  description points_description,
  n integer default 0 not null,
  points bigint default 0 not null,
  amount bigint default 0 not null,
  n_without_amount integer default 0 not null,
  accounts integer default 0 not null,
  active integer default 0 not null,
  constraint activity_month_day_place_description_key UNIQUE NULLS NOT DISTINCT (day, place, description)
) with (fillfactor=70);

create table approvals (
  id integer generated always as identity not null,
  kind text not null,
  payload jsonb not null,
  points bigint,
  requested_by bigint not null,
  requested_at timestamp(3) with time zone not null,
  decision text,
  decided_by bigint,
  decided_at timestamp(3) with time zone,
  note text default ''::text not null,
  executed_at timestamp(3) with time zone,
  constraint approvals_pkey PRIMARY KEY (id),
  constraint approvals_check CHECK ((((decision IS NULL) = (decided_by IS NULL)) AND ((decision IS NULL) = (decided_at IS NULL)))),
  constraint approvals_check1 CHECK (((executed_at IS NULL) OR (NOT (decision IS DISTINCT FROM 'approved'::text)))),
  constraint approvals_decision_check CHECK ((decision = ANY (ARRAY['approved'::text, 'rejected'::text]))),
  constraint approvals_four_eyes CHECK ((decided_by <> requested_by)),
  constraint approvals_kind_check CHECK ((kind = ANY (ARRAY['email_changed'::text, 'rate_added'::text, 'rate_closed'::text, 'rate_deleted'::text, 'rate_replaced'::text, 'points_imported'::text, 'points_added'::text]))),
  constraint approvals_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint approvals_requested_by_fkey FOREIGN KEY (requested_by) REFERENCES users(id)
);
CREATE UNIQUE INDEX approvals_of_file ON public.approvals USING btree (((payload ->> 'sha256'::text))) WHERE ((kind = 'points_imported'::text) AND (decision IS DISTINCT FROM 'rejected'::text) AND (executed_at IS NULL));
CREATE INDEX approvals_open ON public.approvals USING btree (id) WHERE (decision IS NULL);

create table approvers (
  id integer generated always as identity not null,
  user_id bigint not null,
  asked_by bigint,
  asked_at timestamp(3) with time zone not null,
  confirmed_by bigint,
  confirmed_at timestamp(3) with time zone,
  approves_from timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  constraint approvers_pkey PRIMARY KEY (id),
  constraint approvers_check CHECK (((confirmed_at IS NULL) = (approves_from IS NULL))),
  constraint approvers_check1 CHECK (((confirmed_by IS NULL) OR (confirmed_at IS NOT NULL))),
  constraint approvers_confirmed_by_another CHECK (((confirmed_by <> user_id) AND (confirmed_by <> asked_by))),
  constraint approvers_asked_by_fkey FOREIGN KEY (asked_by) REFERENCES users(id),
  constraint approvers_confirmed_by_fkey FOREIGN KEY (confirmed_by) REFERENCES users(id),
  constraint approvers_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX approvers_present ON public.approvers USING btree (user_id) WHERE (ended_at IS NULL);

create table audit_entries (
  id bigint generated always as identity not null,
  at timestamp(3) with time zone not null,
  actor_kind text collate "C" not null,
  actor_id bigint,
  actor_name text collate "C",
  network text collate "C",
  action text collate "C" not null,
  subject_id bigint,
  details jsonb default '{}'::jsonb not null,
  constraint audit_entries_pkey PRIMARY KEY (id),
  constraint audit_entries_actor_kind CHECK ((actor_kind = ANY (ARRAY['visitor'::text, 'citizen'::text, 'staff'::text, 'partner'::text, 'command'::text, 'job'::text])))
);
CREATE INDEX audit_entries_by_time ON public.audit_entries USING btree (at DESC, id DESC);
CREATE INDEX audit_entries_of_action ON public.audit_entries USING btree (action, at DESC, id DESC);
CREATE INDEX audit_entries_of_actor ON public.audit_entries USING btree (actor_kind, actor_id, at DESC, id DESC);
CREATE INDEX audit_entries_of_subject ON public.audit_entries USING btree (subject_id, at DESC, id DESC) WHERE (subject_id IS NOT NULL);
CREATE TRIGGER audit_entries_append_only BEFORE DELETE OR UPDATE ON public.audit_entries FOR EACH ROW EXECUTE FUNCTION audit_entries_guarded();
CREATE TRIGGER audit_entries_not_truncated BEFORE TRUNCATE ON public.audit_entries FOR EACH STATEMENT EXECUTE FUNCTION append_only();

create table audit_texts (
  entry_id bigint not null,
  text text not null,
  constraint audit_texts_pkey PRIMARY KEY (entry_id),
  constraint audit_texts_entry_id_fkey FOREIGN KEY (entry_id) REFERENCES audit_entries(id)
);

create table balances (
  participant_id bigint not null,
  available bigint default 0 not null,
  reuse bigint default 0 not null,
  cookingoils bigint default 0 not null,
  redeemed bigint default 0 not null,
  n_records bigint default 0 not null,
  last_month date,
  given_on date,
  given bigint default 0 not null,
  constraint balances_pkey PRIMARY KEY (participant_id),
  constraint balances_add_up CHECK ((available = ((reuse + cookingoils) - redeemed))),
  constraint balances_not_negative CHECK ((available >= 0)),
  constraint balances_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES users(id) ON DELETE CASCADE
) with (fillfactor=80);
CREATE TRIGGER balances_restricted BEFORE UPDATE ON public.balances FOR EACH ROW WHEN (((new.available < old.available) OR (new.redeemed > old.redeemed))) EXECUTE FUNCTION reject_taking_of_restricted();

create table call_notes (
  id bigint generated always as identity not null,
  participant_id bigint not null,
  author_id bigint not null,
  created_at timestamp with time zone not null,
  text text not null,
  constraint call_notes_pkey PRIMARY KEY (id),
  constraint call_notes_text_check CHECK (((length(text) >= 1) AND (length(text) <= 500))),
  constraint call_notes_author_id_fkey FOREIGN KEY (author_id) REFERENCES users(id),
  constraint call_notes_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX call_notes_by_participant ON public.call_notes USING btree (participant_id, id);

create table chain_anchors (
  chain text collate "C" not null,
  number bigint not null,
  last_id bigint not null,
  hash bytea not null,
  n_rows bigint not null,
  removed_at timestamp(3) with time zone default now() not null,
  constraint chain_anchors_pkey PRIMARY KEY (chain)
);
CREATE TRIGGER chain_anchors_append_only BEFORE INSERT OR DELETE OR UPDATE ON public.chain_anchors FOR EACH ROW EXECUTE FUNCTION chain_anchors_guarded();
CREATE TRIGGER chain_anchors_not_truncated BEFORE TRUNCATE ON public.chain_anchors FOR EACH STATEMENT EXECUTE FUNCTION append_only();

create table chain_blocks (
  chain text collate "C" not null,
  number bigint not null,
  first_id bigint not null,
  last_id bigint not null,
  n_rows integer not null,
  digest bytea not null,
  previous_hash bytea not null,
  hash bytea not null,
  sealed_at timestamp(3) with time zone not null,
  constraint chain_blocks_pkey PRIMARY KEY (chain, number),
  constraint chain_blocks_check CHECK ((first_id <= last_id))
);
CREATE TRIGGER chain_blocks_append_only BEFORE DELETE OR UPDATE ON public.chain_blocks FOR EACH ROW EXECUTE FUNCTION chain_blocks_guarded();
CREATE TRIGGER chain_blocks_not_truncated BEFORE TRUNCATE ON public.chain_blocks FOR EACH STATEMENT EXECUTE FUNCTION append_only();

create table chain_erasures (
  chain text collate "C" not null,
  row_id bigint not null,
  digest text collate "C" not null,
  erased_at timestamp(3) with time zone default now() not null,
  constraint chain_erasures_pkey PRIMARY KEY (chain, row_id)
);
CREATE TRIGGER chain_erasures_append_only BEFORE DELETE OR UPDATE ON public.chain_erasures FOR EACH ROW EXECUTE FUNCTION append_only();
CREATE TRIGGER chain_erasures_not_truncated BEFORE TRUNCATE ON public.chain_erasures FOR EACH STATEMENT EXECUTE FUNCTION append_only();

create table consent_texts (
  hash text collate "C" not null,
  body text not null,
  constraint consent_texts_pkey PRIMARY KEY (hash)
);

create table coupons (
  record_id bigint not null,
  participant_id bigint not null,
  code text not null,
  ending text not null,
  title text not null,
  shop text,
  valid_until date,
  used_at timestamp with time zone,
  cancelled_at timestamp with time zone,
  constraint coupons_pkey PRIMARY KEY (record_id),
  constraint coupons_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES users(id),
  constraint coupons_record_id_fkey FOREIGN KEY (record_id) REFERENCES points_records(id)
);
CREATE INDEX coupons_by_participant ON public.coupons USING btree (participant_id);

create table data_requests (
  id bigint generated always as identity not null,
  user_id bigint not null,
  kind text not null,
  text text not null,
  received_at timestamp(3) with time zone not null,
  due_on date not null,
  extended_at timestamp(3) with time zone,
  extension_reason text default ''::text not null,
  answered_at timestamp(3) with time zone,
  answered_by bigint,
  outcome text,
  answer text default ''::text not null,
  constraint data_requests_pkey PRIMARY KEY (id),
  constraint data_requests_check CHECK (((answered_at IS NULL) = (outcome IS NULL))),
  constraint data_requests_kind_check CHECK ((kind = ANY (ARRAY['restriction'::text, 'objection'::text, 'rectification'::text]))),
  constraint data_requests_outcome_check CHECK ((outcome = ANY (ARRAY['done'::text, 'refused'::text, 'withdrawn'::text]))),
  constraint data_requests_answered_by_fkey FOREIGN KEY (answered_by) REFERENCES users(id),
  constraint data_requests_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX data_requests_answered_at ON public.data_requests USING btree (answered_at) WHERE (answered_at IS NOT NULL);
CREATE INDEX data_requests_open ON public.data_requests USING btree (due_on, id) WHERE (answered_at IS NULL);
CREATE INDEX data_requests_user_id ON public.data_requests USING btree (user_id);

create table delivery_claims (
  id integer generated always as identity not null,
  participant_id bigint not null,
  submission uuid not null,
  sticker_code text collate "C",
  place_id text,
  place_name text,
  day date not null,
  hour smallint,
  litres numeric(7,3),
  note text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  state text not null,
  approval_id integer,
  decided_by bigint,
  decided_at timestamp(3) with time zone,
  points integer,
  delivery_id bigint,
  reason text,
  answer text default ''::text not null,
  staff_at_filing bigint[] default '{}'::bigint[] not null,
  constraint delivery_claims_pkey PRIMARY KEY (id),
  constraint delivery_claims_participant_id_submission_key UNIQUE (participant_id, submission),
  constraint delivery_claims_check CHECK (((sticker_code IS NOT NULL) OR (place_id IS NOT NULL))),
  constraint delivery_claims_check1 CHECK (((state = ANY (ARRAY['credited'::text, 'rejected'::text])) = (decided_at IS NOT NULL))),
  constraint delivery_claims_check2 CHECK (((state = 'approval'::text) <= (approval_id IS NOT NULL))),
  constraint delivery_claims_hour_check CHECK (((hour >= 0) AND (hour <= 23))),
  constraint delivery_claims_litres_check CHECK ((litres > (0)::numeric)),
  constraint delivery_claims_state_check CHECK ((state = ANY (ARRAY['open'::text, 'approval'::text, 'credited'::text, 'rejected'::text]))),
  constraint delivery_claims_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id),
  constraint delivery_claims_decided_by_fkey FOREIGN KEY (decided_by) REFERENCES users(id),
  constraint delivery_claims_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX delivery_claims_decided ON public.delivery_claims USING btree (decided_at) WHERE (decided_at IS NOT NULL);
CREATE UNIQUE INDEX delivery_claims_of_approval ON public.delivery_claims USING btree (approval_id) WHERE (approval_id IS NOT NULL);
CREATE INDEX delivery_claims_open ON public.delivery_claims USING btree (id) WHERE (state = ANY (ARRAY['open'::text, 'approval'::text]));

create table email_changes (
  id bigint generated always as identity not null,
  user_id bigint not null,
  old_email text not null,
  old_key text collate "C" not null,
  new_email text not null,
  approval_id bigint,
  requested_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  confirmed_at timestamp(3) with time zone,
  undo_until timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  constraint email_changes_pkey PRIMARY KEY (id),
  constraint email_changes_undo CHECK (((confirmed_at IS NULL) = (undo_until IS NULL))),
  constraint email_changes_approval_id_fkey FOREIGN KEY (approval_id) REFERENCES approvals(id) ON DELETE CASCADE,
  constraint email_changes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX email_changes_approval ON public.email_changes USING btree (approval_id);
CREATE INDEX email_changes_old_key ON public.email_changes USING btree (old_key) WHERE ((undo_until IS NOT NULL) AND (undone_at IS NULL));
CREATE UNIQUE INDEX email_changes_open ON public.email_changes USING btree (user_id, ((approval_id IS NULL))) WHERE (confirmed_at IS NULL);
CREATE INDEX email_changes_user ON public.email_changes USING btree (user_id);

create table erasure_mentions (
  id bigint generated always as identity not null,
  account_id bigint not null,
  place text collate "C" not null,
  row_id bigint not null,
  begins integer not null,
  ends integer not null,
  found_at timestamp(3) with time zone not null,
  constraint erasure_mentions_pkey PRIMARY KEY (id),
  constraint erasure_mentions_account_id_place_row_id_key UNIQUE (account_id, place, row_id)
);

create table erasures (
  user_id bigint not null,
  confirmed_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone not null,
  constraint erasures_pkey PRIMARY KEY (user_id),
  constraint erasures_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX erasures_by_due ON public.erasures USING btree (due_at);

create table export_ends (
  export_id bigint not null,
  ended_at timestamp(3) with time zone not null,
  n_rows bigint not null,
  outcome text not null,
  constraint export_ends_pkey PRIMARY KEY (export_id),
  constraint export_ends_outcome_check CHECK ((outcome = ANY (ARRAY['complete'::text, 'aborted'::text, 'failed'::text]))),
  constraint export_ends_export_id_fkey FOREIGN KEY (export_id) REFERENCES exports(id)
);
CREATE TRIGGER export_ends_append_only BEFORE DELETE OR UPDATE ON public.export_ends FOR EACH ROW EXECUTE FUNCTION exports_guarded('ended_at');
CREATE TRIGGER export_ends_not_truncated BEFORE TRUNCATE ON public.export_ends FOR EACH STATEMENT EXECUTE FUNCTION append_only();

create table export_people (
  export_id bigint not null,
  block bigint not null,
  ids smallint[] not null,
  constraint export_people_pkey PRIMARY KEY (block, export_id),
  constraint export_people_export_id_fkey FOREIGN KEY (export_id) REFERENCES exports(id)
);
CREATE INDEX export_people_by_export ON public.export_people USING btree (export_id);

create table exports (
  id bigint generated always as identity not null,
  user_id bigint not null,
  subject text not null,
  filter jsonb not null,
  begun_at timestamp(3) with time zone not null,
  constraint exports_pkey PRIMARY KEY (id),
  constraint exports_subject_check CHECK ((subject = ANY (ARRAY['participants'::text, 'points'::text, 'audit'::text]))),
  constraint exports_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id)
);
CREATE INDEX exports_by_user ON public.exports USING btree (user_id);
CREATE TRIGGER exports_append_only BEFORE DELETE OR UPDATE ON public.exports FOR EACH ROW EXECUTE FUNCTION exports_guarded('begun_at');
CREATE TRIGGER exports_not_truncated BEFORE TRUNCATE ON public.exports FOR EACH STATEMENT EXECUTE FUNCTION append_only();

create table ledger_flags (
  id integer generated always as identity not null,
  partner_id integer,
  participant_id bigint,
  day date not null,
  rejected boolean not null,
  cap bigint not null,
  points bigint not null,
  raised_at timestamp(3) with time zone not null,
  resolved_by bigint,
  resolved_at timestamp(3) with time zone,
  note text default ''::text not null,
  credited_twice boolean default false not null,
  staff_id bigint,
  requester_id bigint,
  shared text[] default '{}'::text[] not null,
  occasion text,
  constraint ledger_flags_pkey PRIMARY KEY (id),
  constraint ledger_flags_once UNIQUE NULLS NOT DISTINCT (partner_id, participant_id, day, rejected, credited_twice, staff_id, requester_id, occasion),
  constraint ledger_flags_check1 CHECK (((resolved_by IS NULL) = (resolved_at IS NULL))),
  constraint ledger_flags_concerned CHECK (((partner_id IS NOT NULL) OR (participant_id IS NOT NULL) OR (staff_id IS NOT NULL))),
  constraint ledger_flags_resolved_by_another CHECK (((resolved_by <> staff_id) AND (resolved_by <> requester_id))),
  constraint ledger_flags_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES users(id),
  constraint ledger_flags_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint ledger_flags_requester_id_fkey FOREIGN KEY (requester_id) REFERENCES users(id),
  constraint ledger_flags_resolved_by_fkey FOREIGN KEY (resolved_by) REFERENCES users(id),
  constraint ledger_flags_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES users(id)
);
CREATE INDEX ledger_flags_of_participant ON public.ledger_flags USING btree (participant_id) WHERE (participant_id IS NOT NULL);
CREATE INDEX ledger_flags_of_staff ON public.ledger_flags USING btree (staff_id, day) WHERE (staff_id IS NOT NULL);
CREATE INDEX ledger_flags_open ON public.ledger_flags USING btree (id) WHERE (resolved_at IS NULL);

create table municipalities (
  id integer generated always as identity not null,
  name text not null,
  regional_unit text not null,
  region text not null,
  sort_name text collate "C" generated always as (norm(name)) stored not null,
  constraint municipalities_pkey PRIMARY KEY (id),
  constraint municipalities_name_regional_unit_key UNIQUE (name, regional_unit)
);

create table notice_news (
  user_id bigint not null,
  page text collate "C" not null,
  number integer not null,
  mailed_at timestamp(3) with time zone,
  dismissed_at timestamp(3) with time zone,
  constraint notice_news_pkey PRIMARY KEY (user_id, page),
  constraint notice_news_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table notice_versions (
  page text collate "C" not null,
  language text collate "C" not null,
  number integer not null,
  hash text collate "C" not null,
  text text not null,
  served_at timestamp(3) with time zone not null,
  constraint notice_versions_pkey PRIMARY KEY (page, language, number),
  constraint notice_versions_language_check CHECK ((language = ANY (ARRAY['el'::text, 'en'::text]))),
  constraint notice_versions_number_check CHECK ((number > 0))
);

create table oidc_payloads (
  model text collate "C" not null,
  id text collate "C" not null,
  payload jsonb not null,
  grant_id text collate "C",
  user_code text collate "C",
  uid text collate "C",
  session_hash text collate "C",
  created_at timestamp(3) with time zone not null,
  consumed_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  constraint oidc_payloads_pkey PRIMARY KEY (model, id),
  constraint oidc_payloads_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX oidc_payloads_by_expiry ON public.oidc_payloads USING btree (expires_at);
CREATE INDEX oidc_payloads_by_grant ON public.oidc_payloads USING btree (grant_id) WHERE (grant_id IS NOT NULL);
CREATE INDEX oidc_payloads_by_session ON public.oidc_payloads USING btree (session_hash) WHERE (session_hash IS NOT NULL);
CREATE INDEX oidc_payloads_by_uid ON public.oidc_payloads USING btree (model, uid) WHERE (uid IS NOT NULL);

create table open_streams (
  account_id bigint not null,
  process uuid not null,
  expires_at timestamp with time zone not null,
  constraint open_streams_pkey PRIMARY KEY (account_id, process),
  constraint open_streams_account_id_fkey FOREIGN KEY (account_id) REFERENCES users(id) ON DELETE CASCADE
) unlogged;
CREATE INDEX open_streams_process ON public.open_streams USING btree (process);

create table participants_delta (
  n bigint not null
);

create table participants_total (
  n bigint not null
);

create table partner_consents (
  id bigint generated always as identity not null,
  user_id bigint not null,
  partner_id integer not null,
  scopes text[] not null,
  refused text[] not null,
  text_version text not null,
  text_hash text collate "C",
  language text not null,
  given_at timestamp(3) with time zone not null,
  withdrawn_at timestamp(3) with time zone,
  constraint partner_consents_pkey PRIMARY KEY (id),
  constraint partner_consents_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_consents_text_hash_fkey FOREIGN KEY (text_hash) REFERENCES consent_texts(hash),
  constraint partner_consents_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX partner_consents_by_user ON public.partner_consents USING btree (user_id);

create table partner_days (
  partner_id integer not null,
  day date not null,
  slot smallint not null,
  points bigint not null,
  constraint partner_days_pkey PRIMARY KEY (partner_id, day, slot),
  constraint partner_days_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
) with (fillfactor=50);

create table partner_references (
  partner_id integer not null,
  reference text collate "C" not null,
  content bytea not null,
  received_at timestamp(3) with time zone not null,
  constraint partner_references_pkey PRIMARY KEY (partner_id, reference)
) with (autovacuum_analyze_scale_factor=0.01);

create table partner_sign_ins (
  sid text collate "C" not null,
  session_hash text collate "C" not null,
  partner_id integer not null,
  grant_id text collate "C" not null,
  sub uuid not null,
  constraint partner_sign_ins_pkey PRIMARY KEY (sid),
  constraint partner_sign_ins_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_sign_ins_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON UPDATE CASCADE ON DELETE CASCADE
);
CREATE INDEX partner_sign_ins_by_partner ON public.partner_sign_ins USING btree (partner_id, sub);
CREATE INDEX partner_sign_ins_by_session ON public.partner_sign_ins USING btree (session_hash);
CREATE TRIGGER partner_sign_ins_ended AFTER DELETE ON public.partner_sign_ins REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION partner_sign_ins_ended();

create table partner_subjects (
  partner_id integer not null,
  user_id bigint not null,
  sub uuid default gen_random_uuid() not null,
  constraint partner_subjects_pkey PRIMARY KEY (partner_id, user_id),
  constraint partner_subjects_partner_id_sub_key UNIQUE (partner_id, sub),
  constraint partner_subjects_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id),
  constraint partner_subjects_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX partner_subjects_by_user ON public.partner_subjects USING btree (user_id);

create table partners (
  id integer generated always as identity not null,
  client_id text collate "C" not null,
  name text not null,
  home_url text not null,
  secret_hash text collate "C" not null,
  previous_secret_hash text collate "C",
  previous_secret_until timestamp(3) with time zone,
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] default '{}'::text[] not null,
  backchannel_logout_uri text,
  initiate_login_uri text,
  scopes text[] not null,
  descriptions points_description[] default '{}'::points_description[] not null,
  origins text[] default '{}'::text[] not null,
  first_party boolean default true not null,
  webhook_url text,
  webhook_secret text,
  webhook_failures integer default 0 not null,
  webhook_retry_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  disabled_at timestamp(3) with time zone,
  daily_cap bigint,
  person_cap bigint,
  last_call_at timestamp(3) with time zone,
  company text,
  purpose text,
  purpose_en text,
  privacy_url text,
  subject_type text default 'public'::text not null,
  constraint partners_pkey PRIMARY KEY (id),
  constraint partners_client_id_key UNIQUE (client_id),
  constraint partners_daily_cap_check CHECK ((daily_cap >= 0)),
  constraint partners_person_cap_check CHECK ((person_cap >= 0)),
  constraint partners_previous_secret CHECK (((previous_secret_hash IS NULL) = (previous_secret_until IS NULL))),
  constraint partners_subject_type_check CHECK ((subject_type = ANY (ARRAY['public'::text, 'pairwise'::text])))
);
comment on column partners.purpose is 'For which purpose the site asks for data, in Greek; purpose_en in English.';

create table passkeys (
  id bigint generated always as identity not null,
  user_id bigint not null,
  credential_id text collate "C" not null,
  public_key text not null,
  counter bigint not null,
  transports text[] not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint passkeys_pkey PRIMARY KEY (id),
  constraint passkeys_credential_id_key UNIQUE (credential_id),
  constraint passkeys_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX passkeys_by_user ON public.passkeys USING btree (user_id);

create table pending_sign_ins (
  token_hash text collate "C" not null,
  user_id bigint not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  challenge text,
  replaces text,
  constraint pending_sign_ins_pkey PRIMARY KEY (token_hash),
  constraint pending_sign_ins_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX pending_sign_ins_by_expiry ON public.pending_sign_ins USING btree (expires_at);
CREATE INDEX pending_sign_ins_by_user ON public.pending_sign_ins USING btree (user_id);
comment on column pending_sign_ins.replaces is 'Token hash of the session of the same account that the sign-in continues.';

create table places (
  id text not null,
  kind text not null,
  name text not null,
  address text not null,
  municipality_id integer not null,
  latitude double precision not null,
  longitude double precision not null,
  hours text not null,
  constraint places_pkey PRIMARY KEY (id),
  constraint places_kind_check CHECK ((kind = ANY (ARRAY['green_atm'::text, 'orange_bin'::text, 'reuse_centre'::text]))),
  constraint places_municipality_id_fkey FOREIGN KEY (municipality_id) REFERENCES municipalities(id)
);
CREATE INDEX places_by_name ON public.places USING btree (name);

create table points_day (
  day date not null,
  n integer not null,
  constraint points_day_pkey PRIMARY KEY (day)
) with (fillfactor=70);

create table points_delta (
  day date not null,
  n integer not null
);

create table points_mails (
  user_id bigint not null,
  mode text not null,
  token uuid default gen_random_uuid() not null,
  told bigint not null,
  next_at timestamp with time zone not null,
  constraint points_mails_pkey PRIMARY KEY (user_id),
  constraint points_mails_token_key UNIQUE (token),
  constraint points_mails_mode_check CHECK ((mode = ANY (ARRAY['at_once'::text, 'daily'::text]))),
  constraint points_mails_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX points_mails_next ON public.points_mails USING btree (next_at);

create table points_month (
  month date not null,
  n integer not null,
  constraint points_month_pkey PRIMARY KEY (month)
) with (fillfactor=70);

create table points_records (
  id bigint generated always as identity not null,
  participant_id bigint not null,
  points integer not null,
  description points_description not null,
  created_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone default now() not null,
  source text collate "C" not null,
  reference text collate "C" not null,
  details jsonb,
  partner_id integer,
  rate_id integer,
  reversal_of bigint,
  constraint points_records_pkey PRIMARY KEY (id),
  constraint points_records_reference UNIQUE (source, reference),
  constraint points_records_coupon_reversal CHECK (((partner_id IS NULL) OR (reversal_of IS NOT NULL) OR (NOT is_coupon_reversal(description)))),
  constraint points_records_sign CHECK (has_points_sign(description, points)),
  constraint points_records_participant_id_fkey FOREIGN KEY (participant_id) REFERENCES users(id),
  constraint points_records_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES rates(id),
  constraint points_records_reversal_of_fkey FOREIGN KEY (reversal_of) REFERENCES points_records(id)
) with (autovacuum_vacuum_insert_scale_factor=0, autovacuum_vacuum_insert_threshold=20000, autovacuum_analyze_scale_factor=0.01);
CREATE INDEX points_records_by_rate ON public.points_records USING btree (rate_id, created_at) WHERE (rate_id IS NOT NULL);
CREATE INDEX points_records_by_reversal ON public.points_records USING btree (reversal_of) WHERE (reversal_of IS NOT NULL);
CREATE INDEX points_records_corrections ON public.points_records USING btree (created_at) INCLUDE (points) WHERE ((points < 0) AND (points_sign(description) = 0));
CREATE INDEX points_records_manual_oil ON public.points_records USING btree (participant_id, created_at) WHERE ((source = 'portal'::text) AND (description = 'oil_collected'::points_description));
CREATE INDEX points_records_newest ON public.points_records USING btree (created_at DESC, id DESC);
CREATE INDEX points_records_of_participant ON public.points_records USING btree (participant_id, created_at DESC, id DESC);
CREATE INDEX points_records_of_partner ON public.points_records USING btree (partner_id, id) WHERE (partner_id IS NOT NULL);
CREATE TRIGGER points_records_announced AFTER INSERT ON public.points_records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION points_records_announced();
CREATE TRIGGER points_records_append_only BEFORE DELETE OR UPDATE ON public.points_records FOR EACH ROW EXECUTE FUNCTION points_records_guarded();
CREATE TRIGGER points_records_counted AFTER INSERT ON public.points_records REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION points_records_counted();
CREATE TRIGGER points_records_not_truncated BEFORE TRUNCATE ON public.points_records FOR EACH STATEMENT EXECUTE FUNCTION append_only();
CREATE TRIGGER points_records_reversal_checked BEFORE INSERT ON public.points_records FOR EACH ROW WHEN ((new.reversal_of IS NOT NULL)) EXECUTE FUNCTION points_records_reversal_checked();

create table portal_state (
  key text not null,
  value text not null,
  constraint portal_state_pkey PRIMARY KEY (key)
);

create table rate_limits (
  key text collate "C" not null,
  tries integer not null,
  resets_at timestamp(3) with time zone not null,
  constraint rate_limits_pkey PRIMARY KEY (key)
);
CREATE INDEX rate_limits_by_reset ON public.rate_limits USING btree (resets_at);

create table rates (
  id integer generated always as identity not null,
  description points_description not null,
  material text,
  unit text not null,
  points_per_unit numeric(12,4) not null,
  valid_from date not null,
  valid_to date,
  note text default ''::text not null,
  constraint rates_pkey PRIMARY KEY (id),
  constraint rates_check CHECK ((valid_to >= valid_from)),
  constraint rates_description_check CHECK (is_delivery(description)),
  constraint rates_material_check CHECK ((material <> ''::text)),
  constraint rates_points_per_unit_check CHECK ((points_per_unit > (0)::numeric)),
  constraint rates_unit_check CHECK ((unit = ANY (ARRAY['litre'::text, 'item'::text])))
);
CREATE TRIGGER rates_guarded BEFORE INSERT OR DELETE OR UPDATE ON public.rates FOR EACH ROW EXECUTE FUNCTION rates_guarded();

create table recovery_codes (
  user_id bigint not null,
  place text collate "C" not null,
  code_hash text not null,
  used_at timestamp(3) with time zone,
  constraint recovery_codes_pkey PRIMARY KEY (user_id, place),
  constraint recovery_codes_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table rejected_records (
  partner_id integer not null,
  code text collate "C" not null,
  reference text collate "C" not null,
  rejected_at timestamp(3) with time zone not null,
  constraint rejected_records_pkey PRIMARY KEY (partner_id, code, reference),
  constraint rejected_records_partner_id_fkey FOREIGN KEY (partner_id) REFERENCES partners(id)
);
CREATE INDEX rejected_records_by_time ON public.rejected_records USING btree (partner_id, rejected_at);

create table second_factor_set_ups (
  session_hash text collate "C" not null,
  kind text collate "C" not null,
  secret text not null,
  expires_at timestamp(3) with time zone not null,
  constraint second_factor_set_ups_pkey PRIMARY KEY (session_hash, kind),
  constraint second_factor_set_ups_kind CHECK ((kind = ANY (ARRAY['totp'::text, 'passkey'::text, 'confirmation'::text]))),
  constraint second_factor_set_ups_session_hash_fkey FOREIGN KEY (session_hash) REFERENCES sessions(token_hash) ON UPDATE CASCADE ON DELETE CASCADE
);

create table sessions (
  token_hash text collate "C" not null,
  user_id bigint not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  confirmed_at timestamp(3) with time zone,
  id uuid default gen_random_uuid() not null,
  last_seen_at timestamp(3) with time zone default now() not null,
  browser text default ''::text not null,
  system text default ''::text not null,
  network text default ''::text not null,
  wrote_up_to bigint,
  constraint sessions_pkey PRIMARY KEY (token_hash),
  constraint sessions_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX sessions_by_expiry ON public.sessions USING btree (expires_at);
CREATE UNIQUE INDEX sessions_by_id ON public.sessions USING btree (id);
CREATE INDEX sessions_by_user ON public.sessions USING btree (user_id);
CREATE TRIGGER sessions_announced AFTER DELETE ON public.sessions REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION sessions_announced();

create table signing_keys (
  kid text collate "C" not null,
  private_jwk text not null,
  created_at timestamp(3) with time zone not null,
  signs_from timestamp(3) with time zone not null,
  retired_at timestamp(3) with time zone,
  constraint signing_keys_pkey PRIMARY KEY (kid)
);

create table staff_reads (
  staff_id bigint not null,
  day date not null,
  participant_id bigint not null,
  constraint staff_reads_pkey PRIMARY KEY (staff_id, day, participant_id),
  constraint staff_reads_staff_id_fkey FOREIGN KEY (staff_id) REFERENCES users(id) ON DELETE CASCADE
);

create table sticker_batches (
  id integer generated always as identity not null,
  count integer not null,
  note text default ''::text not null,
  created_at timestamp(3) with time zone not null,
  created_by bigint,
  constraint sticker_batches_pkey PRIMARY KEY (id),
  constraint sticker_batches_count_check CHECK ((count > 0)),
  constraint sticker_batches_created_by_fkey FOREIGN KEY (created_by) REFERENCES users(id)
);

create table stickers (
  id bigint generated always as identity not null,
  code text collate "C" not null,
  batch_id integer not null,
  bound_to bigint,
  bound_at timestamp(3) with time zone,
  lost_at timestamp(3) with time zone,
  replaced_by bigint,
  retired_at timestamp(3) with time zone,
  constraint stickers_pkey PRIMARY KEY (id),
  constraint stickers_code_key UNIQUE (code),
  constraint stickers_check CHECK (((bound_to IS NULL) = (bound_at IS NULL))),
  constraint stickers_check1 CHECK (((lost_at IS NULL) OR (bound_to IS NOT NULL))),
  constraint stickers_check2 CHECK (((replaced_by IS NULL) OR (lost_at IS NOT NULL))),
  constraint stickers_retired CHECK (((retired_at IS NULL) OR (bound_to IS NULL))),
  constraint stickers_batch_id_fkey FOREIGN KEY (batch_id) REFERENCES sticker_batches(id),
  constraint stickers_bound_to_fkey FOREIGN KEY (bound_to) REFERENCES users(id),
  constraint stickers_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES stickers(id)
);
CREATE INDEX stickers_of_batch ON public.stickers USING btree (batch_id, id);
CREATE INDEX stickers_of_owner ON public.stickers USING btree (bound_to, id) WHERE (bound_to IS NOT NULL);

create table totp_secrets (
  user_id bigint not null,
  secret text not null,
  created_at timestamp(3) with time zone not null,
  last_step bigint not null,
  constraint totp_secrets_pkey PRIMARY KEY (user_id),
  constraint totp_secrets_user_id_fkey FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE
);

create table users (
  id bigint generated always as identity not null,
  email text not null,
  email_key text collate "C" not null,
  first_name text not null,
  last_name text not null,
  telephone text default ''::text not null,
  municipality_id integer,
  is_staff boolean default false not null,
  is_active boolean default false not null,
  password_hash text,
  created_at timestamp(3) with time zone not null,
  activated_at timestamp(3) with time zone,
  sort_name text collate "C" generated always as (((norm(last_name) || ' '::text) || norm(first_name))) stored not null,
  latin_last text collate "C" generated always as (to_latin(last_name)) stored not null,
  search_norm text collate "C" generated always as (((((((((((norm(last_name) || ' '::text) || norm(first_name)) || ' '::text) || to_latin(last_name)) || ' '::text) || to_latin(first_name)) || ' '::text) || lower((email COLLATE "und-x-icu"))) || ' '::text) || regexp_replace(telephone, '[^0-9]'::text, ''::text, 'g'::text))) stored not null,
  sub uuid default gen_random_uuid() not null,
  role text collate "C",
  erased_at timestamp(3) with time zone,
  language text collate "C",
  constraint users_pkey PRIMARY KEY (id),
  constraint users_email_key_key UNIQUE (email_key),
  constraint users_erased CHECK (((erased_at IS NULL) OR ((NOT is_active) AND (NOT is_staff) AND (password_hash IS NULL) AND (first_name = ''::text) AND (last_name = ''::text) AND (telephone = ''::text)))),
  constraint users_language CHECK ((language = ANY (ARRAY['el'::text, 'en'::text]))),
  constraint users_role CHECK ((is_staff = (role IS NOT NULL))),
  constraint users_role_known CHECK ((role = ANY (ARRAY['clerk'::text, 'manager'::text, 'operator'::text]))),
  constraint users_municipality_id_fkey FOREIGN KEY (municipality_id) REFERENCES municipalities(id)
);
CREATE INDEX users_by_grams ON public.users USING gin (search_grams(search_norm)) WITH (gin_pending_list_limit='1024') WHERE (is_active AND (NOT is_staff));
CREATE INDEX users_by_letter_pairs ON public.users USING gin (letter_pairs(search_norm)) WHERE (is_active AND (NOT is_staff));
CREATE INDEX users_by_municipality ON public.users USING btree (municipality_id);
CREATE INDEX users_by_name ON public.users USING btree (sort_name, id) WHERE (is_active AND (NOT is_staff));
CREATE INDEX users_by_name_of_long_text ON public.users USING btree (sort_name, id) WHERE (is_active AND (NOT is_staff) AND (octet_length(search_norm) > 1000));
CREATE INDEX users_by_name_with_text ON public.users USING btree (sort_name, id) INCLUDE (latin_last, search_norm) WHERE (is_active AND (NOT is_staff) AND (octet_length(search_norm) <= 1000));
CREATE UNIQUE INDEX users_by_sub ON public.users USING btree (sub);
CREATE INDEX users_sampled_by_grams ON public.users USING gin (search_grams(search_norm)) WITH (gin_pending_list_limit='1024') WHERE (is_active AND (NOT is_staff) AND ((id % (101)::bigint) = 0));
CREATE INDEX users_sampled_less_by_grams ON public.users USING gin (search_grams(search_norm)) WITH (gin_pending_list_limit='1024') WHERE (is_active AND (NOT is_staff) AND ((id % (1010)::bigint) = 0));
CREATE INDEX users_staff ON public.users USING btree (is_active DESC, sort_name, id) WHERE is_staff;
CREATE INDEX users_unactivated ON public.users USING btree (created_at DESC) WHERE ((NOT is_active) AND (activated_at IS NULL) AND (NOT is_staff) AND (erased_at IS NULL));
CREATE INDEX users_with_django_hash ON public.users USING btree (((split_part(password_hash, '$'::text, 2))::integer)) WHERE (password_hash ~~ 'pbkdf2_sha256$%'::text);
CREATE INDEX users_with_greek_email ON public.users USING btree (id) WHERE (is_active AND (NOT is_staff) AND (octet_length(email) > length(email)));
CREATE INDEX users_with_imported_argon2 ON public.users USING btree (((("substring"(password_hash, 'm=(\d{1,7}),'::text))::bigint * ("substring"(password_hash, ',t=(\d{1,2}),'::text))::bigint))) WHERE ((password_hash ~~ '%argon2%'::text) AND (password_hash !~~ '$argon2id$v=19$m=19456,t=2,p=1$%'::text));
CREATE INDEX users_with_unicode_email ON public.users USING btree (id) WHERE (octet_length(email) > length(email));
alter index users_by_grams alter column 1 set statistics 0;
alter index users_by_letter_pairs alter column 1 set statistics 0;
alter index users_sampled_by_grams alter column 1 set statistics 0;
alter index users_sampled_less_by_grams alter column 1 set statistics 0;
CREATE TRIGGER accounts_counted_changed AFTER UPDATE ON public.users REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION accounts_counted();
CREATE TRIGGER accounts_counted_in AFTER INSERT ON public.users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION accounts_counted();
CREATE TRIGGER accounts_counted_out AFTER DELETE ON public.users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION accounts_counted();
CREATE TRIGGER balances_opened AFTER INSERT ON public.users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION balances_opened();
CREATE TRIGGER participants_counted_changed AFTER UPDATE ON public.users REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION participants_counted();
CREATE TRIGGER participants_counted_in AFTER INSERT ON public.users REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION participants_counted();
CREATE TRIGGER participants_counted_out AFTER DELETE ON public.users REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION participants_counted();
CREATE TRIGGER set_email_key BEFORE INSERT OR UPDATE OF email ON public.users FOR EACH ROW EXECUTE FUNCTION set_email_key();

create table waiting_deliveries (
  id bigint generated always as identity not null,
  partner_id integer not null,
  reference text collate "C" not null,
  sticker_code text collate "C" not null,
  description points_description not null,
  points integer not null,
  rate_id integer,
  created_at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  details jsonb,
  record_id bigint,
  withdrawn_by text collate "C",
  constraint waiting_deliveries_pkey PRIMARY KEY (id),
  constraint waiting_deliveries_partner_id_reference_key UNIQUE (partner_id, reference),
  constraint waiting_deliveries_record_id_key UNIQUE (record_id),
  constraint waiting_deliveries_check CHECK (((record_id IS NULL) OR (withdrawn_by IS NULL))),
  constraint waiting_deliveries_points_check CHECK ((points >= 0)),
  constraint waiting_deliveries_partner_id_reference_fkey FOREIGN KEY (partner_id, reference) REFERENCES partner_references(partner_id, reference),
  constraint waiting_deliveries_rate_id_fkey FOREIGN KEY (rate_id) REFERENCES rates(id),
  constraint waiting_deliveries_record_id_fkey FOREIGN KEY (record_id) REFERENCES points_records(id)
);
CREATE INDEX waiting_deliveries_of_partner ON public.waiting_deliveries USING btree (partner_id, received_at) WHERE (record_id IS NULL);
CREATE INDEX waiting_deliveries_of_sticker ON public.waiting_deliveries USING btree (sticker_code, id) WHERE ((record_id IS NULL) AND (withdrawn_by IS NULL));
