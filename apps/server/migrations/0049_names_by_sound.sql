-- no-transaction
-- Searches find names by their sound ('Vasilios' for Βασίλειος), and names with letters of both alphabets or variants of
-- letters (docs/decisions/005). The functions below are those of packages/contract/src/words/greek-letters.ts.
-- Latin letters beside Greek ones as the Greek letters that they look like. Calls no function of the portal: a restored
-- backup computes columns with an empty search_path.
create or replace function unmixed(t text) returns text language plpgsql immutable strict parallel safe as $$
declare
  part text;
  whole text := '';
begin
  if t !~ '[a-z][α-ω]|[α-ω][a-z]' then return t; end if;
  for part in select m[1] from regexp_matches(t, '[abehikmnoptuvwxyzα-ω]+|[^abehikmnoptuvwxyzα-ω]+', 'g') with ordinality as found (m, n) order by n loop
    whole := whole || case when part ~ '[α-ω]' and part ~ '[a-z]'
      then translate(part, 'abehikmnoptuvwxyz', 'αβεηικμνορτυνωχυζ') else part end;
  end loop;
  return whole;
end $$
--;;
create or replace function norm(t text) returns text language sql immutable strict parallel safe
return unmixed(regexp_replace(
  translate(normalize(lower(t collate "und-x-icu"), nfd), 'ςµϐϑϕϖϰϱϲϵ', 'σμβθφπκρσε'),
  '[\u0300-\u036f]', '', 'g'))
--;;
-- A normalized text letter by letter, as before, and then as it sounds, if that differs. Calls no function of the portal, as
-- `unmixed`.
create or replace function latin_and_sound(t text) returns text language plpgsql immutable strict parallel safe as $$
declare
  texts text[] := array[t, replace(replace(replace(t, 'αυ', 'av'), 'ευ', 'ev'), 'ηυ', 'iv')];
  sound text;
begin
  for i in 1 .. 2 loop
    texts[i] := translate(
      replace(replace(replace(replace(texts[i], 'θ', 'th'), 'χ', 'ch'), 'ψ', 'ps'), 'ου', 'ou'),
      'αβγδεζηικλμνξοπρστυφωyw', 'avgdeziiklmnxoprstifoio');
  end loop;
  sound := replace(replace(replace(replace(replace(replace(texts[2],
    'au', 'av'), 'eu', 'ev'), 'ai', 'e'), 'ei', 'i'), 'oi', 'i'), 'ii', 'i');
  sound := regexp_replace(sound, '([bcdfhjklmnpqrstvxz])\1', '\1', 'g');
  return case when sound = texts[1] then sound else texts[1] || ' ' || sound end;
end $$
--;;
create or replace function to_latin(t text) returns text language sql immutable strict parallel safe
return latin_and_sound(norm(t))
--;;
-- Computes the columns of the existing names again, 5,000 accounts at a time, so that none is locked for long. It may be
-- interrupted and repeated.
do $$
declare
  last_id bigint := 0;
  next_id bigint;
begin
  loop
    select max(id) into next_id from (select id from users where id > last_id order by id limit 5000) batch;
    exit when next_id is null;
    update users set last_name = last_name
    where id > last_id and id <= next_id
      and (latin_last <> to_latin(last_name)
        or not starts_with(search_norm, norm(last_name) || ' ' || norm(first_name) || ' ' || to_latin(last_name) || ' ' || to_latin(first_name) || ' '));
    commit;
    last_id := next_id;
  end loop;
end $$
