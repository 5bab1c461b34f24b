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
)
--;;
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
end $$
--;;
create trigger chain_anchors_append_only before insert or update or delete on chain_anchors
  for each row execute function chain_anchors_guarded()
--;;
create trigger chain_anchors_not_truncated before truncate on chain_anchors
  for each statement execute function append_only()
--;;
create function audit_entries_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.id <= (select a.last_id from chain_anchors a where a.chain = 'audit_entries') then
    return old;
  end if;
  raise exception 'audit_entries is append-only: entries leave by remove_audit_entries()'
    using errcode = 'restrict_violation';
end $$
--;;
drop trigger audit_entries_append_only on audit_entries
--;;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function audit_entries_guarded()
--;;
create function chain_blocks_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and old.number <= (select a.number from chain_anchors a where a.chain = old.chain) then
    return old;
  end if;
  raise exception 'chain_blocks is append-only' using errcode = 'restrict_violation';
end $$
--;;
drop trigger chain_blocks_append_only on chain_blocks
--;;
create trigger chain_blocks_append_only before update or delete on chain_blocks
  for each row execute function chain_blocks_guarded()
--;;
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
end $$
--;;
-- Exports and what they contained are as old as their entries in the audit log.
create function exports_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and (to_jsonb(old) ->> tg_argv[0])::timestamptz < now() - interval '365 days' then
    return old;
  end if;
  raise exception '% is append-only: exports leave by remove_exports()', tg_table_name
    using errcode = 'restrict_violation';
end $$
--;;
drop trigger exports_append_only on exports
--;;
create trigger exports_append_only before update or delete on exports
  for each row execute function exports_guarded('begun_at')
--;;
drop trigger export_ends_append_only on export_ends
--;;
create trigger export_ends_append_only before update or delete on export_ends
  for each row execute function exports_guarded('ended_at')
--;;
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
end $$
