-- As before (0057), and a pending sign-in that is dropped because an account has too many ends the session that it would have
-- continued, as an expired one does: its browser has lost the token.
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
end $$
