-- no-transaction
-- A smaller sample of accounts, in which a search of one or two letters reads a tenth of the entries.
drop index concurrently if exists users_sampled_less_by_grams
--;;
create index concurrently users_sampled_less_by_grams on users using gin (search_grams(search_norm)) with (gin_pending_list_limit = 1024)
  where is_active and not is_staff and id % 1010 = 0
--;;
alter index users_sampled_less_by_grams alter column 1 set statistics 0
--;;
-- Names with all that a search compares, so that it does not read the accounts, which takes twice as long. An entry of a
-- B-tree has at most 2,704 bytes; longer texts, of long names in scripts of three and four bytes, have an index of their own.
drop index concurrently if exists users_by_name_with_text
--;;
create index concurrently users_by_name_with_text on users (sort_name, id) include (latin_last, search_norm)
  where is_active and not is_staff and octet_length(search_norm) <= 1000
--;;
drop index concurrently if exists users_by_name_of_long_text
--;;
create index concurrently users_by_name_of_long_text on users (sort_name, id)
  where is_active and not is_staff and octet_length(search_norm) > 1000
--;;
-- A page of a search: surnames that begin with the first word, then the other matches, each by name. Replaces
-- `participants_page`, which servers of the previous version call during an update; a later migration drops it.
--   total      number of matches; null if more than 1,000 and not counted. Repeated in each row, and in one row if the page is empty
--   grams      condition on `search_grams`: necessary for a match, not sufficient
--   words      one to six words, each a text array literal of the patterns of `search_norm` that it may match
--   beginnings patterns of the first word at the beginning of `sort_name` (`is_greek`) or `latin_last`
--   ranges     prefixes of `sort_name`, none a prefix of another, of all surnames that match `beginnings`
create or replace function search_participants(grams tsquery, words text[], is_greek boolean, beginnings text[], ranges text[],
  skip bigint, take bigint)
returns table (total bigint, id bigint, place bigint)
language plpgsql stable rows 50
set plan_cache_mode = force_generic_plan set jit = off set enable_seqscan = off set enable_sort = off set max_parallel_workers_per_gather = 0
as $$
#variable_conflict use_column
declare
  w1 text[] := words[1]; w2 text[] := words[2]; w3 text[] := words[3];
  w4 text[] := words[4]; w5 text[] := words[5]; w6 text[] := words[6];
  is_many boolean;
  n bigint;
  more bigint;
  surnames bigint;
begin
  -- Every 1,010th and every 101st account are samples. Ten matches in the first are about 10,000, 30 in the second about
  -- 3,000: of 1,000 there would be one and ten (standard deviations 1 and 3), so that more than 1,000 are not counted.
  select count(*) into n from (
    select from users where is_active and not is_staff and users.id % 1010 = 0 and search_grams(search_norm) @@ grams
      and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
    limit 10) sampled;
  is_many := n = 10;
  if not is_many then
    select count(*) into n from (
      select from users where is_active and not is_staff and users.id % 101 = 0 and search_grams(search_norm) @@ grams
        and contains_words(search_norm, w1, w2, w3, w4, w5, w6)
      limit 30) sampled;
    is_many := n = 30;
  end if;
  if not is_many then
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
