-- Partner sites: who they are, what they may do, and what the OpenID provider keeps (docs/decisions/014).

-- What partner sites call an account. Random, so that it tells nothing and can't be guessed from another one; the id
-- never leaves the portal.
alter table users add column sub uuid not null default gen_random_uuid()
--;;
create unique index users_by_sub on users (sub)
--;;
create table partners (
  id int generated always as identity primary key,
  client_id text collate "C" not null unique,
  name text not null,
  -- The site's own address: where pages of the portal lead back to.
  home_url text not null,
  -- SHA-256 of a random secret of 256 bits. After a rotation the one before is taken for a while, so that the site has
  -- time to change over.
  secret_hash text collate "C" not null,
  previous_secret_hash text collate "C",
  previous_secret_until timestamptz(3),
  -- Compared letter by letter.
  redirect_uris text[] not null,
  post_logout_redirect_uris text[] not null default '{}',
  -- Where the portal tells the site that a session has ended (OpenID Connect Back-Channel Logout).
  backchannel_logout_uri text,
  -- Where the site begins a sign-in of its own accord (OpenID Connect Core, 4): people who activate their account a day
  -- after they left the site get back to it this way.
  initiate_login_uri text,
  scopes text[] not null,
  -- Which records it may write.
  descriptions points_description[] not null default '{}',
  -- May show the settings in a frame and be named by returnTo.
  origins text[] not null default '{}',
  -- Sites of the operator's own: people aren't asked whether their data may be handed over.
  first_party boolean not null default true,
  webhook_url text,
  -- Sealed with the portal's secret (lib/security/encryption.ts): it signs what is sent, so a hash wouldn't do.
  webhook_secret text,
  created_at timestamptz(3) not null,
  disabled_at timestamptz(3),
  constraint partners_previous_secret check ((previous_secret_hash is null) = (previous_secret_until is null))
)
--;;
-- All that the provider keeps, by its kind (oidc-provider's adapter). Ids that open something stand here as SHA-256.
create table oidc_payloads (
  model text collate "C" not null,
  id text collate "C" not null,
  payload jsonb not null,
  grant_id text collate "C",
  user_code text collate "C",
  uid text collate "C",
  -- The provider's session is that of the portal, and ends with it.
  session_hash text collate "C" references sessions on delete cascade,
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
-- Where a session of the portal has signed in: one row a site.
create table partner_sign_ins (
  sid text collate "C" primary key,
  session_hash text collate "C" not null references sessions on delete cascade,
  partner_id int not null references partners,
  grant_id text collate "C" not null,
  sub uuid not null
)
--;;
create index partner_sign_ins_by_session on partner_sign_ins (session_hash)
--;;
-- Sites that are still to be told that a session has ended, each until it has heard (features/oidc/logout-service.ts).
create table partner_logouts (
  id bigint generated always as identity primary key,
  partner_id int not null references partners,
  sid text not null,
  sub uuid not null,
  tries int not null default 0,
  created_at timestamptz(3) not null default now(),
  next_try_at timestamptz(3) not null default now()
)
--;;
create index partner_logouts_by_next_try on partner_logouts (next_try_at)
--;;
-- Whatever ends a session of the portal (signing out, a new password, a closed account, its fourteen days) ends what the
-- sites hold by it, in the same transaction.
create function partner_sign_ins_ended() returns trigger language plpgsql as $$
begin
  delete from oidc_payloads where grant_id in (select grant_id from removed);
  delete from oidc_payloads where model = 'Grant' and id in (select grant_id from removed);
  insert into partner_logouts (partner_id, sid, sub) select partner_id, sid, sub from removed;
  return null;
end $$
--;;
create trigger partner_sign_ins_ended after delete on partner_sign_ins
  referencing old table as removed for each statement execute function partner_sign_ins_ended()
--;;
-- Keys that sign. A new one is published before it signs, an old one for as long as anything it signed is worth something.
create table signing_keys (
  kid text collate "C" primary key,
  -- Sealed with the portal's secret.
  private_jwk text not null,
  created_at timestamptz(3) not null,
  signs_from timestamptz(3) not null,
  retired_at timestamptz(3)
)
