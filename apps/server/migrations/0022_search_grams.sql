-- no-transaction
-- The three letters at each position of each word, fewer at its end: a word contains a text of up to three letters if one of
-- them begins with it. The index of them replaces that of trigrams, which ignore punctuation ('a.gr' read all people with an
-- address in .gr) and in some locales Greek letters, and that of letter pairs.
create or replace function search_grams(t text) returns tsvector language plpgsql immutable strict parallel safe as $$
declare
  word text;
  grams text[] := '{}';
begin
  foreach word in array string_to_array(t, ' ') loop
    for i in 1 .. length(word) loop
      grams := grams || substr(word, i, 3);
    end loop;
  end loop;
  return array_to_tsvector(grams);
end $$
--;;
drop index concurrently if exists users_by_grams
--;;
create index concurrently users_by_grams on users using gin (search_grams(search_norm)) with (gin_pending_list_limit = 1024)
  where is_active and not is_staff
--;;
drop index concurrently if exists users_sampled_by_grams
--;;
create index concurrently users_sampled_by_grams on users using gin (search_grams(search_norm)) with (gin_pending_list_limit = 1024)
  where is_active and not is_staff and id % 101 = 0
--;;
-- ANALYZE would compute the grams of 30,000 people for statistics that no plan needs.
alter index users_by_grams alter column 1 set statistics 0
--;;
alter index users_sampled_by_grams alter column 1 set statistics 0
--;;
-- Whether a text contains a pattern of each word. Inlined into the statements of `participants_page`.
create or replace function contains_words(t text, w1 text[], w2 text[], w3 text[], w4 text[], w5 text[], w6 text[])
returns boolean language sql immutable parallel safe
return t ~~ any (w1) and (w2 is null or t ~~ any (w2)) and (w3 is null or t ~~ any (w3))
  and (w4 is null or t ~~ any (w4)) and (w5 is null or t ~~ any (w5)) and (w6 is null or t ~~ any (w6))
--;;
-- A page of a search: surnames that begin with the first word, then the other matches, each by name.
--   total      number of matches; null if more than 10,000. Repeated in each row, and in one row if the page is empty
--   grams      condition on `search_grams`: necessary for a match, not sufficient
--   words      one to six words, each a text array literal of the patterns of `search_norm` that it may match
--   beginnings patterns of the first word at the beginning of `sort_name` (`is_greek`) or `latin_last`
--   ranges     prefixes of `sort_name`, none a prefix of another, of all surnames that match `beginnings`
create or replace function participants_page(grams tsquery, words text[], is_greek boolean, beginnings text[], ranges text[],
  skip bigint, take bigint)
returns table (total bigint, id bigint, place bigint)
language plpgsql stable rows 50
set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_sort = off
as $$
#variable_conflict use_column
declare
  w1 text[] := words[1]; w2 text[] := words[2]; w3 text[] := words[3];
  w4 text[] := words[4]; w5 text[] := words[5]; w6 text[] := words[6];
  n bigint;
  more bigint;
  surnames bigint;
begin
  -- Every 101st account is a sample: 160 matches in it are about 16,000. Of 10,000 there would be 99 (standard deviation
  -- 10), so that more are not counted.
  select count(*) into n from (
    select from users where is_active and not is_staff and users.id % 101 = 0 and search_grams(search_norm) @@ grams
      and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
    limit 160) sampled;
  if n < 160 then
    return query
      with found as materialized (
        select users.id, sort_name, not case when is_greek then sort_name else latin_last end ~~ any (beginnings) as is_other
        from users where is_active and not is_staff and search_grams(search_norm) @@ grams
          and contains_words(search_norm, w1, w2, w3, w4, w5, w6))
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
        select users.id, sort_name, latin_last, search_norm from users where is_active and not is_staff
        order by sort_name, users.id limit 400 * (skip + take)) users
      where contains_words(search_norm, w1, w2, w3, w4, w5, w6)
        and not case when is_greek then sort_name else latin_last end ~~ any (beginnings)
      order by sort_name, users.id offset skip limit take - n) found;
  get diagnostics more = row_count;
  n := n + more;
  if n = take then return; end if;
  -- The matches have names at the end of the alphabet, or the page is behind the last one.
  return query
    with found as materialized (
      select users.id, sort_name from users where is_active and not is_staff and search_grams(search_norm) @@ grams
        and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
        and not case when is_greek then sort_name else latin_last end ~~ any (beginnings))
    select null::bigint, page.id, n + row_number() over (order by sort_name, page.id) from (
      select found.id, sort_name from found order by sort_name, found.id offset skip + more limit take - n) page;
end $$
--;;
-- Indexes that `participants_page` does not need. During an update, servers of the previous version search without them: in
-- up to a second at 500,000 people. Without users_by_letter_pairs it would be 20 seconds; a later migration drops it.
drop index concurrently if exists users_by_trigrams
--;;
drop index concurrently if exists users_by_latin_last
