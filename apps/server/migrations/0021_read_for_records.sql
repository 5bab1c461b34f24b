-- What a partner's references were used for.
create function known_references(partner int, record_source text, refs text[])
returns table (reference text, content text, record_id bigint, points int, sticker_code text, withdrawn_by text)
language sql stable rows 20 as $$
  select f.reference, encode(f.content, 'hex'), r.id, coalesce(r.points, w.points), w.sticker_code, w.withdrawn_by
  from partner_references f
  left join points_records r on r.source = record_source and r.reference = f.reference
  left join waiting_deliveries w on w.partner_id = f.partner_id and w.reference = f.reference
  where f.partner_id = partner and f.reference = any (refs)
$$
--;;
-- Reads and locks what a partner's call needs before its records are decided, in one statement instead of five. Each
-- statement of a volatile function sees what was committed before it: `known` is read after waiting for the locks, when the
-- records of concurrent calls for the same participants are committed. Lock order of all writers: the lock of writers (for the
-- list of events), stickers, balances.
create function read_for_records(
  partner int, record_source text, on_day date, ids bigint[], subs uuid[], owners bigint[], refs text[], max_wait int,
  out given_on_day bigint, out has_webhook boolean, out people json, out locked json, out known json
) language plpgsql
-- The same plan for one record and for a thousand: lookups by key. Otherwise the first batches of a connection read all users.
set plan_cache_mode to force_generic_plan as $$
declare
  found_ids bigint[];
  found_by_sub bigint[];
  found_subs uuid[];
begin
  -- Milliseconds for each lock of the transaction; null: as configured.
  if max_wait is not null then perform set_config('lock_timeout', max_wait::text, true); end if;
  perform pg_advisory_xact_lock_shared(hashtext('writers of partner records'));
  select coalesce(sum(d.points), 0) into given_on_day from partner_days d where d.partner_id = partner and d.day = on_day;
  select p.webhook_url is not null into has_webhook from partners p where p.id = partner;

  -- Active accounts that are not staff.
  found_ids := array(select u.id from users u where u.id = any (ids) and u.is_active and not u.is_staff);
  if cardinality(subs) > 0 then
    select array_agg(u.id), array_agg(u.sub) into found_by_sub, found_subs
    from users u where u.sub = any (subs) and u.is_active and not u.is_staff;
  end if;
  people := json_build_array(found_ids, coalesce(found_by_sub, '{}'), coalesce(found_subs, '{}'));

  -- By id, like the ledger's trigger, to prevent deadlocks. Without accounts that were erased, also while this transaction
  -- waited for the lock: the account's row is locked as well, as the insert of a record does.
  select json_build_array(array_agg(l.participant_id), array_agg(l.available), array_agg(l.given_today)) into locked
  from (
    select b.participant_id, b.available, case when b.given_on = on_day then b.given else 0 end as given_today
    from balances b join users u on u.id = b.participant_id
    where b.participant_id = any (found_ids || found_by_sub || owners) and u.erased_at is null
    order by b.participant_id for no key update of b for key share of u) l;

  select json_agg(k) into known from known_references(partner, record_source, refs) k;
end $$
