-- Creates a session and its audit entry, and deletes the oldest sessions of the account beyond `max_sessions`.
create function open_session(
  account bigint, token text, at timestamptz, ends timestamptz, browser text, system text, place text, max_sessions int,
  kind text, network text
) returns void language plpgsql as $$
begin
  insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, browser, system, network)
  values (token, account, at, at, ends, browser, system, place);
  delete from sessions s where s.token_hash in (
    select o.token_hash from sessions o where o.user_id = account order by o.created_at desc, o.token_hash offset max_sessions);
  insert into audit_entries (action, at, actor_kind, actor_id, network, subject_id)
  values ('account.sign_in', at, kind, account, network, account);
end $$
--;;
-- What a sign-in writes after the check of its password, in one statement instead of ten. Creates the session, or for an
-- account with a second factor a sign-in that waits for it; `totp` and `passkey` show which. Fails with no_data_found if the
-- password is no longer the one that was checked (`checked`) or the account is closed. Each statement of a volatile function
-- sees what was committed before it, so factors that were added while it waited for the lock count.
create function sign_in(
  account bigint, checked text, counted text, replaced text, token text, at timestamptz, ends timestamptz,
  pending_ends timestamptz, browser text, system text, place text, max_sessions int, max_pending int, kind text, network text,
  out totp boolean, out passkey boolean, out recovery boolean
) language plpgsql as $$
begin
  -- First: an erasure of inactive accounts locks this row before the account.
  insert into account_activity as a (user_id, last_sign_in_on) values (account, athens_day(at))
  on conflict (user_id) do update set last_sign_in_on = excluded.last_sign_in_on, warned_at = null
  where a.last_sign_in_on is distinct from excluded.last_sign_in_on or a.warned_at is not null;
  -- A concurrent change of the password or closing of the account waits, and then also ends the new session.
  perform from users u where u.id = account and u.password_hash = checked and u.is_active for share;
  if not found then raise no_data_found; end if;
  delete from rate_limits l where l.key = counted;
  delete from sessions s where s.token_hash = replaced;
  delete from pending_sign_ins p where p.token_hash = replaced;
  select exists (select from totp_secrets t where t.user_id = account),
    exists (select from passkeys p where p.user_id = account),
    exists (select from recovery_codes r where r.user_id = account and r.used_at is null)
  into totp, passkey, recovery;
  if totp or passkey then
    insert into pending_sign_ins (token_hash, user_id, created_at, expires_at) values (token, account, at, pending_ends);
    delete from pending_sign_ins p where p.token_hash in (
      select o.token_hash from pending_sign_ins o where o.user_id = account
      order by o.created_at desc, o.token_hash offset max_pending);
  else
    perform open_session(account, token, at, ends, browser, system, place, max_sessions, kind, network);
  end if;
end $$
