-- The portal's tables, functions and triggers. migrations/schema.sql shows the result (npm run schema).
-- A line that holds '--;;' alone separates statements (src/db/migrate.ts): the embedded database takes one statement at
-- a time, and function bodies contain semicolons.

create extension if not exists pg_trgm
--;;
-- The portal's facts about itself, e.g. that it holds demonstration data.
create table portal_state (
  key text primary key,
  value text not null
)
--;;
-- Keys the HMACs of a portal without PORTAL_SECRET (lib/security/hmac-keys.ts). 244 random bits; all servers share it.
insert into portal_state (key, value)
values ('hmac key', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
--;;
-- Names ------------------------------------------------------------------------------------------------------------
-- Bodies are SQL expressions ("return …"), bound at creation: a restored dump recomputes the generated columns that call
-- them without a search_path.

-- The form in which names are compared: lower case, no accents, no final sigma. The collation is named because
-- lower() under LC_CTYPE=C leaves Greek capitals as they are.
create function norm(t text) returns text language sql immutable strict parallel safe
return regexp_replace(
  translate(normalize(lower(t collate "und-x-icu"), nfd), 'ς', 'σ'),
  '[\u0300-\u036f]', '', 'g')
--;;
-- Greek letters as Latin ones, letter by letter, so that each prefix of a name gives a prefix of its Latin form: staff
-- find people while they type. η, ι, υ, y are all i, and ω, w are o, because spellings differ; other variants
-- (ch/x/h, b/mp, av/af …) are tried by the query (features/participants/search.ts).
create function to_latin(t text) returns text language sql immutable strict parallel safe
return translate(
  replace(replace(replace(replace(norm(t), 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'), 'ου', 'ou'),
  'αβγδεζηικλμνξοπρστυφωyw', 'avgdeziiklmnxoprstifoio')
--;;
-- The distinct letters and letter pairs of a text, for searches of one or two letters, where trigrams do not help
-- (docs/decisions/005).
create function letter_pairs(t text) returns text[] language sql immutable strict parallel safe
return (
  select array_agg(distinct gram)
  from generate_series(1, length(t)) i,
    lateral (values (substr(t, i, 1)), (substr(t, i, 2))) as g(gram)
  where gram not like '% %')
--;;
-- Shared ------------------------------------------------------------------------------------------------------------
-- Days are days of Europe/Athens; twice a year they have 23 or 25 hours.
create function athens_day(t timestamptz) returns date language sql immutable parallel safe
return (t at time zone 'Europe/Athens')::date
--;;
create function athens_start(d date) returns timestamptz language sql immutable parallel safe
return d::timestamp at time zone 'Europe/Athens'
--;;
create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: records are reversed by further records, never changed', tg_table_name
    using errcode = 'restrict_violation';
end $$
--;;
create type points_description as enum (
  'oil_collected', 'collection_cancelled', 'item_reused', 'item_delivered',
  'coupon_created', 'coupon_cancelled', 'coupon_reimbursed')
--;;
-- The facts of packages/contract/src/descriptions.ts that SQL needs; ledger/descriptions.test.ts compares them. Not
-- `strict`: the planner inlines such functions only without it.
create function points_category(d points_description) returns text language sql immutable parallel safe
return case d
  when 'oil_collected' then 'cookingoils'
  when 'collection_cancelled' then 'cookingoils'
  when 'item_reused' then 'reuse'
  when 'item_delivered' then 'reuse'
  when 'coupon_created' then 'redeemed'
  when 'coupon_cancelled' then 'redeemed'
  when 'coupon_reimbursed' then 'redeemed'
end
--;;
-- 0: either sign.
create function points_sign(d points_description) returns int language sql immutable parallel safe
return case d
  when 'oil_collected' then 1
  when 'collection_cancelled' then -1
  when 'item_reused' then 0
  when 'item_delivered' then 0
  when 'coupon_created' then -1
  when 'coupon_cancelled' then 1
  when 'coupon_reimbursed' then 1
end
--;;
create function points_measure(d points_description) returns text language sql immutable parallel safe
return case d
  when 'oil_collected' then 'litres'
  when 'collection_cancelled' then 'litres'
  when 'item_reused' then 'items'
  when 'item_delivered' then 'items'
end
--;;
create function is_delivery(d points_description) returns boolean language sql immutable parallel safe
return points_measure(d) is not null and points_sign(d) >= 0
--;;
-- The next two serve checks of points_records. PL/pgSQL, because the planner inlines an SQL function in a check anew for
-- each statement: 0.1 ms of the 0.4 ms of a single record. They name the schema, because a restored dump checks rows
-- without a search_path.
create function has_points_sign(d points_description, points int) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return sign(points) * public.points_sign(d) >= 0;
end $$
--;;
create function is_coupon_reversal(d points_description) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return public.points_category(d) = 'redeemed' and public.points_sign(d) > 0;
end $$
--;;
-- Accounts ----------------------------------------------------------------------------------------------------------
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
  -- Addresses that differ in letter case only are one account.
  email_key text collate "C" not null generated always as (lower(email collate "und-x-icu")) stored unique,
  first_name text not null,
  last_name text not null,
  telephone text not null default '',
  municipality_id int references municipalities,
  is_staff boolean not null default false,
  -- The account's address was confirmed. Until then it cannot sign in and staff do not see it.
  is_active boolean not null default false,
  -- An argon2 PHC string, or a Django hash from an import; null: no password yet, a link sets one.
  password_hash text,
  created_at timestamptz(3) not null,
  activated_at timestamptz(3),
  sort_name text collate "C" not null generated always as (norm(last_name) || ' ' || norm(first_name)) stored,
  latin_last text collate "C" not null generated always as (to_latin(last_name)) stored,
  -- Everything that a search reads: the name in both alphabets, the e-mail, the telephone's digits.
  search_norm text collate "C" not null generated always as (
    norm(last_name) || ' ' || norm(first_name) || ' ' || to_latin(last_name) || ' ' || to_latin(first_name)
    || ' ' || lower(email collate "und-x-icu") || ' ' || regexp_replace(telephone, '[^0-9]', '', 'g')) stored,
  -- Identifies the account to partner sites. Random, so that it cannot be guessed; they never receive the id.
  sub uuid not null default gen_random_uuid()
)
--;;
-- The staff's list in its order; a Greek search of surnames is a range of it.
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
-- The most expensive imported Django hash: every failed sign-in takes as long (lib/security/passwords.ts).
create index users_with_django_hash on users ((split_part(password_hash, '$', 2)::int))
  where password_hash like 'pbkdf2_sha256$%'
--;;
-- The most expensive imported argon2 hash (memory × passes), for the same reason.
create index users_with_imported_argon2 on users (
    (substring(password_hash from 'm=(\d{1,7}),')::bigint * substring(password_hash from ',t=(\d{1,2}),')::bigint))
  where password_hash like '%argon2%' and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'
--;;
create index users_by_municipality on users (municipality_id)
--;;
create unique index users_by_sub on users (sub)
--;;
create table sessions (
  -- SHA-256 of the cookie's value: a reader of the table cannot sign in with it.
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
-- Links in mails or from staff: single use, hashed, expiring. 'activation' confirms an address, 'password' sets a
-- password, 'disown' is the link 'Δεν ήσασταν εσείς;' of activation mails.
create table account_tokens (
  token_hash text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('activation', 'password', 'disown')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
)
--;;
create index account_tokens_by_user on account_tokens (user_id)
--;;
create index account_tokens_by_expiry on account_tokens (expires_at)
--;;
-- Tries per window, by account and by address. The key is an HMAC: it shows no address or e-mail.
create table rate_limits (
  key text collate "C" primary key,
  tries int not null,
  resets_at timestamptz(3) not null
)
--;;
create index rate_limits_by_reset on rate_limits (resets_at)
--;;
-- Partner sites and the OpenID provider (docs/decisions/014) ---------------------------------------------------------
create table partners (
  id int generated always as identity primary key,
  client_id text collate "C" not null unique,
  name text not null,
  -- The site's address; pages of the portal link back to it.
  home_url text not null,
  -- SHA-256 of a random secret of 256 bits. After a rotation the previous secret stays valid for a while.
  secret_hash text collate "C" not null,
  previous_secret_hash text collate "C",
  previous_secret_until timestamptz(3),
  -- Compared letter by letter.
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null default '{}',
  -- Receives the end of a session (OpenID Connect Back-Channel Logout).
  backchannel_logout_uri text,
  -- Starts a sign-in at the site (OpenID Connect Core, 4): people who activate their account a day after they left the
  -- site return to it this way.
  initiate_login_uri text,
  scopes text[] not null,
  -- Which records it may write.
  descriptions points_description[] not null default '{}',
  -- May show the settings in a frame and be named by returnTo.
  origins text[] not null default '{}',
  -- The operator's own sites: people are not asked for consent.
  first_party boolean not null default true,
  webhook_url text,
  -- Encrypted with PORTAL_SECRET (lib/security/encryption.ts), not hashed: it signs requests.
  webhook_secret text,
  -- Failed deliveries since the last successful one. After a failure, no message is sent before webhook_retry_at.
  webhook_failures int not null default 0,
  webhook_retry_at timestamptz(3),
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  constraint partners_previous_secret check ((previous_secret_hash is null) = (previous_secret_until is null))
)
--;;
-- Everything that oidc-provider's adapter stores, by model. Ids that grant access are stored as SHA-256.
create table oidc_payloads (
  model text collate "C" not null,
  id text collate "C" not null,
  payload jsonb not null,
  grant_id text collate "C",
  user_code text collate "C",
  uid text collate "C",
  -- The provider's session is the portal's and ends with it. A password change gives the session a new token.
  session_hash text collate "C" references sessions on delete cascade on update cascade,
  created_at timestamptz(3) not null,
  consumed_at timestamptz(3),
  expires_at timestamptz(3),
  primary key (model, id)
)
--;;
create index oidc_payloads_by_grant on oidc_payloads (grant_id) where grant_id is not null
--;;
create index oidc_payloads_by_uid on oidc_payloads (model, uid) where uid is not null
--;;
create index oidc_payloads_by_session on oidc_payloads (session_hash) where session_hash is not null
--;;
create index oidc_payloads_by_expiry on oidc_payloads (expires_at)
--;;
-- The sites where a session of the portal has signed in: one row a site.
create table partner_sign_ins (
  sid text collate "C" primary key,
  session_hash text collate "C" not null references sessions on delete cascade on update cascade,
  partner_id int not null references partners,
  grant_id text collate "C" not null,
  sub uuid not null
)
--;;
create index partner_sign_ins_by_session on partner_sign_ins (session_hash)
--;;
create index partner_sign_ins_by_partner on partner_sign_ins (partner_id, sub)
--;;
-- The end of a session (sign-out, password change, closed account, expiry) ends its grants at the sites and enqueues
-- the back-channel logouts (features/oidc/logout-service.ts) in the same transaction. pg-boss supports inserted jobs;
-- it creates its tables itself, so they are used only if there is a sign-in.
create function partner_sign_ins_ended() returns trigger language plpgsql as $$
begin
  delete from oidc_payloads where grant_id in (select grant_id from removed);
  delete from oidc_payloads where model = 'Grant' and id in (select grant_id from removed);
  if exists (select from removed) then
    insert into pgboss.job (name, data, group_id, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds, keep_until)
    select q.name, jsonb_build_object('partnerId', partner_id, 'sid', sid, 'sub', sub), partner_id::text,
      q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1 second'
    from removed, pgboss.queue q
    where q.name = 'partner-logouts';
  end if;
  return null;
end $$
--;;
create trigger partner_sign_ins_ended after delete on partner_sign_ins
  referencing old table as removed for each statement execute function partner_sign_ins_ended()
--;;
-- Whether a person is signed in at a partner by a consent with this scope, for which the partner is still registered.
-- The grant ends with the session (partner_sign_ins_ended).
create function has_live_consent(partner int, subject uuid, wanted text, checked_at timestamptz) returns boolean
language sql stable
return exists (
  select 1
  from partner_sign_ins i
  join sessions s on s.token_hash = i.session_hash and s.expires_at > checked_at
  join partners p on p.id = i.partner_id and wanted = any (p.scopes)
  join oidc_payloads g on g.model = 'Grant' and g.id = i.grant_id and g.expires_at > checked_at
  where i.partner_id = partner and i.sub = subject
    and wanted = any (string_to_array(g.payload -> 'openid' ->> 'scope', ' '))
    and wanted <> all (coalesce(string_to_array(g.payload -> 'rejected' -> 'openid' ->> 'scope', ' '), '{}')))
--;;
-- A new signing key is published before it signs; an old one until everything it signed has expired.
create table signing_keys (
  kid text collate "C" primary key,
  -- Encrypted with PORTAL_SECRET.
  private_jwk text not null,
  created_at timestamptz(3) not null,
  signs_from timestamptz(3) not null,
  retired_at timestamptz(3)
)
--;;
-- Rates -------------------------------------------------------------------------------------------------------------
create table rates (
  id int generated always as identity primary key,
  description points_description not null
    check (is_delivery(description)),
  -- Null: every material without a rate of its own.
  material text check (material <> ''),
  unit text not null check (unit in ('litre', 'item')),
  points_per_unit numeric(12, 4) not null check (points_per_unit > 0),
  -- Days of Athens, both included; null: open end.
  valid_from date not null,
  valid_to date,
  note text not null default '',
  check (valid_to >= valid_from)
)
--;;
-- Records refer to rates, so a rate can be ended once and not changed otherwise. Rates of one description, material and
-- unit do not overlap. A trigger, because an exclusion constraint would need another extension (btree_gist).
create function rates_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'rates are closed, never deleted' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (old.valid_to is not null or new.valid_to is null
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
end $$
--;;
create trigger rates_guarded before insert or update or delete on rates
  for each row execute function rates_guarded()
--;;
-- Stickers ----------------------------------------------------------------------------------------------------------
create table sticker_batches (
  id int generated always as identity primary key,
  count int not null check (count > 0),
  note text not null default '',
  created_at timestamptz(3) not null,
  created_by bigint references users
)
--;;
create table stickers (
  id bigint generated always as identity primary key,
  code text collate "C" not null unique,
  batch_id int not null references sticker_batches,
  bound_to bigint references users,
  bound_at timestamptz(3),
  lost_at timestamptz(3),
  replaced_by bigint references stickers,
  check ((bound_to is null) = (bound_at is null)),
  check (lost_at is null or bound_to is not null),
  check (replaced_by is null or lost_at is not null)
)
--;;
create index stickers_of_batch on stickers (batch_id, id)
--;;
create index stickers_of_owner on stickers (bound_to, id) where bound_to is not null
--;;
-- Points records ----------------------------------------------------------------------------------------------------
create table points_records (
  id bigint generated always as identity primary key,
  participant_id bigint not null references users,
  points int not null,
  description points_description not null,
  -- When it happened. Milliseconds, as in a JavaScript Date: keyset paging would skip rows by lost microseconds.
  created_at timestamptz(3) not null,
  -- When the portal received it.
  received_at timestamptz(3) not null default now(),
  -- A reference is unique within its source: the same one again is the same record.
  source text collate "C" not null,
  reference text collate "C" not null,
  -- What the points are for, if the source states it: litres, items, coupon, place.
  details jsonb,
  -- The partner that wrote it; null: an import or the demonstration. No foreign key, here and in partner_references: each
  -- row of each call would lock the partner's row. Partners are disabled, never deleted, and `verify` checks the ids.
  partner_id int,
  -- The rate that gave the points; null: the writer stated them.
  rate_id int references rates,
  -- The record that this one reverses.
  reversal_of bigint references points_records,
  constraint points_records_reference unique (source, reference),
  -- A delivery adds points, a coupon takes them; a cancellation does the opposite. Corrections of reuse have either sign:
  -- reuse has no cancellation of its own.
  constraint points_records_sign check (has_points_sign(description, points)),
  -- A partner returns a coupon's points by reversing its record.
  constraint points_records_coupon_reversal check (
    partner_id is null or reversal_of is not null or not is_coupon_reversal(description))
)
-- A page in the middle of a day counts index entries up to it. On pages not vacuumed yet, each entry costs a read of the
-- table, and by default the vacuum comes after inserts of 20 % of the table: two of ten million records.
with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000)
--;;
create index points_records_newest on points_records (created_at desc, id desc)
--;;
create index points_records_of_participant on points_records (participant_id, created_at desc, id desc)
--;;
-- A partner's list of events (docs/decisions/015).
create index points_records_of_partner on points_records (partner_id, id) where partner_id is not null
--;;
create index points_records_by_rate on points_records (rate_id, created_at) where rate_id is not null
--;;
create index points_records_by_reversal on points_records (reversal_of) where reversal_of is not null
--;;
create trigger points_records_append_only before update or delete on points_records
  for each row execute function append_only()
--;;
create trigger points_records_not_truncated before truncate on points_records
  for each statement execute function append_only()
--;;
-- A record is reversed in whole or in parts, never by more than its points. The row lock serializes reversals of one
-- record, so that the second one sees the first one's sum.
create function points_records_reversal_checked() returns trigger language plpgsql as $$
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
end $$
--;;
create trigger points_records_reversal_checked before insert on points_records
  for each row when (new.reversal_of is not null) execute function points_records_reversal_checked()
--;;
-- Every reference that a partner has used, for records and waiting deliveries alike: one table, so that two concurrent
-- calls cannot use one reference for both.
create table partner_references (
  partner_id int not null,
  reference text collate "C" not null,
  -- The beginning of SHA-256 over the entry: a repetition gets the first answer, other content is rejected.
  content bytea not null,
  received_at timestamptz(3) not null,
  primary key (partner_id, reference)
)
--;;
-- Deliveries whose sticker has no owner yet, or was reported lost. They are credited when it has one; until then they are
-- in no balance and in no list.
create table waiting_deliveries (
  id bigint generated always as identity primary key,
  partner_id int not null,
  reference text collate "C" not null,
  sticker_code text collate "C" not null,
  description points_description not null,
  points int not null check (points >= 0),
  rate_id int references rates,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  details jsonb,
  -- Credited as this record.
  record_id bigint unique references points_records,
  -- Withdrawn by the partner under this reference, before it was credited.
  withdrawn_by text collate "C",
  unique (partner_id, reference),
  foreign key (partner_id, reference) references partner_references,
  check (record_id is null or withdrawn_by is null)
)
--;;
create index waiting_deliveries_of_sticker on waiting_deliveries (sticker_code, id)
  where record_id is null and withdrawn_by is null
--;;
-- A partner's waiting deliveries: counted against its limit, and removed when they are too old.
create index waiting_deliveries_of_partner on waiting_deliveries (partner_id, received_at) where record_id is null
--;;
-- Balances and counters ---------------------------------------------------------------------------------------------
-- One row a person, so that reading a balance costs the same for any number of records (docs/decisions/004). Written by
-- the triggers below only. The check on `available` stops concurrent coupons from overdrawing.
create table balances (
  participant_id bigint primary key references users on delete cascade,
  available bigint not null default 0 constraint balances_not_negative check (available >= 0),
  reuse bigint not null default 0,
  cookingoils bigint not null default 0,
  redeemed bigint not null default 0,
  n_records bigint not null default 0,
  -- The last month with a record. Most new records are in it or later, so counting active people reads no other records.
  last_month date,
  constraint balances_add_up check (available = reuse + cookingoils - redeemed)
) with (fillfactor = 80)
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
-- Records per Athens day and month. Writers append to a delta that the server folds in every few seconds; readers add the
-- delta. With a trigger that updates the day's row all writers wait for one row: 422 against 3,243 records/s.
create table points_day (day date primary key, n int not null) with (fillfactor = 70)
--;;
create table points_month (month date primary key, n int not null) with (fillfactor = 70)
--;;
create table points_delta (day date not null, n int not null)
--;;
-- The number of participants (active accounts that are not staff), as a total and a delta of the same kind.
create table participants_total (n bigint not null)
--;;
insert into participants_total values (0)
--;;
create table participants_delta (n bigint not null)
--;;
-- Sums for the staff's dashboard by Athens day, municipality and description (docs/decisions/012). `place` is the
-- municipality in which the participant lived when the record arrived; 0: unknown. It has no foreign key, so that sums
-- stay when a municipality is removed.
create table activity_day (
  day date not null,
  place int not null,
  -- Null in rows that count people only.
  description points_description,
  n int not null default 0,
  points bigint not null default 0,
  -- Millilitres or items (points_measure), minus those of cancellations and corrections.
  amount bigint not null default 0,
  -- Deliveries that do not state their amount.
  n_without_amount int not null default 0,
  accounts int not null default 0,
  -- People without another record in the month; each counts on one of its days.
  active int not null default 0,
  unique nulls not distinct (day, place, description)
) with (fillfactor = 70)
--;;
-- The same by month, so that a year reads 12 rows a municipality and description.
create table activity_month (like activity_day including all) with (fillfactor = 70)
--;;
-- What is not folded in yet.
create table activity_delta (like activity_day including defaults)
--;;
-- A number in a record's details, or null if it is missing or not plausible: one typo would exceed a year's sum.
create function numeric_detail(details jsonb, name text) returns numeric language sql immutable parallel safe
return case when jsonb_typeof(details -> name) = 'number' then
  case when (details -> name)::numeric between 0 and 100000 then (details -> name)::numeric end
end
--;;
-- What a record adds to the litres or items: negative for cancellations and corrections, null if not stated. Litres are
-- in thousandths, because integers add up exactly.
create function amount_of(description points_description, points int, details jsonb)
returns bigint language sql immutable parallel safe
return case points_measure(description)
  when 'litres' then round(numeric_detail(details, 'litres') * 1000)::bigint
  when 'items' then trunc(coalesce(numeric_detail(details, 'items'), numeric_detail(details, 'item_count')))::bigint
end * case when points < 0 or points_sign(description) < 0 then -1 else 1 end
--;;
-- A session keeps its plans for batches of any size. A plan that reads all balances suits an import, but would cost each
-- single record after it milliseconds. With these settings people are found by key.
create function points_records_counted() returns trigger language plpgsql
set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off as $$
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
      coalesce(sum(points) filter (where points_category(description) = 'reuse'), 0)::bigint as reuse,
      coalesce(sum(points) filter (where points_category(description) = 'cookingoils'), 0)::bigint as cookingoils,
      -coalesce(sum(points) filter (where points_category(description) = 'redeemed'), 0)::bigint as redeemed,
      count(*) as n,
      max(created_at) as last
    from added group by participant_id
  ) s
  where b.participant_id = s.participant_id;
  return null;
end $$
--;;
create trigger points_records_counted after insert on points_records
  referencing new table as added for each statement execute function points_records_counted()
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
-- New accounts: citizens who confirmed their address, by the Athens day of the confirmation and municipality.
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
-- Folds the deltas into the counters. If another session is folding, it returns at once.
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
end $$
--;;
-- Pages of all records ----------------------------------------------------------------------------------------------
-- Any page of everyone's records, and the exact count, at the same cost at ten million records as at ten
-- (docs/decisions/003). It walks months, then days, to the day of the page's first record, and from there the index.
-- from_day, to_day: inclusive, ±infinity where absent. first_month, end_month: the full months between, end exclusive;
-- no filter: ±infinity; no full month: both infinity. An empty page is one row with nulls except for n.
create function points_page(skip bigint, take bigint, from_day date, to_day date, first_month date, end_month date)
returns table (n bigint, id bigint, participant_id bigint, points int, description points_description,
  created_at timestamptz)
-- rows: a page of 20. By default the planner expects 1,000: with 20,000 people it hashed all users for each page (11 ms
-- instead of 1). The plan does not depend on the values; planning costs more than running (0.9 against 0.3 ms). jit: also
-- off for callers other than the portal (src/db/database.ts).
language plpgsql stable rows 20 set plan_cache_mode = force_generic_plan set jit = off as $$
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
--;;
-- Exports -----------------------------------------------------------------------------------------------------------
-- Which staff exported which data (docs/decisions/011). An export is recorded before its first byte is sent; its end is a
-- row of its own, because both tables are append-only.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  subject text not null check (subject in ('participants', 'points')),
  -- The list's filter. Of a search only its presence: its text is mostly a person's name.
  filter jsonb not null,
  begun_at timestamptz(3) not null
)
--;;
create index exports_by_user on exports (user_id)
--;;
create table export_ends (
  export_id bigint primary key references exports,
  ended_at timestamptz(3) not null,
  -- Rows read for the file; of an aborted or failed export an upper bound of the rows received.
  n_rows bigint not null,
  outcome text not null check (outcome in ('complete', 'aborted', 'failed'))
)
--;;
create trigger exports_append_only before update or delete on exports
  for each row execute function append_only()
--;;
create trigger exports_not_truncated before truncate on exports
  for each statement execute function append_only()
--;;
create trigger export_ends_append_only before update or delete on export_ends
  for each row execute function append_only()
--;;
create trigger export_ends_not_truncated before truncate on export_ends
  for each statement execute function append_only()
