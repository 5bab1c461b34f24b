-- A sign-in in a browser that is signed in as the same person continues that session with a new token and a new time, so that a
-- site which requires a new sign-in (prompt=login, max_age) does not sign the person out at all others.
alter table pending_sign_ins add column replaces text;
--;;
comment on column pending_sign_ins.replaces is 'Token hash of the session of the same account that the sign-in continues.';
--;;
drop function open_session(bigint, text, timestamptz, timestamptz, text, text, text, int, text, text);
--;;
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
end $$
--;;
-- As before, but a session of the same account continues. `replaced` may also be the token of a sign-in that waits for its second
-- factor; then the session counts which that one continues.
create or replace function sign_in(
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
    delete from pending_sign_ins p where p.token_hash in (
      select o.token_hash from pending_sign_ins o where o.user_id = account
      order by o.created_at desc, o.token_hash offset max_pending);
  else
    perform open_session(account, token, at, ends, browser, system, place, max_sessions, kind, network, earlier);
  end if;
end $$
