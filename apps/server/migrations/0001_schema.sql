-- The portal's tables, functions and triggers, by subject.

create type points_description as enum (
  'oil_collected', 'collection_cancelled', 'item_reused', 'item_delivered',
  'coupon_created', 'coupon_cancelled', 'coupon_reimbursed');

-- Searches find names by their sound ('Vasilios' for Βασίλειος), and names with letters of both alphabets or variants of
-- letters (docs/decisions/005). The functions below are those of packages/contract/src/words/greek-letters.ts.
-- Latin letters beside Greek ones as the Greek letters that they look like. Calls no function of the portal: a restored
-- backup computes columns with an empty search_path.
create function unmixed(t text) returns text language plpgsql immutable strict parallel safe as $$
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
end $$;

-- Bodies are SQL expressions ("return …"), bound at creation: a restored dump recomputes the generated columns that call
-- them without a search_path.
-- The form in which names are compared: lower case, no accents, no final sigma. The collation is named because
-- lower() under LC_CTYPE=C leaves Greek capitals as they are.
create function norm(t text) returns text language sql immutable strict parallel safe
return unmixed(regexp_replace(
  translate(normalize(lower(t collate "und-x-icu"), nfd), 'ςµϐϑϕϖϰϱϲϵ', 'σμβθφπκρσε'),
  '[\u0300-\u036f]', '', 'g'));

-- Days are days of Europe/Athens; twice a year they have 23 or 25 hours.
create function athens_day(t timestamptz) returns date language sql immutable parallel safe
return (t at time zone 'Europe/Athens')::date;

create function athens_start(d date) returns timestamptz language sql immutable parallel safe
return d::timestamp at time zone 'Europe/Athens';

create function append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: records are reversed by further records, never changed', tg_table_name
    using errcode = 'restrict_violation';
end $$;

-- The facts of packages/contract/src/words/descriptions.ts that SQL needs; ledger/descriptions.test.ts compares them. Not
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
end;

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
end;

create function points_measure(d points_description) returns text language sql immutable parallel safe
return case d
  when 'oil_collected' then 'litres'
  when 'collection_cancelled' then 'litres'
  when 'item_reused' then 'items'
  when 'item_delivered' then 'items'
end;

create function is_delivery(d points_description) returns boolean language sql immutable parallel safe
return points_measure(d) is not null and points_sign(d) >= 0;

-- The next two serve checks of points_records. PL/pgSQL, because the planner inlines an SQL function in a check anew for
-- each statement: 0.1 ms of the 0.4 ms of a single record. They name the schema, because a restored dump checks rows
-- without a search_path.
create function has_points_sign(d points_description, points int) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return sign(points) * public.points_sign(d) >= 0;
end $$;

-- The facts of the contract, without calls of other functions: 1 to 2 % of the database's time for a batch of a partner.
create function is_coupon_reversal(d points_description) returns boolean
language plpgsql immutable parallel safe as $$
begin
  return d in ('coupon_cancelled', 'coupon_reimbursed');
end $$;

-- Shared ----------------------------------------------------------------------------------------------------------
-- The portal's facts about itself, e.g. that it holds demonstration data.
create table portal_state (
  key text primary key,
  value text not null
);

-- Keys the HMACs of a portal without PORTAL_SECRET (lib/security/hmac-keys.ts). 244 random bits; all servers share it.
insert into portal_state (key, value)
values ('hmac key', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

-- Accounts --------------------------------------------------------------------------------------------------------
create table municipalities (
  id int generated always as identity primary key,
  name text not null,
  regional_unit text not null,
  region text not null,
  sort_name text collate "C" not null generated always as (norm(name)) stored,
  unique (name, regional_unit)
);

-- A normalized text letter by letter, and then as it sounds, if that differs. Calls no function of the portal, as
-- `unmixed`.
create function latin_and_sound(t text) returns text language plpgsql immutable strict parallel safe as $$
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
end $$;

-- Greek letters as Latin ones, letter by letter, so that each prefix of a name gives a prefix of its Latin form: staff
-- find people while they type. η, ι, υ, y are all i, and ω, w are o, because spellings differ; other variants
-- (ch/x/h, b/mp, av/af …) are tried by the query (features/participants/search.ts).
create function to_latin(t text) returns text language sql immutable strict parallel safe
return latin_and_sound(norm(t));

create table users (
  id bigint generated always as identity primary key,
  email text not null,
  -- The key of an address is computed by the server (db/email-key.ts): SQL has no UTS 46. The trigger keeps keys of rows that are written
  -- without one, such as by an erasure.
  email_key text collate "C" not null unique,
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
  sub uuid not null default gen_random_uuid(),
  -- Roles of staff accounts: packages/contract/src/permissions.ts says what each may do.
  role text collate "C"
  constraint users_role_known check (role in ('clerk', 'manager', 'operator')),
  -- When the account was erased: its row stays without personal data, because the ledger and the counters refer to it.
  erased_at timestamptz(3)
  constraint users_erased check (
    erased_at is null
    or (not is_active and not is_staff and password_hash is null and first_name = '' and last_name = '' and telephone = '')),
  -- Language that a citizen chose for pages and mails. null: none chosen, which means Greek. Staff accounts are Greek.
  language text collate "C" constraint users_language check (language in ('el', 'en')),
  constraint users_role check (is_staff = (role is not null))
);

-- The staff's list in its order; a Greek search of surnames is a range of it.
create index users_by_name on users (sort_name, id) where is_active and not is_staff;

-- The most expensive imported Django hash: every failed sign-in takes as long (lib/security/passwords.ts).
create index users_with_django_hash on users ((split_part(password_hash, '$', 2)::int))
  where password_hash like 'pbkdf2_sha256$%';

-- The most expensive imported argon2 hash (memory × passes), for the same reason.
create index users_with_imported_argon2 on users (
    (substring(password_hash from 'm=(\d{1,7}),')::bigint * substring(password_hash from ',t=(\d{1,2}),')::bigint))
  where password_hash like '%argon2%' and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%';
create index users_by_municipality on users (municipality_id);
create unique index users_by_sub on users (sub);

-- The staff filter: without it, 500,000 accounts are scanned.
create index users_staff on users (is_active desc, sort_name, id) where is_staff;

-- Accounts that are not activated: the few of the last days, for the search of staff.
create index users_unactivated on users (created_at desc)
  where not is_active and activated_at is null and not is_staff and erased_at is null;

-- The three letters at each position of each word, fewer at its end: a word contains a text of up to three letters if one of
-- them begins with it. The index of them replaces that of trigrams, which ignore punctuation ('a.gr' read all people with an
-- address in .gr) and in some locales Greek letters, and that of letter pairs.
create function search_grams(t text) returns tsvector language plpgsql immutable strict parallel safe as $$
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
end $$;
create index users_by_grams on users using gin (search_grams(search_norm)) with (gin_pending_list_limit = 1024)
  where is_active and not is_staff;
create index users_sampled_by_grams on users using gin (search_grams(search_norm)) with (gin_pending_list_limit = 1024)
  where is_active and not is_staff and id % 101 = 0;
create index users_sampled_less_by_grams on users using gin (search_grams(search_norm)) with (gin_pending_list_limit = 1024)
  where is_active and not is_staff and id % 1010 = 0;
create index users_by_name_with_text on users (sort_name, id) include (latin_last, search_norm)
  where is_active and not is_staff and octet_length(search_norm) <= 1000;
create index users_by_name_of_long_text on users (sort_name, id)
  where is_active and not is_staff and octet_length(search_norm) > 1000;
create index users_with_greek_email on users (id)
  where is_active and not is_staff and octet_length(email) > length(email);
create index users_with_unicode_email on users (id) where octet_length(email) > length(email);

-- ANALYZE would compute the grams of 30,000 people for statistics that no plan needs.
alter index users_by_grams alter column 1 set statistics 0;
alter index users_sampled_by_grams alter column 1 set statistics 0;
alter index users_sampled_less_by_grams alter column 1 set statistics 0;

create function balances_opened() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into balances (participant_id) select id from added;
  return null;
end $$;
create trigger balances_opened after insert on users
  referencing new table as added for each statement execute function balances_opened();

create function participants_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger participants_counted_in after insert on users
  referencing new table as added for each statement execute function participants_counted();
create trigger participants_counted_changed after update on users
  referencing old table as removed new table as added for each statement execute function participants_counted();
create trigger participants_counted_out after delete on users
  referencing old table as removed for each statement execute function participants_counted();

-- New accounts: citizens who confirmed their address, by the Athens day of the confirmation and municipality.
create function accounts_counted() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger accounts_counted_in after insert on users
  referencing new table as added for each statement execute function accounts_counted();
create trigger accounts_counted_changed after update on users
  referencing old table as removed new table as added for each statement execute function accounts_counted();
create trigger accounts_counted_out after delete on users
  referencing old table as removed for each statement execute function accounts_counted();

create function set_email_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.email_key := coalesce(new.email_key, lower(new.email collate "und-x-icu"));
  elsif new.email <> old.email and new.email_key = old.email_key then
    new.email_key := lower(new.email collate "und-x-icu");
  end if;
  return new;
end $$;
create trigger set_email_key before insert or update of email on users for each row execute function set_email_key();

-- When an account was last used, for the retention period (features/privacy/retention-service.ts). A table of its own: an
-- update of users would also write its search indexes.
create table account_activity (
  user_id bigint primary key references users on delete cascade,
  -- Day in Athens; null: not since this table exists.
  last_sign_in_on date,
  -- When the mail about the coming erasure was queued. A sign-in removes it.
  warned_at timestamptz(3),
  -- When a mail server accepted the warning. Without it, the account is not erased but warned again. Meaningful while
  -- warned_at is set.
  warning_accepted_at timestamptz(3)
);
create index account_activity_warned on account_activity (warned_at) where warned_at is not null;

-- Accounts of citizens that staff have locked. Not a column of users: is_active also decides whether staff find an account
-- and whether partners may credit it.
create table account_locks (
  user_id bigint primary key references users (id) on delete cascade,
  reason text not null check (reason in ('own_request', 'stolen', 'misuse')),
  locked_at timestamp(3) with time zone not null,
  -- null: until it is unlocked
  ends_at timestamp(3) with time zone
);

-- Accounts whose data may only be stored (GDPR, article 18), as their owner or a manager for the owner asked. A row means that the
-- restriction is in force.
create table account_restrictions (
  user_id bigint primary key references users (id) on delete cascade,
  restricted_at timestamptz(3) not null,
  -- null: the owner
  restricted_by bigint references users (id),
  -- When it ends: a manager has told the owner by mail. null: until it is lifted.
  lifts_at timestamptz(3)
);

create table sessions (
  -- SHA-256 of the cookie's value: a reader of the table cannot sign in with it.
  token_hash text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- When the password was confirmed after the sign-in; null: not since then.
  confirmed_at timestamptz(3),
  -- Names the session in addresses; the hash would be a credential's fingerprint.
  id uuid not null default gen_random_uuid(),
  -- Recorded at most once a minute. expires_at follows it: the earlier of the idle and the absolute limit.
  last_seen_at timestamptz(3) not null default now(),
  -- Words found in the User-Agent header, such as Firefox and Windows; the header itself is not stored.
  browser text not null default '',
  system text not null default '',
  -- Truncated address.
  network text not null default '',
  -- Position in the WAL after the account's last change, in bytes: its lists are read from a standby server that has replayed
  -- as much. null: no change yet, or no standby server.
  wrote_up_to bigint
);
create index sessions_by_user on sessions (user_id);
create index sessions_by_expiry on sessions (expires_at);
create unique index sessions_by_id on sessions (id);

-- Looks first whether a stream is open, which is rare: a third of the time.
create function sessions_announced() returns trigger language plpgsql
set search_path = public, pg_temp as $$
begin
  if not exists (select from open_streams where account_id in (select user_id from removed)) then return null; end if;
  perform pg_notify('portal_sessions', string_agg(account_id::text, ','))
  from (
    select account_id, (row_number() over () - 1) / 380 as part from open_streams
    where expires_at > now() and account_id in (select user_id from removed)
    group by account_id
  ) one group by part;
  return null;
end $$;
create trigger sessions_announced after delete on sessions
  referencing old table as removed for each statement execute function sessions_announced();

-- Tries per window, by account and by address. The key is an HMAC: it shows no address or e-mail.
create table rate_limits (
  key text collate "C" primary key,
  tries int not null,
  resets_at timestamptz(3) not null
);
create index rate_limits_by_reset on rate_limits (resets_at);

-- Second factors --------------------------------------------------------------------------------------------------
create table totp_secrets (
  user_id bigint primary key references users on delete cascade,
  -- Encrypted with a key of PORTAL_SECRET.
  secret text not null,
  created_at timestamptz(3) not null,
  -- Time step of the last accepted code: each code is accepted once.
  last_step bigint not null
);

create table passkeys (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- Chosen by the authenticator, base64url.
  credential_id text collate "C" not null unique,
  -- COSE key, base64url.
  public_key text not null,
  -- The authenticator's count of signatures; 0 if it does not count.
  counter bigint not null,
  transports text[] not null,
  -- Given by the owner.
  name text not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3)
);
create index passkeys_by_user on passkeys (user_id);

create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  -- First character of the code, so that a try computes one hash and not ten.
  place text collate "C" not null,
  -- argon2id of the whole code.
  code_hash text not null,
  used_at timestamptz(3),
  primary key (user_id, place)
);

-- Sign-ins whose password was right and whose second factor is missing. Not in sessions, so that nothing accepts them.
create table pending_sign_ins (
  -- SHA-256 of the cookie's value.
  token_hash text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Of a passkey; used once.
  challenge text,
  -- A sign-in in a browser that is signed in as the same person continues that session with a new token and a new time, so that a
  -- site which requires a new sign-in (prompt=login, max_age) does not sign the person out at all others.
  replaces text
);
create index pending_sign_ins_by_user on pending_sign_ins (user_id);
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at);
comment on column pending_sign_ins.replaces is 'Token hash of the session of the same account that the sign-in continues.';

-- A factor that a session is adding: an encrypted TOTP secret, or the challenge of a passkey.
create table second_factor_set_ups (
  session_hash text collate "C" not null references sessions on delete cascade on update cascade,
  kind text collate "C" not null constraint second_factor_set_ups_kind check (kind in ('totp', 'passkey', 'confirmation')),
  secret text not null,
  expires_at timestamptz(3) not null,
  primary key (session_hash, kind)
);

-- Partner sites and the OpenID provider (docs/decisions/014) ------------------------------------------------------
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
  -- The last use of the previous secret, to the minute.
  previous_secret_used_at timestamptz(3),
  -- Counts changes by operators: one that is based on an earlier version is rejected.
  version int not null default 1,
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
  -- The last failed delivery; without a status if the webhook could not be reached.
  webhook_failed_at timestamptz(3),
  webhook_failed_status int,
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  -- Null: CAP_PARTNER_DAY and CAP_PERSON_DAY; 0: no cap.
  daily_cap bigint check (daily_cap >= 0),
  person_cap bigint check (person_cap >= 0),
  -- When a partner's program called the API last, to the minute.
  last_call_at timestamptz(3),
  -- Consents to the sites of third parties can be proven after their session (GDPR 7.1), and taking points is a scope of its own
  -- (decision 044).
  company text,
  purpose text,
  purpose_en text,
  privacy_url text,
  -- The sites of third parties get identifiers of their own for people, so that they cannot compare their users (decision 044).
  subject_type text not null default 'public' check (subject_type in ('public', 'pairwise')),
  constraint partners_previous_secret check ((previous_secret_hash is null) = (previous_secret_until is null))
);
comment on column partners.purpose is 'For which purpose the site asks for data, in Greek; purpose_en in English.';

-- The `sub` of an account at a partner whose subject type is pairwise: random, and stored at the first sign-in.
create table partner_subjects (
  partner_id int not null references partners,
  user_id bigint not null references users on delete cascade,
  sub uuid not null default gen_random_uuid(),
  primary key (partner_id, user_id),
  unique (partner_id, sub)
);
create index partner_subjects_by_user on partner_subjects (user_id);

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
);
create index oidc_payloads_by_grant on oidc_payloads (grant_id) where grant_id is not null;
create index oidc_payloads_by_uid on oidc_payloads (model, uid) where uid is not null;
create index oidc_payloads_by_session on oidc_payloads (session_hash) where session_hash is not null;
create index oidc_payloads_by_expiry on oidc_payloads (expires_at);

-- The sites where a session of the portal has signed in: one row a site.
create table partner_sign_ins (
  sid text collate "C" primary key,
  session_hash text collate "C" not null references sessions on delete cascade on update cascade,
  partner_id int not null references partners,
  grant_id text collate "C" not null,
  sub uuid not null
);
create index partner_sign_ins_by_session on partner_sign_ins (session_hash);
create index partner_sign_ins_by_partner on partner_sign_ins (partner_id, sub);

-- The `sub` by which a partner knows an account; null if a partner with pairwise ones does not know it.
create function sub_at(partner int, account uuid) returns uuid language sql stable
return (
  select case when p.subject_type = 'public' then account else (
    select s.sub from users u join partner_subjects s on s.user_id = u.id and s.partner_id = p.id where u.sub = account) end
  from partners p where p.id = partner);

-- The `sub` by which the partner knows the account.
create function partner_sign_ins_ended() returns trigger language plpgsql as $$
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
end $$;
create trigger partner_sign_ins_ended after delete on partner_sign_ins
  referencing old table as removed for each statement execute function partner_sign_ins_ended();

-- The words that people agreed to, once each.
create table consent_texts (
  hash text collate "C" primary key,
  body text not null
);

create table partner_consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  partner_id int not null references partners,
  scopes text[] not null,
  -- What was asked for and not given.
  refused text[] not null,
  text_version text not null,
  -- Null: given before the words were stored.
  text_hash text collate "C" references consent_texts,
  language text not null,
  given_at timestamptz(3) not null,
  withdrawn_at timestamptz(3)
);
create index partner_consents_by_user on partner_consents (user_id);

-- A new signing key is published before it signs; an old one until everything it signed has expired.
create table signing_keys (
  kid text collate "C" primary key,
  -- Encrypted with PORTAL_SECRET.
  private_jwk text not null,
  created_at timestamptz(3) not null,
  signs_from timestamptz(3) not null,
  retired_at timestamptz(3)
);

-- Rates and places ------------------------------------------------------------------------------------------------
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
);

-- Records refer to rates, so a rate can be ended once and not changed otherwise. Rates of one description, material and
-- unit do not overlap. A trigger, because an exclusion constraint would need another extension (btree_gist).
create function rates_guarded() returns trigger language plpgsql as $$
declare
  other rates;
begin
  -- The foreign keys of points_records and waiting_deliveries keep rates that were used.
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'UPDATE' and (new.valid_to is null or new.valid_to > old.valid_to
      or (new.id, new.description, new.material, new.unit, new.points_per_unit, new.valid_from, new.note)
        is distinct from (old.id, old.description, old.material, old.unit, old.points_per_unit, old.valid_from, old.note)) then
    raise exception 'rates are closed and replaced, never changed' using errcode = 'restrict_violation';
  end if;
  lock table rates in access exclusive mode;
  select r.* into other from rates r
  where r.id <> new.id and r.description = new.description and r.unit = new.unit
    and r.material is not distinct from new.material
    and daterange(r.valid_from, r.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')
  order by r.valid_from limit 1;
  if found then
    raise exception 'two rates hold on one day' using errcode = 'exclusion_violation', constraint = 'rates_overlap',
      -- Of the other rate, for the message: id, first and last day.
      detail = concat_ws(' ', other.id, to_char(other.valid_from, 'YYYY-MM-DD'), to_char(other.valid_to, 'YYYY-MM-DD'));
  end if;
  return new;
end $$;
create trigger rates_guarded before insert or update or delete on rates
  for each row execute function rates_guarded();

-- Names, contact, links, colour and logo, if operators have written them; at most one row.
create table brand (
  id boolean primary key default true check (id),
  -- Counts changes, so that processes read it again, and of two operators the second one notices.
  version int not null,
  content jsonb not null,
  logo bytea check (octet_length(logo) <= 409600),
  logo_type text check (logo_type in ('image/svg+xml', 'image/png')),
  changed_at timestamptz not null,
  check ((logo is null) = (logo_type is null))
);

-- Collection points, which /places shows to everyone. Operators and `portal import places` write them.
create table places (
  -- The operator's own number, which may change.
  id text primary key,
  key int generated always as identity unique,
  kind text not null check (kind in ('green_atm', 'orange_bin', 'reuse_centre')),
  name text not null,
  address text not null,
  municipality_id int not null references municipalities,
  latitude double precision not null,
  longitude double precision not null,
  -- Free text; empty only if the opening hours are known: times by weekday (packages/contract/src/hours).
  hours text not null,
  opening_hours jsonb,
  -- Days of Athens, both included; until null: until further notice. Citizens see the message.
  closed_from date,
  closed_until date,
  closed_message text,
  -- Counts changes, so that of two operators the second one notices.
  version int not null default 1,
  -- What a search of operators reads.
  search_norm text collate "C" not null generated always as (norm(id || ' ' || name || ' ' || address)) stored,
  constraint places_hours check (hours <> '' or opening_hours is not null),
  constraint places_closed check (
    case when closed_from is null then closed_until is null and closed_message is null
      else closed_until is null or closed_until >= closed_from end)
);

-- Lists of records find the collection points that partners named, for each record of a page.
create index places_by_name on places (name);

-- Stickers --------------------------------------------------------------------------------------------------------
create table sticker_batches (
  id int generated always as identity primary key,
  count int not null check (count > 0),
  note text not null default '',
  created_at timestamptz(3) not null,
  created_by bigint references users
);

create table stickers (
  id bigint generated always as identity primary key,
  code text collate "C" not null unique,
  batch_id int not null references sticker_batches,
  bound_to bigint references users,
  bound_at timestamptz(3),
  lost_at timestamptz(3),
  replaced_by bigint references stickers,
  -- When the owner of the sticker was erased: from then on it is like a code that was never issued.
  retired_at timestamptz(3)
  constraint stickers_retired check (retired_at is null or bound_to is null),
  check ((bound_to is null) = (bound_at is null)),
  check (lost_at is null or bound_to is not null),
  check (replaced_by is null or lost_at is not null)
);
create index stickers_of_batch on stickers (batch_id, id);
create index stickers_of_owner on stickers (bound_to, id) where bound_to is not null;

-- Offers and devices ----------------------------------------------------------------------------------------------
-- What citizens get for points from the portal itself. `taken` and offer_days count under the lock of the offer's row, so
-- that the last item goes to one.
create table offers (
  id int generated always as identity primary key,
  -- The shop, or who receives the donations.
  partner_id int not null references partners,
  kind text not null check (kind in ('coupon', 'donation')),
  state text not null default 'draft' check (state in ('draft', 'published', 'ended')),
  title text not null,
  title_en text,
  description text not null default '',
  description_en text,
  -- Where coupons are accepted: an address, as citizens read it.
  place text,
  -- Of a coupon its price, of a donation the least.
  points int not null check (points > 0),
  -- How many days a coupon is valid, the day of its issue included.
  coupon_days int check (coupon_days > 0),
  -- Days of Athens, both included.
  starts_on date not null,
  ends_on date,
  -- Null: without limit.
  stock int check (stock > 0),
  stock_per_day int check (stock_per_day > 0),
  per_person int check (per_person > 0),
  -- The limit by person counts the coupons of so many days; null: all.
  per_person_days int check (per_person_days > 0),
  -- Null: people of all municipalities.
  municipalities int[],
  -- How many days a coupon may be given back, the day of its issue included; null: never.
  return_days int check (return_days > 0),
  -- Whether the points return when an unused coupon expires.
  returns_when_expired boolean not null default false,
  -- Exchanges, without coupons given back, and the points paid for them, without those that returned.
  taken int not null default 0,
  points_taken bigint not null default 0,
  -- Counts changes by operators.
  version int not null default 1,
  created_at timestamptz(3) not null,
  published_at timestamptz(3),
  ended_at timestamptz(3),
  constraint offers_period check (ends_on is null or ends_on >= starts_on),
  constraint offers_kind check (
    case kind when 'coupon' then coupon_days is not null
      else coupon_days is null and return_days is null and not returns_when_expired end),
  constraint offers_limit check (per_person_days is null or per_person is not null)
);

-- How many of an offer were taken on a day of Athens.
create table offer_days (
  offer_id int not null references offers,
  day date not null,
  taken int not null,
  primary key (offer_id, day)
);

-- Written anew by the portal: no file of an operator is sent to citizens as it came.
create table offer_pictures (
  offer_id int primary key references offers,
  content bytea not null check (octet_length(content) <= 409600),
  type text not null check (type in ('image/png', 'image/jpeg')),
  -- The beginning of SHA-256 of the content, in its address.
  hash text collate "C" not null unique
);

-- Phones and tills of partners without software. A device is enrolled by a code or a link, keeps a secret in a cookie, and is
-- used with a PIN.
create table devices (
  id int generated always as identity primary key,
  partner_id int not null references partners,
  name text not null,
  place_key int references places (key) on delete set null,
  -- What it may do: 'coupons', 'reuse', 'oil'.
  may text[] not null check (may <> '{}' and may <@ array['coupons', 'reuse', 'oil']),
  -- A keyed hash of the code of its enrolment; SHA-256 of the secret of its cookie.
  enrolment_hash text collate "C" unique,
  enrolment_until timestamptz(3),
  secret_hash text collate "C" unique,
  -- An argon2 PHC string.
  pin_hash text,
  pin_failures int not null default 0,
  -- After five wrong PINs, until an operator unlocks it.
  locked_at timestamptz(3),
  -- Until when it works without the PIN; each call of a person extends it.
  open_until timestamptz(3),
  version int not null default 1,
  created_at timestamptz(3) not null,
  enrolled_at timestamptz(3),
  last_seen_at timestamptz(3),
  revoked_at timestamptz(3),
  constraint devices_enrolled check ((enrolled_at is null) = (secret_hash is null) and (pin_hash is null) = (secret_hash is null))
);
create index devices_of_partner on devices (partner_id, id);

-- Links with which the contact of a partner adds devices.
create table device_links (
  id int generated always as identity primary key,
  partner_id int not null references partners,
  token_hash text collate "C" not null unique,
  may text[] not null,
  devices_left int not null check (devices_left >= 0),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null
);

-- Points records --------------------------------------------------------------------------------------------------
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
with (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000, autovacuum_analyze_scale_factor = 0.01);
create index points_records_newest on points_records (created_at desc, id desc);
create index points_records_of_participant on points_records (participant_id, created_at desc, id desc);

-- A partner's list of events (docs/decisions/015).
create index points_records_of_partner on points_records (partner_id, id) where partner_id is not null;
create index points_records_by_rate on points_records (rate_id, created_at) where rate_id is not null;
create index points_records_by_reversal on points_records (reversal_of) where reversal_of is not null;

-- Records of reuse with negative points: the sign of all others follows from their description. With the counters by
-- description they give the sums of positive and of negative points (docs/decisions/012).
create index points_records_corrections on points_records (created_at) include (points)
  where points < 0 and points_sign(description) = 0;
create index points_records_manual_oil on points_records (participant_id, created_at)
  where source = 'portal' and description = 'oil_collected';
create trigger points_records_not_truncated before truncate on points_records
  for each statement execute function append_only();

-- A record is reversed in whole or in parts, never by more than its points. The row lock serializes reversals of one
-- record, so that the second one sees the first one's sum.
create function points_records_reversal_checked() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;
create trigger points_records_reversal_checked before insert on points_records
  for each row when (new.reversal_of is not null) execute function points_records_reversal_checked();

-- A number in a record's details, or null if it is missing or not plausible: one typo would exceed a year's sum.
create function numeric_detail(details jsonb, name text) returns numeric language sql immutable parallel safe
return case when jsonb_typeof(details -> name) = 'number' then
  case when (details -> name)::numeric between 0 and 100000 then (details -> name)::numeric end
end;

-- What a record adds to the litres or items: negative for cancellations and corrections, null if not stated. Litres are
-- in thousandths, because integers add up exactly.
create function amount_of(description points_description, points int, details jsonb)
returns bigint language sql immutable parallel safe
return case points_measure(description)
  when 'litres' then round(numeric_detail(details, 'litres') * 1000)::bigint
  when 'items' then trunc(coalesce(numeric_detail(details, 'items'), numeric_detail(details, 'item_count')))::bigint
end * case when points < 0 or points_sign(description) < 0 then -1 else 1 end;

create function points_records_counted() returns trigger language plpgsql
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
end $$;
create trigger points_records_counted after insert on points_records
  referencing new table as added for each statement execute function points_records_counted();

create function chain_digest(value text) returns text language sql stable strict parallel safe
return encode(sha256(convert_to(value, 'UTF8')), 'hex');

-- The only change of a record: its details, which may hold a partner's free text about a person, are erased. Their
-- digest stays.
create function points_records_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.details is not null and new.details is null
    and to_jsonb(old) - 'details' = to_jsonb(new) - 'details' then
    insert into chain_erasures (chain, row_id, digest)
    values ('points_records', old.id, chain_digest(old.details::text));
    return new;
  end if;
  raise exception 'points_records is append-only: records are reversed by further records, never changed'
    using errcode = 'restrict_violation';
end $$;
create trigger points_records_append_only before update or delete on points_records
  for each row execute function points_records_guarded();

-- One notification contains the accounts of a statement. PostgreSQL accepts fewer than 8,000 bytes: 380 ids have at most
-- 7,600. It drops equal notifications of a transaction, and announces only what is committed.
create function points_records_announced() returns trigger language plpgsql
  set search_path to 'public', 'pg_temp' as $$
begin
  perform pg_notify('portal_points', string_agg(account_id::text, ','))
  from (
    select account_id, (row_number() over () - 1) / 380 as part from open_streams
    where expires_at > now() and account_id in (select participant_id from added)
    group by account_id
  ) one group by part;
  return null;
end $$;
create trigger points_records_announced after insert on points_records
  referencing new table as added for each statement execute function points_records_announced();

-- Coupons whose code the portal shows to its owner. The points are in points_records.
create table coupons (
  record_id bigint primary key references points_records,
  participant_id bigint not null references users,
  -- Encrypted with PORTAL_SECRET: everyone who has a code can use the coupon.
  code text not null,
  -- The last characters of the code, for staff.
  ending text not null,
  title text not null,
  shop text,
  -- Day of Europe/Athens.
  valid_until date,
  used_at timestamptz,
  -- All its points were returned.
  cancelled_at timestamptz,
  -- The portal's own: of which offer, a keyed hash of the code by which desks find it, and where it was used.
  offer_id int references offers,
  code_hash text collate "C" unique,
  title_en text,
  used_device_id int references devices,
  constraint coupons_of_offer check ((offer_id is null) = (code_hash is null)),
  constraint coupons_used_device check (used_device_id is null or (used_at is not null and offer_id is not null))
);
create index coupons_by_participant on coupons (participant_id);
create index coupons_by_offer on coupons (offer_id, valid_until) where offer_id is not null;

-- Links that give a coupon to another account. They work once; the giver may withdraw them.
create table coupon_gifts (
  record_id bigint primary key references coupons on delete cascade,
  token_hash text collate "C" not null unique,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- A repeated call of who took it gets the coupon again.
  taken_at timestamptz(3)
);

-- A use at a desk, and its undoing, as points_records_announced announces records.
create function coupon_use_announced() returns trigger language plpgsql
  set search_path to 'public', 'pg_temp' as $$
begin
  if exists (select from open_streams where account_id = new.participant_id and expires_at > now()) then
    perform pg_notify('portal_points', new.participant_id::text);
  end if;
  return null;
end $$;
create trigger coupon_use_announced after update of used_at on coupons
  for each row when (
    old.used_at is distinct from new.used_at and (old.used_device_id is not null or new.used_device_id is not null))
  execute function coupon_use_announced();

-- Every reference that a partner has used, for records and waiting deliveries alike: one table, so that two concurrent
-- calls cannot use one reference for both.
create table partner_references (
  partner_id int not null,
  reference text collate "C" not null,
  -- The beginning of SHA-256 over the entry: a repetition gets the first answer, other content is rejected.
  content bytea not null,
  received_at timestamptz(3) not null,
  primary key (partner_id, reference)
) with (autovacuum_analyze_scale_factor = 0.01);

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
);
create index waiting_deliveries_of_sticker on waiting_deliveries (sticker_code, id)
  where record_id is null and withdrawn_by is null;

-- A partner's waiting deliveries: counted against its limit, and removed when they are too old.
create index waiting_deliveries_of_partner on waiting_deliveries (partner_id, received_at) where record_id is null;

-- Points that a partner gave on a day of Athens. A call updates its row last, shortly before its commit.
create table partner_days (
  partner_id int not null references partners,
  day date not null,
  points bigint not null,
  primary key (partner_id, day)
) with (fillfactor = 50);

-- Why records, reversals and uses of coupons of partners were rejected: the partner's own reference and the error code.
create table rejected_records (
  partner_id int not null references partners,
  code text collate "C" not null,
  -- Empty if it may be something else than a number of the partner's, such as a name.
  reference text collate "C" not null,
  rejected_at timestamptz(3) not null,
  primary key (partner_id, code, reference)
);
create index rejected_records_by_time on rejected_records (partner_id, rejected_at);

-- How many records of each partner were there already, by minute.
create table repeated_records (
  partner_id int not null references partners,
  minute timestamptz(3) not null,
  count int not null,
  primary key (partner_id, minute)
);

-- What devices did, by the reference that each device chose: daily sums, and the list of the day. The points are in
-- points_records. `held`: sent after the device was revoked; an operator decides.
create table desk_entries (
  id bigint generated always as identity primary key,
  device_id int not null references devices,
  reference uuid not null,
  kind text not null check (kind in ('brought', 'took', 'oil', 'coupon')),
  state text not null check (state in ('recorded', 'waiting', 'held', 'refused', 'undone')),
  received_at timestamptz(3) not null,
  -- When it happened by the portal's clock, and by the device's.
  happened_at timestamptz(3) not null,
  device_at timestamptz(3) not null,
  -- The record of the points; of a coupon, its record.
  record_id bigint references points_records,
  participant_id bigint references users,
  sticker_code text collate "C",
  material text,
  quantity numeric(9, 3),
  -- Of a coupon what it had cost.
  points int,
  -- Of a coupon, for the settlement: the coupon itself is deleted with its owner.
  offer_id int references offers,
  -- Why it was refused: a code of packages/contract/src/error-codes.ts.
  code text collate "C",
  -- Who decided on a held entry.
  decided_by bigint references users,
  decided_at timestamptz(3),
  unique (device_id, reference)
);
create index desk_entries_by_day on desk_entries (device_id, happened_at);
create index desk_entries_by_time on desk_entries (happened_at);
create index desk_entries_held on desk_entries (id) where state = 'held';
create index desk_entries_of_participant on desk_entries (participant_id) where participant_id is not null;
create index desk_entries_of_coupon on desk_entries (record_id) where kind = 'coupon';
-- The deletion of an account looks for what it has decided.
create index desk_entries_of_operator on desk_entries (decided_by) where decided_by is not null;

-- Codes that citizens show at desks: a new one every minute, each valid for three. The first device that reads a code has it
-- for its visit; for all others it is used up. Kept as long as entries may arrive late.
create table card_codes (
  code_hash text collate "C" primary key,
  participant_id bigint not null references users on delete cascade,
  issued_at timestamptz(3) not null,
  device_id int references devices,
  read_at timestamptz(3)
);
create index card_codes_by_time on card_codes (issued_at);
create index card_codes_of_participant on card_codes (participant_id);

-- Cards on paper: with them points are given, never taken.
create table printed_cards (
  id int generated always as identity primary key,
  code_hash text collate "C" not null unique,
  participant_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3)
);
create unique index printed_cards_valid on printed_cards (participant_id) where revoked_at is null;

-- Balances and counters -------------------------------------------------------------------------------------------
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
  -- Points that partners gave a participant on the last day (Athens, of received_at) on which they gave any. A reversal
  -- of the same day subtracts; coupons do not count.
  given_on date,
  given bigint not null default 0,
  constraint balances_add_up check (available = reuse + cookingoils - redeemed)
) with (fillfactor = 80);

-- No writer takes points of a restricted account, also not one that does not ask. Who restricts an account
-- locks its balance first, so that the query sees it.
create function reject_taking_of_restricted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if exists (select from account_restrictions r where r.user_id = new.participant_id) then
    raise exception 'The processing of the account is restricted.' using errcode = 'PR001';
  end if;
  return new;
end $$;
create trigger balances_restricted before update on balances for each row
when (new.available < old.available or new.redeemed > old.redeemed)
execute function reject_taking_of_restricted();

-- Records per Athens day and month. Writers append to a delta that the server folds in every few seconds; readers add the
-- delta. With a trigger that updates the day's row all writers wait for one row: 422 against 3,243 records/s.
create table points_day (day date primary key, n int not null) with (fillfactor = 70);

create table points_month (month date primary key, n int not null) with (fillfactor = 70);

create table points_delta (day date not null, n int not null);

-- The number of participants (active accounts that are not staff), as a total and a delta of the same kind.
create table participants_total (n bigint not null);
insert into participants_total values (0);

create table participants_delta (n bigint not null);

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
) with (fillfactor = 70);

-- The same by month, so that a year reads 12 rows a municipality and description.
create table activity_month (like activity_day including all) with (fillfactor = 70);

-- What is not folded in yet.
create table activity_delta (like activity_day including defaults);

-- Accounts with an open stream (features/live), by server process. Of the other accounts nothing is announced: NOTIFY
-- takes a lock on the whole database until the commit is on disk, so that with a notification in every transaction ten
-- connections recorded 330 records/s instead of 870. A stopped process deletes its rows; those of a killed one expire.
create unlogged table open_streams (
  account_id bigint not null references users on delete cascade,
  process uuid not null,
  expires_at timestamptz not null,
  primary key (account_id, process)
);
create index open_streams_process on open_streams (process);

-- Checks: caps, flags, approvals ----------------------------------------------------------------------------------
-- Changes of rates, imports and manual records that a second person has to approve.
create table approvals (
  id int generated always as identity primary key,
  kind text not null check (kind in ('rate_added', 'rate_closed', 'rate_deleted', 'rate_replaced', 'points_imported', 'points_added', 'email_changed')),
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
);
create index approvals_open on approvals (id) where decision is null;

-- One request for each file at a time; a rejected one may be requested again.
create unique index approvals_of_file on approvals ((payload ->> 'sha256'))
  where kind = 'points_imported' and decision is distinct from 'rejected' and executed_at is null;

create table approvers (
  id int generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- null: a command.
  asked_by bigint references users,
  asked_at timestamptz(3) not null,
  -- null: the first approver of the portal, or a command.
  confirmed_by bigint references users,
  confirmed_at timestamptz(3),
  -- The time of the first possible approval.
  approves_from timestamptz(3),
  ended_at timestamptz(3),
  constraint approvers_confirmed_by_another check (confirmed_by <> user_id and confirmed_by <> asked_by),
  check ((confirmed_at is null) = (approves_from is null)),
  check (confirmed_by is null or confirmed_at is not null)
);
create unique index approvers_present on approvers (user_id) where ended_at is null;

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
  -- `credited_twice`: a delivery that staff may have credited by hand already, with the points given by hand as `cap`. Such a
  -- flag looked like one of a participant from one partner, and was not raised if there was one on that day.
  credited_twice boolean not null default false,
  staff_id bigint references users (id),
  -- The member of staff who made the request; null: the participant is the other person.
  requester_id bigint references users,
  shared text[] not null default '{}',
  occasion text,
  constraint ledger_flags_resolved check ((resolved_by is null) = (resolved_at is null)),
  constraint ledger_flags_concerned check (partner_id is not null or participant_id is not null or staff_id is not null),
  constraint ledger_flags_resolved_by_another check (resolved_by <> staff_id and resolved_by <> requester_id),
  constraint ledger_flags_once unique nulls not distinct (partner_id, participant_id, day, rejected, credited_twice, staff_id, requester_id, occasion)
);
create index ledger_flags_open on ledger_flags (id) where resolved_at is null;
create index ledger_flags_of_participant on ledger_flags (participant_id) where participant_id is not null;

-- Each read by staff looks for the flag of its day (lib/audit/staff-reads.ts).
create index ledger_flags_of_staff on ledger_flags (staff_id, day) where staff_id is not null;

-- The people whose data each member of staff has read on a day of Athens, to flag unusual numbers. No foreign key to the
-- people: it would lock the account of everyone in a list, and the rows are deleted after their day.
create table staff_reads (
  staff_id bigint not null references users (id) on delete cascade,
  day date not null,
  participant_id bigint not null,
  primary key (staff_id, day, participant_id)
);

-- Links in mails, and changes of addresses ------------------------------------------------------------------------
-- Changes of the address of an account: requested, confirmed at the new address, and possibly taken back by the old one. While a
-- change can be taken back, no other account gets the old address.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  old_email text not null,
  -- of old_email, as in users
  old_key text collate "C" not null,
  new_email text not null,
  -- The request of staff that a second person approves; null: by the person.
  approval_id bigint references approvals (id) on delete cascade,
  requested_at timestamp(3) with time zone not null,
  -- Until when it can be confirmed; null: it waits for the approval.
  expires_at timestamp(3) with time zone,
  confirmed_at timestamp(3) with time zone,
  undo_until timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  constraint email_changes_undo check ((confirmed_at is null) = (undo_until is null))
);
create unique index email_changes_open on email_changes (user_id, (approval_id is null)) where confirmed_at is null;
create index email_changes_user on email_changes (user_id);
create index email_changes_old_key on email_changes (old_key) where undo_until is not null and undone_at is null;
create unique index email_changes_approval on email_changes (approval_id);

-- Links in mails or from staff: single use, hashed, expiring. 'activation' confirms an address, 'password' sets a
-- password, 'disown' is the link 'Δεν ήσασταν εσείς;' of activation mails.
create table account_tokens (
  token_hash text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  purpose text not null check (purpose in ('activation', 'password', 'disown', 'erasure', 'erasure_cancel', 'email_change', 'email_restore')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  -- Query string of the page that requested a mailed link, which continues there. Some mail programs break long links, so
  -- that they contain only a mark if the query string is long (features/accounts/send-mail.ts). null: none.
  query text,
  -- The change that a link confirms or takes back: with the change, its links end.
  email_change_id bigint references email_changes (id) on delete cascade
);
create index account_tokens_by_user on account_tokens (user_id);
create index account_tokens_by_expiry on account_tokens (expires_at);
create index account_tokens_email_change on account_tokens (email_change_id) where email_change_id is not null;

-- Claims and calls ------------------------------------------------------------------------------------------------
-- Deliveries that citizens report as not credited (features/claims). An erasure deletes them.
create table delivery_claims (
  id int generated always as identity primary key,
  participant_id bigint not null references users on delete cascade,
  -- Chosen by the browser, so that a repeated submit creates no second claim.
  submission uuid not null,
  -- What a desk recorded for somebody else: its record, or that of a coupon that was used; where and when. A coupon whose use was
  -- undone may be used again, which is another visit.
  record_id bigint references points_records,
  device_id int references devices,
  visited_at timestamptz(3),
  -- As typed: it need not exist.
  sticker_code text collate "C",
  -- The collection point as it was then: an import may remove it.
  place_id text,
  place_name text,
  day date not null,
  hour smallint check (hour between 0 and 23),
  litres numeric(7, 3) check (litres > 0),
  note text not null default '',
  created_at timestamptz(3) not null,
  -- 'credited': a delivery; 'undone': what a desk recorded.
  state text not null check (state in ('open', 'approval', 'credited', 'undone', 'rejected')),
  -- The request for a decision that a second person has to approve.
  approval_id int references approvals,
  -- null: not decided, or credited automatically.
  decided_by bigint references users,
  decided_at timestamptz(3),
  points int,
  -- The waiting delivery that was credited; null: by hand, or none.
  delivery_id bigint,
  reason text,
  answer text not null default '',
  -- The members of staff with whom the citizen shared something when the claim was filed: later changes do not hide it.
  staff_at_filing bigint[] not null default '{}',
  unique (participant_id, submission),
  constraint delivery_claims_of_visit unique (participant_id, record_id, visited_at),
  check (sticker_code is not null or place_id is not null or record_id is not null),
  check (num_nulls(record_id, device_id, visited_at) in (0, 3)),
  check (case state when 'credited' then record_id is null when 'undone' then record_id is not null else true end),
  check ((state in ('credited', 'undone', 'rejected')) = (decided_at is not null)),
  check ((state = 'approval') <= (approval_id is not null))
);
create index delivery_claims_open on delivery_claims (id) where state in ('open', 'approval');
create index delivery_claims_decided on delivery_claims (decided_at) where decided_at is not null;
create unique index delivery_claims_of_approval on delivery_claims (approval_id) where approval_id is not null;

-- Notes of staff about calls of participants, which the participants read in their export.
create table call_notes (
  id bigint generated always as identity primary key,
  -- Accounts that were never activated are deleted.
  participant_id bigint not null references users on delete cascade,
  author_id bigint not null references users,
  created_at timestamptz not null,
  text text not null check (length(text) between 1 and 500)
);
create index call_notes_by_participant on call_notes (participant_id, id);

-- Mails about points, and notices ---------------------------------------------------------------------------------
-- Accounts that want mails about their points. Ingestion does no work for them: a job compares the number of records with
-- that of the last mail (features/points-mails).
create table points_mails (
  user_id bigint primary key references users on delete cascade,
  mode text not null check (mode in ('at_once', 'daily')),
  -- In the links of the mails: turns them off, and nothing else.
  token uuid not null unique default gen_random_uuid(),
  -- Number of the account's records at the last mail.
  told bigint not null,
  -- Earliest time of the next mail.
  next_at timestamptz not null
);
create index points_mails_next on points_mails (next_at);

-- Texts of the public pages that operators publish in the console. Without a row, the page shows the shipped file.
create table page_texts (
  id bigint generated always as identity primary key,
  page text collate "C" not null,
  language text collate "C" not null check (language in ('el', 'en')),
  -- Markdown. Null: the shipped file from this day on.
  text text check (length(text) between 1 and 100000),
  valid_from date not null,
  published_at timestamptz(3) not null,
  -- Account number of staff. Null: a command.
  published_by bigint
);
create index page_texts_shown on page_texts (page, language, valid_from desc, id desc);

create table page_drafts (
  page text collate "C" not null,
  language text collate "C" not null check (language in ('el', 'en')),
  text text not null check (length(text) <= 100000),
  saved_at timestamptz(3) not null,
  saved_by bigint,
  primary key (page, language)
);

-- What only the operator knows, such as legal bases: a text, or an object of texts by language.
create table page_values (
  key text collate "C" primary key,
  value jsonb not null
);

-- Published texts of the privacy notices and terms, as people read them, numbered from 1 by page and language.
create table notice_versions (
  page text collate "C" not null,
  language text collate "C" not null check (language in ('el', 'en')),
  number int not null check (number > 0),
  hash text collate "C" not null,
  text text not null,
  served_at timestamptz(3) not null,
  primary key (page, language, number)
);

-- Of which version of a page an account was informed: by mail, or by the notice that it has closed. The latest only.
create table notice_news (
  user_id bigint not null references users (id) on delete cascade,
  page text collate "C" not null,
  -- Of the Greek text.
  number int not null,
  mailed_at timestamptz(3),
  dismissed_at timestamptz(3),
  primary key (user_id, page)
);

-- Audit and exports -----------------------------------------------------------------------------------------------
-- Who did what with whose data. Contains no names, addresses or search texts, so that an erasure does not have to change
-- it: actors and subjects are ids, and texts are in audit_texts.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_kind text collate "C" not null
    constraint audit_entries_actor_kind check (actor_kind in ('visitor', 'citizen', 'staff', 'partner', 'device', 'command', 'job')),
  -- An account of users or of partners; without a foreign key, because it differs by kind and outlives the account.
  actor_id bigint,
  -- The name of the command or job.
  actor_name text collate "C",
  -- Network of the call as in rate limits: an IPv4 address, or the /56 network of an IPv6 address.
  network text collate "C",
  action text collate "C" not null,
  -- The account whose data it is; null: several, or none.
  subject_id bigint,
  -- Facts without personal data, such as counts, periods and ids.
  details jsonb not null default '{}'
);
create index audit_entries_of_subject on audit_entries (subject_id, at desc, id desc) where subject_id is not null;
create index audit_entries_of_actor on audit_entries (actor_kind, actor_id, at desc, id desc);
create index audit_entries_of_action on audit_entries (action, at desc, id desc);
create index audit_entries_by_time on audit_entries (at desc, id desc);
create trigger audit_entries_not_truncated before truncate on audit_entries
  for each statement execute function append_only();

create function audit_entries_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.id <= (select a.last_id from chain_anchors a where a.chain = 'audit_entries') then
    return old;
  end if;
  raise exception 'audit_entries is append-only: entries leave by remove_audit_entries()'
    using errcode = 'restrict_violation';
end $$;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function audit_entries_guarded();

-- Search texts, often names or telephones: deleted with the person they name, or when they are old.
create table audit_texts (
  entry_id bigint primary key references audit_entries,
  text text not null
);

-- Files that operators import, and how far each is. With personal data: deleted after seven days, the upload at once after the
-- import. `runner` and `beat_at` say which process works on it: another one takes it over when the beats stop.
create table imports (
  id int generated always as identity primary key,
  kind text not null check (kind in ('municipalities', 'participants', 'points', 'stickers')),
  user_id bigint not null references users on delete cascade,
  state text not null
    check (state in ('uploading', 'waiting', 'running', 'checked', 'approval', 'done', 'failed')),
  step text not null default 'check' check (step in ('check', 'import')),
  strict boolean not null default false,
  bytes int not null check (bytes > 0),
  sha256 text,
  created_at timestamptz(3) not null,
  queued_at timestamptz(3),
  runner uuid,
  beat_at timestamptz(3),
  attempts int not null default 0,
  progress int not null default 0,
  counts jsonb,
  preview jsonb,
  problems jsonb,
  failure text,
  needs_approval boolean not null default false,
  approval_id bigint
);
create index imports_by_user on imports (user_id);
create index imports_due on imports (queued_at) where state in ('waiting', 'running');

create table import_parts (
  import_id int not null references imports on delete cascade,
  purpose text not null check (purpose in ('upload', 'left_out')),
  number int not null,
  content bytea not null,
  primary key (import_id, purpose, number)
);

-- Which staff exported which data (docs/decisions/011). An export is recorded before its first byte is sent; its end is a
-- row of its own, because both tables are append-only.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  subject text not null check (subject in ('participants', 'points', 'audit')),
  -- The list's filter. Of a search only its presence: its text is mostly a person's name.
  filter jsonb not null,
  begun_at timestamptz(3) not null
);
create index exports_by_user on exports (user_id);
create trigger exports_not_truncated before truncate on exports
  for each statement execute function append_only();

create function remove_exports(begun_before timestamptz, max_rows int) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  -- An export may end a day after it began.
  limit_at timestamptz := least(begun_before, now() - interval '366 days');
  old_ones bigint[] := array(select e.id from exports e where e.begun_at < limit_at order by e.id limit max_rows);
begin
  delete from export_people p where p.export_id = any (old_ones);
  delete from export_ends n where n.export_id = any (old_ones);
  delete from exports e where e.id = any (old_ones);
  return cardinality(old_ones);
end $$;

-- Exports and what they contained are as old as their entries in the audit log.
create function exports_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (to_jsonb(old) ->> tg_argv[0])::timestamptz < now() - interval '365 days' then
    return old;
  end if;
  raise exception '% is append-only: exports leave by remove_exports()', tg_table_name
    using errcode = 'restrict_violation';
end $$;
create trigger exports_append_only before update or delete on exports
  for each row execute function exports_guarded('begun_at');

create table export_ends (
  export_id bigint primary key references exports,
  ended_at timestamptz(3) not null,
  -- Rows read for the file; of an aborted or failed export an upper bound of the rows received.
  n_rows bigint not null,
  outcome text not null check (outcome in ('complete', 'aborted', 'failed'))
);
create trigger export_ends_not_truncated before truncate on export_ends
  for each statement execute function append_only();
create trigger export_ends_append_only before update or delete on export_ends
  for each row execute function exports_guarded('ended_at');

-- Who was in an export of a search, so that each of them sees it in the own log. The accounts of a thousand consecutive ids
-- are one row: 500,000 people take 500 rows of some 2 kB, and the question of one person reads one row for each export.
create table export_people (
  export_id bigint not null references exports (id),
  -- id / 1000
  block bigint not null,
  -- id % 1000
  ids smallint[] not null,
  primary key (block, export_id)
);
create index export_people_by_export on export_people (export_id);

-- Hash chains (docs/decisions/021) --------------------------------------------------------------------------------
-- Hash chains over append-only tables (docs/decisions/021). Rows are inserted without a hash; a job seals all rows of a
-- range of ids into a block (lib/chain).
create table chain_blocks (
  chain text collate "C" not null,
  number bigint not null,
  -- Both included. A block begins after the last id of the one before, so that no id is between blocks.
  first_id bigint not null,
  last_id bigint not null,
  n_rows int not null,
  -- SHA-256 of the rows.
  digest bytea not null,
  previous_hash bytea not null,
  -- SHA-256 of the previous hash, the columns above and the digest.
  hash bytea not null,
  sealed_at timestamptz(3) not null,
  primary key (chain, number),
  check (first_id <= last_id)
);
create trigger chain_blocks_not_truncated before truncate on chain_blocks
  for each statement execute function append_only();

create function chain_blocks_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.number <= (select a.number from chain_anchors a where a.chain = old.chain) then
    return old;
  end if;
  raise exception 'chain_blocks is append-only' using errcode = 'restrict_violation';
end $$;
create trigger chain_blocks_append_only before update or delete on chain_blocks
  for each row execute function chain_blocks_guarded();

-- Entries of the audit log leave after RETENTION_AUDIT (docs/decisions/047): by whole sealed blocks, from the oldest, and
-- never those of the last 365 days, whatever the caller asks for. The anchor is the last block that left.
create table chain_anchors (
  chain text collate "C" primary key,
  number bigint not null,
  last_id bigint not null,
  hash bytea not null,
  -- Rows that left, in all blocks up to this one.
  n_rows bigint not null,
  removed_at timestamptz(3) not null default now()
);

-- An anchor only moves on, to a block that the chain has, is not its newest one, and whose rows are old.
create function chain_anchors_guarded() returns trigger language plpgsql as $$
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
end $$;
create trigger chain_anchors_append_only before insert or update or delete on chain_anchors
  for each row execute function chain_anchors_guarded();
create trigger chain_anchors_not_truncated before truncate on chain_anchors
  for each statement execute function append_only();

-- Digests of values that were erased from chained rows. The chain contains such digests, so the rows stay verifiable.
create table chain_erasures (
  chain text collate "C" not null,
  row_id bigint not null,
  digest text collate "C" not null,
  erased_at timestamptz(3) not null default now(),
  primary key (chain, row_id)
);
create trigger chain_erasures_append_only before update or delete on chain_erasures
  for each row execute function append_only();
create trigger chain_erasures_not_truncated before truncate on chain_erasures
  for each statement execute function append_only();

-- People's rights -------------------------------------------------------------------------------------------------
-- Requests of citizens about their data (articles 16, 18 and 21), and the answers.
create table data_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('restriction', 'objection', 'rectification')),
  text text not null,
  received_at timestamptz(3) not null,
  -- The last day for the answer: a month after the receipt, or three (article 12(3)).
  due_on date not null,
  extended_at timestamptz(3),
  extension_reason text not null default '',
  answered_at timestamptz(3),
  -- null: the person has withdrawn the request.
  answered_by bigint references users (id),
  outcome text check (outcome in ('done', 'refused', 'withdrawn')),
  answer text not null default '',
  check ((answered_at is null) = (outcome is null))
);
create index data_requests_user_id on data_requests (user_id);
create index data_requests_open on data_requests (due_on, id) where answered_at is null;
create index data_requests_answered_at on data_requests (answered_at) where answered_at is not null;

-- Confirmed erasures that wait for the end of their cooling-off period.
create table erasures (
  user_id bigint primary key references users on delete cascade,
  confirmed_at timestamptz(3) not null,
  due_at timestamptz(3) not null
);
create index erasures_by_due on erasures (due_at);

-- Texts that may mention an erased person. Staff decide on each, and the row is deleted. Without the text and the name.
create table erasure_mentions (
  id bigint generated always as identity primary key,
  -- The erased account; without a foreign key, because one that was never activated is deleted.
  account_id bigint not null,
  place text collate "C" not null,
  row_id bigint not null,
  -- Where the mention begins and ends in the text, in UTF-16 units.
  begins int not null,
  ends int not null,
  found_at timestamptz(3) not null,
  unique (account_id, place, row_id)
);

-- Functions of the portal -----------------------------------------------------------------------------------------
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
    and wanted <> all (coalesce(string_to_array(g.payload -> 'rejected' -> 'openid' ->> 'scope', ' '), '{}')));

-- Folds the deltas into the counters. If another session is folding, it returns at once.
create function fold_counters() returns void language plpgsql security definer set search_path = public, pg_temp as $$
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
end $$;

-- Any page of everyone's records, and the exact count, at the same cost at ten million records as at ten
-- (docs/decisions/003). It walks months, then days, to the day of the page's first record, and from there the index.
-- from_day, to_day: inclusive, ±infinity where absent. first_month, end_month: the full months between, end exclusive;
-- no filter: ±infinity; no full month: both infinity. An empty page is one row with nulls except for n.
create function points_page(skip bigint, take bigint, from_day date, to_day date, first_month date, end_month date)
returns table (n bigint, id bigint, participant_id bigint, points int, description points_description,
  created_at timestamptz, details jsonb)
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
  select t.n, x.id, x.participant_id, x.points, x.description, x.created_at, x.details
  from total t left join lateral (
    select p.* from anchor a join points_records first on first.id = a.id
    cross join lateral (
      select r.id, r.participant_id, r.points, r.description, r.created_at, r.details from points_records r
      where (r.created_at, r.id) <= (first.created_at, first.id)
      order by r.created_at desc, r.id desc
      limit least(take, t.n - skip)) p
  ) x on true;
end $$;

-- Erases the details of records whose accounts are erased. The application's role may call it, and may not update records.
-- Raises an error for others.
create function erase_details(ids bigint[]) returns void language plpgsql volatile security definer
set search_path = public, pg_temp as $$
begin
  if exists (
    select from points_records r join users u on u.id = r.participant_id
    where r.id = any (ids) and u.erased_at is null) then
    raise exception 'only the details of erased accounts are erased' using errcode = 'insufficient_privilege';
  end if;
  update points_records set details = null where id = any (ids) and details is not null;
end $$;

-- Letters and digits only, of a text that is already in lower case. Not [:alnum:]: with LC_CTYPE=C, it has no Greek.
create function squashed(t text) returns text language sql immutable strict parallel safe
return regexp_replace(t, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf]+', '', 'g');

-- References are looked up one by one, too: PostgreSQL 15 read all references of a partner that was newer than the
-- statistics (295,000 of them: 180 ms for a batch of 1,000). Without sequential scans, as in read_for_records: the plan of a
-- connection that was made for an empty ledger read all of it for each reference.
create function known_references(partner int, record_source text, refs text[])
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
$$;

-- Locks and reads what a partner's call needs before its records are decided, in one statement instead of eight: `ids` and `subs`
-- name the participant of each of `refs`. Each statement of a volatile function sees what was committed before it: all that
-- follows the locks includes the records of concurrent calls for the same participants. Lock order of all writers: the lock of
-- writers (for the list of events), stickers, balances, references, waiting deliveries, the partner's sum of the day.
create function read_for_records(
  partner int, record_source text, is_pairwise boolean, at timestamptz, ids bigint[], subs uuid[], refs text[],
  out has_webhook boolean, out given_on_day bigint, out people json, out accounts json, out restricted json, out locked json,
  out by_hand json, out known json
) language plpgsql
-- The same plan for one record and for a thousand: lookups by key. Otherwise the first batches of a connection read all users.
set plan_cache_mode to force_generic_plan set enable_seqscan to off as $$
declare
  on_day date := athens_day(at);
  named bigint[];
begin
  perform pg_advisory_xact_lock_shared(hashtext('writers of partner records'));

  -- Null for a reference that is known: a repeated call waits for no lock.
  named := array(
    select case
      when (select true from partner_references f where f.partner_id = partner and f.reference = r.reference limit 1) then null
      when r.sub is null then r.id
      when is_pairwise then (select s.user_id from partner_subjects s where s.partner_id = partner and s.sub = r.sub)
      else (select u.id from users u where u.sub = r.sub)
    end
    from unnest(ids, subs, refs) with ordinality r (id, sub, reference, place) order by place);
  people := to_json(named);

  -- By id, like the ledger's trigger, to prevent deadlocks. Without accounts that were erased, also while this transaction
  -- waited for the lock: the account's row is locked as well, as the insert of a record does.
  select json_build_array(
    array_agg(l.participant_id), array_agg(l.available), array_agg(l.given_today), array_agg(l.is_participant)) into accounts
  from (
    select b.participant_id, b.available, case when b.given_on = on_day then b.given else 0 end as given_today,
      u.is_active and not u.is_staff as is_participant
    from balances b join users u on u.id = b.participant_id
    where b.participant_id = any (named) and u.erased_at is null
    order by b.participant_id for no key update of b for key share of u) l;

  select p.webhook_url is not null,
    coalesce((select d.points from partner_days d where d.partner_id = partner and d.day = on_day), 0)
  into has_webhook, given_on_day from partners p where p.id = partner;
  restricted := to_json(array(select r.user_id from account_restrictions r where r.user_id = any (named)));
  locked := to_json(array(
    select l.user_id from account_locks l where l.user_id = any (named) and (l.ends_at is null or l.ends_at > at)));
  -- Whose oil staff recorded by hand: a delivery may be credited twice.
  by_hand := to_json(array(
    select distinct m.participant_id from points_records m
    where m.participant_id = any (named) and m.source = 'portal' and m.description = 'oil_collected'));
  select json_agg(k) into known from known_references(partner, record_source, refs) k;
end $$;

-- Whether a text contains a pattern of each word. Inlined into the statements of `find_participants`.
create function contains_words(t text, w1 text[], w2 text[], w3 text[], w4 text[], w5 text[], w6 text[])
returns boolean language sql immutable parallel safe
return t ~~ any (w1) and (w2 is null or t ~~ any (w2)) and (w3 is null or t ~~ any (w3))
  and (w4 is null or t ~~ any (w4)) and (w5 is null or t ~~ any (w5)) and (w6 is null or t ~~ any (w6));

-- Creates a session and its audit entry, and deletes the oldest sessions of the account beyond `max_sessions`. `replaced`: the token
-- of a session of the account that continues instead.
create function open_session(
  account bigint, token text, at timestamptz, ends timestamptz, browser text, system text, place text, max_sessions int,
  kind text, network text, replaced text default null
) returns void language plpgsql as $$
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
end $$;

-- A pending sign-in that is dropped because an account has too many ends the session that it would have
-- continued, as an expired one does: its browser has lost the token.
create function sign_in(
  account bigint, checked text, counted text, replaced text, token text, at timestamptz, ends timestamptz,
  pending_ends timestamptz, browser text, system text, place text, max_sessions int, max_pending int, kind text, network text,
  out totp boolean, out passkey boolean, out recovery boolean
) language plpgsql as $$
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
end $$;

-- Whether a text contains one of four texts or a pattern of the first word, and a pattern of each other word. `strpos` takes
-- a quarter of the time of `~~`. Inlined into the statements of `find_participants`.
create function contains_forms(t text, f1 text, f2 text, f3 text, f4 text, w1 text[], w2 text[], w3 text[], w4 text[],
  w5 text[], w6 text[])
returns boolean language sql immutable parallel safe
return case when strpos(t, f1) > 0 or strpos(t, f2) > 0 or strpos(t, f3) > 0 or strpos(t, f4) > 0 or t ~~ any (w1)
  then (w2 is null or t ~~ any (w2)) and (w3 is null or t ~~ any (w3)) and (w4 is null or t ~~ any (w4))
    and (w5 is null or t ~~ any (w5)) and (w6 is null or t ~~ any (w6)) end;

-- A page of a search: surnames that begin with the first word, then the other matches, each by name.
--   total      number of matches; null if more than 1,000 and not counted. Repeated in each row, and in one row if the page is empty
--   grams      condition on `search_grams`, necessary for a match, not sufficient; and four that are equal to it together,
--              some perhaps the same
--   words      one to six words, each a text array literal of the patterns of `search_norm` that it may match
--   all_grams, all_words  the same for accounts with Greek letters in the e-mail address; null if no different
--   forms      up to four texts that are compared instead of the patterns of the first word; empty if these are more
--   beginnings patterns of the first word at the beginning of `sort_name` (`is_greek`) or `latin_last`
--   ranges     prefixes of `sort_name`, none a prefix of another, of all surnames that match `beginnings`
create function find_participants(grams tsquery[], words text[], all_grams tsquery[], all_words text[], forms text[],
  is_greek boolean, beginnings text[], ranges text[], skip bigint, take bigint)
returns table (total bigint, id bigint, place bigint)
language plpgsql stable rows 50
set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_sort = off set max_parallel_workers_per_gather = 0
as $$
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
end $$;

-- The first day, from `today` to `until`, on which a kind of delivery that had a rate has none. A kind whose last rate ended
-- more than 30 days ago was given up.
create function rate_gaps(today date, until date)
returns table (description points_description, unit text, material text, gap date) language sql stable rows 5 as $$
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
$$;

-- Removes the entries of blocks up to a number that were sealed before a time. Returns the number of entries. The
-- application's role may call it; it may not delete entries.
create function remove_audit_entries(sealed_before timestamptz, up_to bigint) returns bigint
language plpgsql volatile security definer set search_path = public, pg_temp as $$
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
end $$;
