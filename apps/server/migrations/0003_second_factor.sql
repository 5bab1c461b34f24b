-- Second factors of sign-ins (docs/decisions/023-second-factor.md).
set local lock_timeout = '2s'
--;;
-- When the password was confirmed after the sign-in; null: not since then.
alter table sessions add column confirmed_at timestamptz(3)
--;;
create table totp_secrets (
  user_id bigint primary key references users on delete cascade,
  -- Encrypted with a key of PORTAL_SECRET.
  secret text not null,
  created_at timestamptz(3) not null,
  -- Time step of the last accepted code: each code is accepted once.
  last_step bigint not null
)
--;;
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
)
--;;
create index passkeys_by_user on passkeys (user_id)
--;;
create table recovery_codes (
  user_id bigint not null references users on delete cascade,
  -- First character of the code, so that a try computes one hash and not ten.
  place text collate "C" not null,
  -- argon2id of the whole code.
  code_hash text not null,
  used_at timestamptz(3),
  primary key (user_id, place)
)
--;;
-- A factor that a session is adding: an encrypted TOTP secret, or the challenge of a passkey.
create table second_factor_set_ups (
  session_hash text collate "C" not null references sessions on delete cascade on update cascade,
  kind text collate "C" not null constraint second_factor_set_ups_kind check (kind in ('totp', 'passkey')),
  secret text not null,
  expires_at timestamptz(3) not null,
  primary key (session_hash, kind)
)
--;;
-- Sign-ins whose password was right and whose second factor is missing. Not in sessions, so that nothing accepts them.
create table pending_sign_ins (
  -- SHA-256 of the cookie's value.
  token_hash text collate "C" primary key,
  user_id bigint not null references users on delete cascade,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- Of a passkey; used once.
  challenge text
)
--;;
create index pending_sign_ins_by_user on pending_sign_ins (user_id)
--;;
create index pending_sign_ins_by_expiry on pending_sign_ins (expires_at)
