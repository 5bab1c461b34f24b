-- The key of an address is computed by the server (db/email-key.ts): SQL has no UTS 46. The trigger keeps keys of rows that are written
-- without one: by an earlier version during an update, and by an erasure.
alter table users alter column email_key drop expression
--;;
create function set_email_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.email_key := coalesce(new.email_key, lower(new.email collate "und-x-icu"));
  elsif new.email <> old.email and new.email_key = old.email_key then
    new.email_key := lower(new.email collate "und-x-icu");
  end if;
  return new;
end $$
--;;
create trigger set_email_key before insert or update of email on users for each row execute function set_email_key()
--;;
create index users_with_unicode_email on users (id) where octet_length(email) > length(email)
