-- When the account was erased: its row stays without personal data, because the ledger and the counters refer to it.
alter table users add column erased_at timestamptz(3)
  constraint users_erased check (
    erased_at is null
    or (not is_active and not is_staff and password_hash is null and first_name = '' and last_name = '' and telephone = ''))
--;;
-- When the owner of the sticker was erased: from then on it is like a code that was never issued.
alter table stickers add column retired_at timestamptz(3)
  constraint stickers_retired check (retired_at is null or bound_to is null)
--;;
-- Confirmed erasures that wait for the end of their cooling-off period.
create table erasures (
  user_id bigint primary key references users on delete cascade,
  confirmed_at timestamptz(3) not null,
  due_at timestamptz(3) not null
)
--;;
create index erasures_by_due on erasures (due_at)
--;;
alter table account_tokens drop constraint account_tokens_purpose_check
--;;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('activation', 'password', 'disown', 'erasure', 'erasure_cancel'))
--;;
-- Letters and digits only, of a text that is already in lower case. Not [:alnum:]: with LC_CTYPE=C, it has no Greek.
create function squashed(t text) returns text language sql immutable strict parallel safe
return regexp_replace(t, '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf]+', '', 'g')
--;;
-- Whether a text contains a name, in Greek or Latin letters, with any accents and separators. Names of fewer than four
-- letters only as whole words.
create function mentions_name(t text, name text) returns boolean language sql immutable strict parallel safe
return case
  when length(squashed(norm(name))) = 0 then false
  when length(squashed(norm(name))) < 4 then
    position(' ' || squashed(norm(name)) || ' ' in
      ' ' || regexp_replace(norm(t), '[\u0001-\u002f\u003a-\u0060\u007b-\u00bf]+', ' ', 'g') || ' ') > 0
  else position(squashed(norm(name)) in squashed(norm(t))) > 0
    or position(squashed(to_latin(name)) in squashed(to_latin(t))) > 0
end
--;;
-- Whether a text contains an e-mail address as a whole: 'ria@example.gr' is not mentioned by 'maria@example.gr'.
create function mentions_address(t text, email text) returns boolean language sql immutable strict parallel safe
return lower(t collate "und-x-icu") ~ (
  '(?<![a-z0-9._+-])'
  || regexp_replace(lower(email collate "und-x-icu"), '([][().*+?^$|{}\\-])', '\\\1', 'g')
  || '(?![a-z0-9-]|\.[a-z0-9])')
--;;
-- Whether a text contains the e-mail address, the last name or the telephone of a person, or consists of the first name
-- (without a last name: contains it). The telephone with or without the prefix of Greece.
create function mentions_person(t text, email text, first_name text, last_name text, telephone text) returns boolean
language sql immutable strict parallel safe
return mentions_address(t, email)
  or mentions_name(t, coalesce(nullif(last_name, ''), first_name))
  or (first_name <> '' and squashed(to_latin(t)) = squashed(to_latin(first_name)))
  or (length(regexp_replace(telephone, '[^0-9]', '', 'g')) >= 7
    and position(
      regexp_replace(regexp_replace(telephone, '[^0-9]', '', 'g'), '^(00)?30(?=[0-9]{10}$)', '')
      in regexp_replace(t, '[^0-9]', '', 'g')) > 0)
