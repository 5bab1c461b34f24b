-- `credited_twice`: a delivery that staff may have credited by hand already, with the points given by hand as `cap`. Such a
-- flag looked like one of a participant from one partner, and was not raised if there was one on that day.
alter table ledger_flags add column credited_twice boolean not null default false
--;;
alter table ledger_flags
  drop constraint ledger_flags_once,
  add constraint ledger_flags_once
    unique nulls not distinct (partner_id, participant_id, day, rejected, credited_twice)
