-- no-transaction
-- Accounts whose e-mail address has other letters than Latin ones: the only ones that contain a Greek word without containing
-- its transliteration.
drop index concurrently if exists users_with_greek_email
--;;
create index concurrently users_with_greek_email on users (id)
  where is_active and not is_staff and octet_length(email) > length(email)
--;;
-- Whether a text contains one of four texts or a pattern of the first word, and a pattern of each other word. `strpos` takes
-- a quarter of the time of `~~`. Inlined into the statements of `find_participants`.
create or replace function contains_forms(t text, f1 text, f2 text, f3 text, f4 text, w1 text[], w2 text[], w3 text[], w4 text[],
  w5 text[], w6 text[])
returns boolean language sql immutable parallel safe
return case when strpos(t, f1) > 0 or strpos(t, f2) > 0 or strpos(t, f3) > 0 or strpos(t, f4) > 0 or t ~~ any (w1)
  then (w2 is null or t ~~ any (w2)) and (w3 is null or t ~~ any (w3)) and (w4 is null or t ~~ any (w4))
    and (w5 is null or t ~~ any (w5)) and (w6 is null or t ~~ any (w6)) end
--;;
-- A page of a search: surnames that begin with the first word, then the other matches, each by name. Replaces
-- `search_participants`, which servers of the previous version call during an update; a later migration drops it.
--   total      number of matches; null if more than 1,000 and not counted. Repeated in each row, and in one row if the page is empty
--   grams      condition on `search_grams`, necessary for a match, not sufficient; and four that are equal to it together,
--              some perhaps the same
--   words      one to six words, each a text array literal of the patterns of `search_norm` that it may match
--   all_grams, all_words  the same for accounts with Greek letters in the e-mail address; null if no different
--   forms      up to four texts that are compared instead of the patterns of the first word; empty if these are more
--   beginnings patterns of the first word at the beginning of `sort_name` (`is_greek`) or `latin_last`
--   ranges     prefixes of `sort_name`, none a prefix of another, of all surnames that match `beginnings`
create or replace function find_participants(grams tsquery[], words text[], all_grams tsquery[], all_words text[], forms text[],
  is_greek boolean, beginnings text[], ranges text[], skip bigint, take bigint)
returns table (total bigint, id bigint, place bigint)
language plpgsql stable rows 50
set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_sort = off set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  w1 text[] := words[1]; w2 text[] := words[2]; w3 text[] := words[3];
  w4 text[] := words[4]; w5 text[] := words[5]; w6 text[] := words[6];
  f1 text := forms[1]; f2 text := forms[2]; f3 text := forms[3]; f4 text := forms[4];
  gs tsquery := grams[1];
  -- As one `tsquery`, they take GIN twice as long, if each finds many.
  g1 tsquery := grams[2]; g2 tsquery := grams[3]; g3 tsquery := grams[4]; g4 tsquery := grams[5];
  is_many boolean;
  n bigint;
  more bigint;
  surnames bigint;
begin
  if all_words is not null and exists (
    select from users where is_active and not is_staff and octet_length(email) > length(email)
      and contains_words(search_norm, all_words[1]::text[], all_words[2]::text[], all_words[3]::text[], all_words[4]::text[],
        all_words[5]::text[], all_words[6]::text[])
      and not contains_words(search_norm, w1, w2, w3, w4, w5, w6))
  then
    gs := all_grams[1]; g1 := all_grams[2]; g2 := all_grams[3]; g3 := all_grams[4]; g4 := all_grams[5];
    f1 := null; f2 := null; f3 := null; f4 := null;
    w1 := all_words[1]; w2 := all_words[2]; w3 := all_words[3];
    w4 := all_words[4]; w5 := all_words[5]; w6 := all_words[6];
  elsif f1 is not null then
    w1 := null;
  end if;
  -- Every 1,010th and every 101st account are samples. Ten matches in the first are about 10,000, 30 in the second about
  -- 3,000: of 1,000 there would be one and ten (standard deviations 1 and 3), so that more than 1,000 are not counted.
  select count(*) into n from (
    select from users where is_active and not is_staff and users.id % 1010 = 0 and search_grams(search_norm) @@ gs
      and contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6)
    limit 10) found;
  is_many := n = 10;
  if not is_many then
    select count(*) into n from (
      select from users where is_active and not is_staff and users.id % 101 = 0 and search_grams(search_norm) @@ gs
        and contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6)
      limit 30) found;
    is_many := n = 30;
  end if;
  if not is_many then
    return query
      with found as materialized (
        select users.id, sort_name, not case when is_greek then sort_name else latin_last end ~~ any (beginnings) as is_other
        from users where is_active and not is_staff
          and search_grams(search_norm) @@ g1 and search_grams(search_norm) @@ g2
          and search_grams(search_norm) @@ g3 and search_grams(search_norm) @@ g4
          and contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6))
      select (select count(*) from found), page.id, row_number() over (order by is_other, sort_name, page.id)
      from (select) always left join (
        select found.id, sort_name, is_other from found order by is_other, sort_name, found.id offset skip limit take) page on true;
    return;
  end if;

  if take = 0 then return; end if;
  -- Many matches: a few rows of the index by name have enough of them.
  return query
    select null::bigint, found.id, row_number() over (order by sort_name, found.id) from (
      select person.id, person.sort_name from unnest(ranges) prefix cross join lateral (
        select users.id, sort_name from users
        where is_active and not is_staff and sort_name >= prefix and sort_name < prefix || U&'\+10FFFF'
          and (is_greek or latin_last ~~ any (beginnings)) and contains_words(search_norm, '{%}', w2, w3, w4, w5, w6)
        order by sort_name, users.id limit skip + take) person
      order by sort_name, person.id offset skip limit take) found;
  get diagnostics n = row_count;
  if n = take then return; end if;
  -- Surnames before the page.
  surnames := skip + n;
  if n = 0 and skip > 0 then
    select count(*) into surnames from unnest(ranges) prefix cross join lateral (
      select from users
      where is_active and not is_staff and sort_name >= prefix and sort_name < prefix || U&'\+10FFFF'
        and (is_greek or latin_last ~~ any (beginnings)) and contains_words(search_norm, '{%}', w2, w3, w4, w5, w6)
      limit skip) person;
  end if;
  skip := greatest(skip - surnames, 0);
  return query
    select null::bigint, found.id, n + row_number() over (order by sort_name, found.id) from (
      select users.id, sort_name from (
        select * from (
          -- With the same order and limit, so that they are merged instead of sorted.
          (select users.id, sort_name, latin_last, search_norm from users
            where is_active and not is_staff and octet_length(search_norm) <= 1000
            order by sort_name, users.id limit 500 * (skip + take))
          union all
          (select users.id, sort_name, latin_last, search_norm from users
            where is_active and not is_staff and octet_length(search_norm) > 1000
            order by sort_name, users.id limit 500 * (skip + take))) users
        order by sort_name, users.id limit 500 * (skip + take)) users
      where case when contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6)
        then not case when is_greek then sort_name else latin_last end ~~ any (beginnings) end
      order by sort_name, users.id offset skip limit take - n) found;
  get diagnostics more = row_count;
  n := n + more;
  if n = take then return; end if;
  -- The matches have names at the end of the alphabet, or the page is behind the last one.
  return query
    with found as materialized (
      select users.id, sort_name from users where is_active and not is_staff
        and search_grams(search_norm) @@ gs
        and contains_forms(search_norm, f1, f2, f3, f4, w1, w2, w3, w4, w5, w6)
        and not case when is_greek then sort_name else latin_last end ~~ any (beginnings))
    select null::bigint, page.id, n + row_number() over (order by sort_name, page.id) from (
      select found.id, sort_name from found order by sort_name, found.id offset skip + more limit take - n) page;
end $$
