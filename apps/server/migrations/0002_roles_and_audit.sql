-- Roles of staff accounts: packages/contract/src/permissions.ts says what each may do.
alter table users add column role text collate "C"
  constraint users_role_known check (role in ('clerk', 'manager', 'operator'));
--;;
-- Existing staff get the role with the fewest permissions; `portal staff role` changes it.
update users set role = 'clerk' where is_staff;
--;;
alter table users add constraint users_role check (is_staff = (role is not null));
--;;
-- Who did what with whose data. Contains no names, addresses or search texts, so that an erasure does not have to change
-- it: actors and subjects are ids, and texts are in audit_texts.
create table audit_entries (
  id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  actor_kind text collate "C" not null
    constraint audit_entries_actor_kind check (actor_kind in ('visitor', 'citizen', 'staff', 'partner', 'command', 'job')),
  -- An account of users or of partners; without a foreign key, because it differs by kind and outlives the account.
  actor_id bigint,
  -- The name of the command or job.
  actor_name text collate "C",
  -- Network of the call as in rate limits: an IPv4 address, or the /56 network of an IPv6 address.
  network text collate "C",
  action text collate "C" not null,
  -- The account whose data it is; null: several, or none.
  subject_id bigint,
  -- Facts without personal data, such as counts, periods and ids.
  details jsonb not null default '{}'
);
--;;
create index audit_entries_of_subject on audit_entries (subject_id, id desc) where subject_id is not null;
--;;
create index audit_entries_of_actor on audit_entries (actor_kind, actor_id, id desc);
--;;
create trigger audit_entries_append_only before update or delete on audit_entries
  for each row execute function append_only();
--;;
create trigger audit_entries_not_truncated before truncate on audit_entries
  for each statement execute function append_only();
--;;
-- Search texts, often names or telephones: deleted with the person they name, or when they are old.
create table audit_texts (
  entry_id bigint primary key references audit_entries,
  text text not null
);
