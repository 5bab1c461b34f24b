-- As before, but deletes sessions only if there are some beyond `max_sessions`: a deletion of none runs the trigger
-- `sessions_announced`, which takes a tenth of a sign-in.
create or replace function open_session(
  account bigint, token text, at timestamptz, ends timestamptz, browser text, system text, place text, max_sessions int,
  kind text, network text
) returns void language plpgsql as $$
declare
  oldest text[];
begin
  insert into sessions (token_hash, user_id, created_at, last_seen_at, expires_at, browser, system, network)
  values (token, account, at, at, ends, browser, system, place);
  oldest := array(
    select o.token_hash from sessions o where o.user_id = account order by o.created_at desc, o.token_hash offset max_sessions);
  if oldest <> '{}' then delete from sessions s where s.token_hash = any (oldest); end if;
  insert into audit_entries (action, at, actor_kind, actor_id, network, subject_id)
  values ('account.sign_in', at, kind, account, network, account);
end $$
--;;
-- As before, but looks first whether a stream is open, which is rare: a third of the time.
create or replace function sessions_announced() returns trigger language plpgsql
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
end $$
