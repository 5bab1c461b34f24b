-- The portal's first shape. Statements are parted by a line that holds '--;;' alone (src/db/migrate.ts): the embedded
-- database takes one statement at a time, and functions hold semicolons of their own.

create extension if not exists pg_trgm
--;;
-- A place for the few things the portal knows of itself, e.g. that it holds demonstration data.
create table portal_state (
  key text primary key,
  value text not null
)
--;;
-- Names ------------------------------------------------------------------------------------------------------------
-- Bodies are written as SQL expressions ("return …"), bound when the function is made: a restored dump then needs no
-- search_path to recompute the generated columns that call them.

-- The form in which names are compared: lower case, no accents, no final sigma. The collation is named because
-- lower() under LC_CTYPE=C leaves Greek capitals as they are.
create function norm(t text) returns text language sql immutable strict parallel safe
return regexp_replace(
  translate(normalize(lower(t collate "und-x-icu"), nfd), 'ς', 'σ'),
  '[\u0300-\u036f]', '', 'g')
--;;
-- Greek letters as Latin ones, letter by letter, so that every beginning of a name gives a beginning of its Latin form
-- and a clerk finds people while still typing. η, ι, υ, y are all i, and ω, w are o, because nobody spells them alike;
-- what else people write differently (ch/x/h, b/mp, av/af …) the query's side tries (features/participants/greeklish.ts).
create function to_latin(t text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(replace(replace(norm(t), 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'), 'ου', 'ou'),
  'αβγδεζηικλμνξοπρστυφωyw', 'avgdeziiklmnxoprstifoio')
--;;
-- The distinct letters and letter pairs of a text: what a search of one or two letters looks up, where trigrams are of
-- no use (docs/decisions/005).
create function letter_pairs(t text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(distinct gram)
  from generate_series(1, length(t)) i,
    lateral (values (substr(t, i, 1)), (substr(t, i, 2))) as g(gram)
  where gram not like '% %')
--;;
create table municipalities (
  id int generated always as identity primary key,
  name text not null,
  regional_unit text not null,
  region text not null,
  sort_name text collate "C" not null generated always as (norm(name)) stored,
  unique (name, regional_unit)
)
--;;
create table users (
  id bigint generated always as identity primary key,
  email text not null,
  -- Letter case never makes two accounts.
  email_key text collate "C" not null generated always as (lower(email collate "und-x-icu")) stored unique,
  first_name text not null,
  last_name text not null,
  telephone text not null default '',
  municipality_id int references municipalities,
  is_staff boolean not null default false,
  -- The account's address was confirmed. Until then it can't sign in and staff don't see it.
  is_active boolean not null default false,
  -- An argon2 PHC string, or a Django hash that came with an import; null: no password yet, a link sets one.
  password_hash text,
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),
  sort_name text collate "C" not null generated always as (norm(last_name) || ' ' || norm(first_name)) stored,
  latin_last text collate "C" not null generated always as (to_latin(last_name)) stored,
  -- All that a search looks at: the name in both alphabets, the e-mail, the telephone's digits.
  search_norm text collate "C" not null generated always as (
    norm(last_name) || ' ' || norm(first_name) || ' ' || to_latin(last_name) || ' ' || to_latin(first_name)
    || ' ' || lower(email collate "und-x-icu") || ' ' || regexp_replace(telephone, '[^0-9]', '', 'g')) stored
)
--;;
-- The staff's list in its own order; a Greek search of surnames is a range of it.
create index users_by_name on users (sort_name, id) where is_active and not is_staff
--;;
create index users_by_latin_last on users (latin_last, sort_name, id) where is_active and not is_staff
--;;
create index users_by_trigrams on users using gin (search_norm gin_trgm_ops) where is_active and not is_staff
--;;
create index users_by_letter_pairs on users using gin (letter_pairs(search_norm)) where is_active and not is_staff
--;;
-- ANALYZE of this expression takes minutes at half a million people and no plan needs it.
alter index users_by_letter_pairs alter column 1 set statistics 0
--;;
-- The dearest Django hash that an import brought: a failed sign-in has to cost as much, whoever is named.
create index users_with_django_hash on users ((split_part(password_hash, '$', 2)::int))
  where password_hash like 'pbkdf2_sha256$%'
--;;
create index users_by_municipality on users (municipality_id)
--;;
create table sessions (
  -- SHA-256 of the cookie's value: who reads the table can't sign in with it.
  token_hash text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
)
--;;
create index sessions_by_user on sessions (user_id)
--;;
create index sessions_by_expiry on sessions (expires_at)
--;;
-- Links that mails carry (activation) or staff are handed (first password): single use, hashed, expiring.
create table account_tokens (
  token_hash text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('activation', 'password')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
)
--;;
create index account_tokens_by_user on account_tokens (user_id)
--;;
create index account_tokens_by_expiry on account_tokens (expires_at)
--;;
-- Tries per window, by account and by address. The key is a hash: no address or e-mail stands here.
create table rate_limits (
  key text collate "C" primary key,
  tries int not null,
  resets_at timestamptz(3) not null
)
--;;
create index rate_limits_by_reset on rate_limits (resets_at)
--;;
-- The ledger -------------------------------------------------------------------------------------------------------
-- Days are days of Europe/Athens; twice a year they have 23 or 25 hours.
create function athens_day(t timestamptz) returns date language sql immutable parallel safe
return (t at time zone 'Europe/Athens')::date
--;;
create function athens_start(d date) returns timestamptz language sql immutable parallel safe
return d::timestamp at time zone 'Europe/Athens'
--;;
create type points_description as enum (
  'oil_collected', 'collection_cancelled', 'item_reused', 'item_delivered',
  'coupon_created', 'coupon_cancelled', 'coupon_reimbursed')
--;;
create table points_records (
  id bigint generated always as identity primary key,
  participant_id bigint not null references users,
  points int not null,
  description points_description not null,
  -- When it happened. Milliseconds: a JavaScript Date holds no more, and keyset paging would lose what it drops.
  created_at timestamptz(3) not null,
  -- When it arrived here.
  received_at timestamptz(3) not null default now(),
  -- Whose references these are, and the reference: the same one twice is the same record.
  source text collate "C" not null,
  reference text collate "C" not null,
  -- What it was given for, where the source says: litres, items, coupon, place.
  details jsonb,
  constraint points_records_reference unique (source, reference),
  -- A delivery gives, a coupon takes; a cancellation does the contrary. Reuse may be corrected either way: it has no
  -- cancellation of its own.
  constraint points_records_sign check (
    case description
      when 'oil_collected' then points >= 0
      when 'collection_cancelled' then points <= 0
      when 'coupon_created' then points <= 0
      when 'coupon_cancelled' then points >= 0
      when 'coupon_reimbursed' then points >= 0
      else true
    end)
)
--;;
create index points_records_newest on points_records (created_at desc, id desc)
--;;
create index points_records_of_participant on points_records (participant_id, created_at desc, id desc)
--;;
-- One row a person, so that a balance costs the same whatever one's history (docs/decisions/004). Kept by the triggers
-- below alone. No balance is ever negative: two coupons at once can't overdraw.
create table balances (
  participant_id bigint primary key references users on delete cascade,
  available bigint not null default 0 constraint balances_not_negative check (available >= 0),
  reuse bigint not null default 0,
  cookingoils bigint not null default 0,
  redeemed bigint not null default 0,
  n_records bigint not null default 0,
  constraint balances_add_up check (available = reuse + cookingoils - redeemed)
) with (fillfactor = 80)
--;;
-- How many records each Athens day and month holds, fed by an append-only delta that the server folds in every few
-- seconds. Counting by a trigger on the day's own row made all writers wait for one row: 422 against 3,243 records/s.
create table points_day (day date primary key, n int not null) with (fillfactor = 70)
--;;
create table points_month (month date primary key, n int not null) with (fillfactor = 70)
--;;
create table points_delta (day date not null, n int not null)
--;;
create function balances_opened() returns trigger language plpgsql as $$
begin
  insert into balances (participant_id) select id from added;
  return null;
end $$
--;;
create trigger balances_opened after insert on users
  referencing new table as added for each statement execute function balances_opened()
--;;
create function points_records_counted() returns trigger language plpgsql as $$
begin
  -- Balances are locked in one order, so that two batches never wait for each other in a ring.
  perform 1 from balances
  where participant_id in (select participant_id from added)
  order by participant_id for no key update;

  update balances b set
    available = b.available + s.available,
    reuse = b.reuse + s.reuse,
    cookingoils = b.cookingoils + s.cookingoils,
    redeemed = b.redeemed + s.redeemed,
    n_records = b.n_records + s.n
  from (
    select participant_id,
      sum(points)::bigint as available,
      coalesce(sum(points) filter (where description in ('item_reused', 'item_delivered')), 0)::bigint as reuse,
      coalesce(sum(points) filter (where description in ('oil_collected', 'collection_cancelled')), 0)::bigint as cookingoils,
      -coalesce(sum(points) filter (where description in ('coupon_created', 'coupon_cancelled', 'coupon_reimbursed')), 0)::bigint as redeemed,
      count(*) as n
    from added group by participant_id
  ) s
  where b.participant_id = s.participant_id;

  insert into points_delta (day, n) select athens_day(created_at), count(*)::int from added group by 1;
  return null;
end $$
--;;
create trigger points_records_counted after insert on points_records
  referencing new table as added for each statement execute function points_records_counted()
--;;
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: records are reversed by further records, never changed', tg_table_name
    using errcode = 'restrict_violation';
end $$
--;;
create trigger points_records_append_only before update or delete on points_records
  for each row execute function append_only()
--;;
create trigger points_records_not_truncated before truncate on points_records
  for each statement execute function append_only()
--;;
-- How many participants there are (active accounts that aren't staff), by a total and a delta of the same kind.
create table participants_total (n bigint not null)
--;;
insert into participants_total values (0)
--;;
create table participants_delta (n bigint not null)
--;;
create function participants_counted() returns trigger language plpgsql as $$
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
end $$
--;;
create trigger participants_counted_in after insert on users
  referencing new table as added for each statement execute function participants_counted()
--;;
create trigger participants_counted_changed after update on users
  referencing old table as removed new table as added for each statement execute function participants_counted()
--;;
create trigger participants_counted_out after delete on users
  referencing old table as removed for each statement execute function participants_counted()
--;;
-- Folds the deltas into the counters. One folder at a time; the others find nothing to do.
create function fold_counters() returns void language plpgsql as $$
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
end $$
--;;
-- Any page of everyone's records, and the exact count, at the same cost at ten million records as at ten
-- (docs/decisions/003). Months and days are walked until the page's first record lies within one day; from there the index.
-- from_day, to_day: inclusive, ±infinity where absent. first_month, end_month: the full months between, end exclusive;
-- no filter: ±infinity; no full month: both infinity. One row with nulls but for n where the page is empty.
create function points_page(skip bigint, take bigint, from_day date, to_day date, first_month date, end_month date)
returns table (n bigint, id bigint, participant_id bigint, points int, description points_description,
  created_at timestamptz)
-- The plan never depends on the values; planning anew would cost more than running (0.9 against 0.3 ms).
language plpgsql stable set plan_cache_mode = force_generic_plan as $$
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
end $$
