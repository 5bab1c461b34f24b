-- Indexes of the audit page: newest first, by each filter. Those of 0002 are ordered by id, which does not support periods.
drop index audit_entries_of_subject;
--;;
create index audit_entries_of_subject on audit_entries (subject_id, at desc, id desc) where subject_id is not null;
--;;
drop index audit_entries_of_actor;
--;;
create index audit_entries_of_actor on audit_entries (actor_kind, actor_id, at desc, id desc);
--;;
create index audit_entries_of_action on audit_entries (action, at desc, id desc);
--;;
create index audit_entries_by_time on audit_entries (at desc, id desc);
--;;
-- The staff filter: without it, 500,000 accounts are scanned.
create index users_staff on users (is_active desc, sort_name, id) where is_staff;
--;;
alter table exports drop constraint exports_subject_check;
--;;
alter table exports add constraint exports_subject_check check (subject in ('participants', 'points', 'audit'));
