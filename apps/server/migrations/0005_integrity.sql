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
)
--;;
create trigger chain_blocks_append_only before update or delete on chain_blocks
  for each row execute function append_only()
--;;
create trigger chain_blocks_not_truncated before truncate on chain_blocks
  for each statement execute function append_only()
--;;
-- Digests of values that were erased from chained rows. The chain contains such digests, so the rows stay verifiable.
create table chain_erasures (
  chain text collate "C" not null,
  row_id bigint not null,
  digest text collate "C" not null,
  erased_at timestamptz(3) not null default now(),
  primary key (chain, row_id)
)
--;;
create trigger chain_erasures_append_only before update or delete on chain_erasures
  for each row execute function append_only()
--;;
create trigger chain_erasures_not_truncated before truncate on chain_erasures
  for each statement execute function append_only()
--;;
create function chain_digest(value text) returns text language sql stable strict parallel safe
return encode(sha256(convert_to(value, 'UTF8')), 'hex')
--;;
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
end $$
--;;
drop trigger points_records_append_only on points_records
--;;
create trigger points_records_append_only before update or delete on points_records
  for each row execute function points_records_guarded()
--;;
-- Erases the details of records. The application's role may call it; it may not update records.
create function erase_details(ids bigint[]) returns void language sql volatile security definer
set search_path = public, pg_temp as $$
  update points_records set details = null where id = any (ids) and details is not null;
$$
--;;
-- Triggers and functions that write what the application's role may not (db/privileges.ts): counters, and the row lock
-- of a reversed record. pg_temp is last: otherwise a temporary table could take the place of one of these tables.
alter function points_records_counted() security definer set search_path = public, pg_temp
--;;
alter function points_records_reversal_checked() security definer set search_path = public, pg_temp
--;;
alter function participants_counted() security definer set search_path = public, pg_temp
--;;
alter function accounts_counted() security definer set search_path = public, pg_temp
--;;
alter function balances_opened() security definer set search_path = public, pg_temp
--;;
alter function fold_counters() security definer set search_path = public, pg_temp
