-- The people whose data each member of staff has read on a day of Athens, to flag unusual numbers. No foreign key to the
-- people: it would lock the account of everyone in a list, and the rows are deleted after their day.
create table staff_reads (
  staff_id bigint not null references users (id) on delete cascade,
  day date not null,
  participant_id bigint not null,
  primary key (staff_id, day, participant_id)
)
--;;
alter table ledger_flags
  add column staff_id bigint references users (id),
  drop constraint ledger_flags_check,
  add constraint ledger_flags_concerned
    check (partner_id is not null or participant_id is not null or staff_id is not null),
  drop constraint ledger_flags_once,
  add constraint ledger_flags_once
    unique nulls not distinct (partner_id, participant_id, staff_id, day, rejected, credited_twice)
