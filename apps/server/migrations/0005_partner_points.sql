-- How points come in: rates, stickers, partners' records with their references, deliveries that wait for their owner, webhooks.

-- Rates ------------------------------------------------------------------------------------------------------------
create table rates (
  id int generated always as identity primary key,
  description points_description not null
    check (description in ('oil_collected', 'item_reused', 'item_delivered')),
  -- Null: whatever has no rate of its own.
  material text check (material <> ''),
  unit text not null check (unit in ('litre', 'item')),
  points_per_unit numeric(12, 4) not null check (points_per_unit > 0),
  -- Days of Athens, both included; null: until further notice.
  valid_from date not null,
  valid_to date,
  note text not null default '',
  check (valid_to >= valid_from)
)
--;;
-- A rate is what records were given their points by: it may be ended, once, and nothing else about it may change. No two
-- hold on one day for the same thing. A trigger rather than an exclusion constraint, which would take another extension.
create function rates_guarded() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    raise exception 'rates are closed, never deleted' using errcode = 'restrict_violation';
  end if;
  if tg_op = 'UPDATE' and (old.valid_to is not null or new.valid_to is null
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
create trigger rates_guarded before insert or update or delete on rates
  for each row execute function rates_guarded()
--;;
-- Stickers ---------------------------------------------------------------------------------------------------------
create table sticker_batches (
  id int generated always as identity primary key,
  count int not null check (count > 0),
  note text not null default '',
  created_at timestamptz(3) not null,
  created_by bigint references users
)
--;;
create table stickers (
  id bigint generated always as identity primary key,
  code text collate "C" not null unique,
  batch_id int not null references sticker_batches,
  bound_to bigint references users,
  bound_at timestamptz(3),
  lost_at timestamptz(3),
  replaced_by bigint references stickers,
  check ((bound_to is null) = (bound_at is null)),
  check (lost_at is null or bound_to is not null),
  check (replaced_by is null or lost_at is not null)
)
--;;
create index stickers_of_batch on stickers (batch_id, id)
--;;
create index stickers_of_owner on stickers (bound_to, id) where bound_to is not null
--;;
-- Records of partners ----------------------------------------------------------------------------------------------
alter table points_records
  -- Whose program wrote it; null: an import or the demonstration. No foreign key, here and in partner_references: each row
  -- of every call would lock the partner's one row. Partners are disabled, never deleted, and `verify` looks.
  add column partner_id int,
  -- What gave it its points; null: whoever wrote it said how many.
  add column rate_id int references rates,
  -- The record that this one takes back.
  add column reversal_of bigint references points_records
--;;
-- A record is taken back once.
create unique index points_records_reversed_once on points_records (reversal_of) where reversal_of is not null
--;;
-- A partner's records in the order in which they came: its list of events (docs/decisions/015).
create index points_records_of_partner on points_records (partner_id, id) where partner_id is not null
--;;
create index points_records_by_rate on points_records (rate_id, created_at) where rate_id is not null
--;;
-- Every reference that a partner has used, whatever for, and what was said under it. One place for all, so that two calls
-- at once can't use one reference for a record and for a delivery that waits.
create table partner_references (
  partner_id int not null,
  reference text collate "C" not null,
  -- The beginning of SHA-256 over what was sent: the same again is answered as the first time, anything else refused.
  content bytea not null,
  received_at timestamptz(3) not null,
  primary key (partner_id, reference)
)
--;;
-- Deliveries whose sticker is nobody's yet, or was reported lost. Credited when the sticker has an owner; until then they
-- are in no balance and in no list.
create table waiting_deliveries (
  id bigint generated always as identity primary key,
  partner_id int not null,
  reference text collate "C" not null,
  sticker_code text collate "C" not null,
  description points_description not null,
  points int not null check (points >= 0),
  rate_id int references rates,
  created_at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  details jsonb,
  -- Credited as this record.
  record_id bigint unique references points_records,
  -- Taken back by the partner under this reference, before anybody was credited.
  withdrawn_by text collate "C",
  unique (partner_id, reference),
  foreign key (partner_id, reference) references partner_references,
  check (record_id is null or withdrawn_by is null)
)
--;;
create index waiting_deliveries_of_sticker on waiting_deliveries (sticker_code, id)
  where record_id is null and withdrawn_by is null
--;;
-- Whether a partner's webhook answers, so that one that doesn't is not asked for every message anew.
create table partner_webhook_states (
  partner_id int primary key references partners,
  failures int not null,
  retry_at timestamptz(3) not null
)
