-- Each read by staff looks for the flag of its day (lib/audit/people-read.ts).
create index ledger_flags_of_staff on ledger_flags (staff_id, day) where staff_id is not null
