-- Changes of the address of an account: requested, confirmed at the new address, and possibly taken back by the old one. While a
-- change can be taken back, no other account gets the old address.
create table email_changes (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  old_email text not null,
  -- of old_email, as in users
  old_key text collate "C" not null,
  new_email text not null,
  -- The request of staff that a second person approves; null: by the person.
  approval_id bigint references approvals (id) on delete cascade,
  requested_at timestamp(3) with time zone not null,
  -- Until when it can be confirmed; null: it waits for the approval.
  expires_at timestamp(3) with time zone,
  confirmed_at timestamp(3) with time zone,
  undo_until timestamp(3) with time zone,
  undone_at timestamp(3) with time zone,
  constraint email_changes_undo check ((confirmed_at is null) = (undo_until is null))
)
--;;
create unique index email_changes_open on email_changes (user_id, (approval_id is null)) where confirmed_at is null
--;;
create index email_changes_user on email_changes (user_id)
--;;
create index email_changes_old_key on email_changes (old_key) where undo_until is not null and undone_at is null
--;;
create unique index email_changes_approval on email_changes (approval_id)
--;;
-- The change that a link confirms or takes back: with the change, its links end.
alter table account_tokens add column email_change_id bigint references email_changes (id) on delete cascade
--;;
create index account_tokens_email_change on account_tokens (email_change_id) where email_change_id is not null
--;;
-- Adds to the lists instead of repeating them: another migration may have added to them, too.
do $$
declare
  check_of record;
begin
  for check_of in
    select con.conname, con.conrelid::regclass as place, pg_get_constraintdef(con.oid) as list,
      case con.conname when 'approvals_kind_check' then '''email_changed''::text'
        else '''email_change''::text, ''email_restore''::text' end as added
    from pg_constraint con
    where con.conname = 'approvals_kind_check' and con.conrelid = 'approvals'::regclass
      or con.conname = 'account_tokens_purpose_check' and con.conrelid = 'account_tokens'::regclass
  loop
    execute format('alter table %s drop constraint %I, add constraint %I %s', check_of.place, check_of.conname, check_of.conname,
      replace(check_of.list, 'ARRAY[', 'ARRAY[' || check_of.added || ', '));
  end loop;
end $$
