-- A rate that gave no points can be deleted; one request replaces a rate by another.
alter table approvals drop constraint approvals_kind_check
--;;
alter table approvals add constraint approvals_kind_check
  check (kind in ('rate_added', 'rate_closed', 'rate_deleted', 'rate_replaced', 'points_imported', 'points_added'))
--;;
create or replace function rates_guarded() returns trigger language plpgsql as $$
begin
  -- The foreign keys of points_records and waiting_deliveries keep rates that were used.
  if tg_op = 'DELETE' then return old; end if;
  if tg_op = 'UPDATE' and (new.valid_to is null or new.valid_to > old.valid_to
      or (new.id, new.description, new.material, new.unit, new.points_per_unit, new.valid_from, new.note)
        is distinct from (old.id, old.description, old.material, old.unit, old.points_per_unit, old.valid_from, old.note)) then
    raise exception 'rates are closed and replaced, never changed' using errcode = 'restrict_violation';
  end if;
  lock table rates in access exclusive mode;
  if exists (
    select 1 from rates r
    where r.id <> new.id and r.description = new.description and r.unit = new.unit
      and r.material is not distinct from new.material
      and daterange(r.valid_from, r.valid_to, '[]') && daterange(new.valid_from, new.valid_to, '[]')) then
    raise exception 'two rates hold on one day' using errcode = 'exclusion_violation', constraint = 'rates_overlap';
  end if;
  return new;
end $$
--;;
-- The first day, from `today` to `until`, on which a kind of delivery that had a rate has none. A kind whose last rate ended
-- more than 30 days ago was given up.
create function rate_gaps(today date, until date)
returns table (description points_description, unit text, material text, gap date) language sql stable rows 5 as $$
  select had.description, had.unit, had.material, min(day)::date
  from (
    select r.description, r.unit, r.material, min(r.valid_from) as first from rates r
    group by r.description, r.unit, r.material
    having max(coalesce(r.valid_to, 'infinity')) >= today - 30) had
  cross join generate_series(greatest(today, had.first)::timestamp, until::timestamp, '1 day') day
  where not exists (
    select from rates r
    where r.description = had.description and r.unit = had.unit and (r.material is null or r.material = had.material)
      and day between r.valid_from and coalesce(r.valid_to, 'infinity'))
  group by had.description, had.unit, had.material
  order by 4, 1, 2, 3 nulls first
$$
