-- Erases the details of records whose accounts are erased. The application's role may call it, and may not update records.
-- Raises an error for others, so that a server of the version before, which erased the details first, does not leave them.
create or replace function erase_details(ids bigint[]) returns void language plpgsql volatile security definer
set search_path = public, pg_temp as $$
begin
  if exists (
    select from points_records r join users u on u.id = r.participant_id
    where r.id = any (ids) and u.erased_at is null) then
    raise exception 'only the details of erased accounts are erased' using errcode = 'insufficient_privilege';
  end if;
  update points_records set details = null where id = any (ids) and details is not null;
end $$
--;;
-- Whether a text names a person decided what was deleted. Erasures of the version before fail from here on; this version
-- carries them out.
drop function mentions_person(text, text, text, text, text)
--;;
drop function mentions_name(text, text)
--;;
drop function mentions_address(text, text)
--;;
-- Texts that may mention an erased person. Staff decide on each, and the row is deleted. Without the text and the name.
create table erasure_mentions (
  id bigint generated always as identity primary key,
  -- The erased account; without a foreign key, because one that was never activated is deleted.
  account_id bigint not null,
  place text collate "C" not null,
  row_id bigint not null,
  -- Where the mention begins and ends in the text, in UTF-16 units.
  begins int not null,
  ends int not null,
  found_at timestamptz(3) not null,
  unique (account_id, place, row_id)
)
