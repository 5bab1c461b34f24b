-- Accounts with an open stream (features/live), by server process. Of the other accounts nothing is announced: NOTIFY
-- takes a lock on the whole database until the commit is on disk, so that with a notification in every transaction ten
-- connections recorded 330 records/s instead of 870. A stopped process deletes its rows; those of a killed one expire.
create unlogged table open_streams (
  account_id bigint not null references users on delete cascade,
  process uuid not null,
  expires_at timestamptz not null,
  primary key (account_id, process)
)
--;;
create index open_streams_process on open_streams (process)
--;;
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
end $$
--;;
create trigger points_records_announced after insert on points_records
  referencing new table as added for each statement execute function points_records_announced()
--;;
create function sessions_announced() returns trigger language plpgsql
  set search_path to 'public', 'pg_temp' as $$
begin
  perform pg_notify('portal_sessions', string_agg(account_id::text, ','))
  from (
    select account_id, (row_number() over () - 1) / 380 as part from open_streams
    where expires_at > now() and account_id in (select user_id from removed)
    group by account_id
  ) one group by part;
  return null;
end $$
--;;
create trigger sessions_announced after delete on sessions
  referencing old table as removed for each statement execute function sessions_announced()
