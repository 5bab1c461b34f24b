-- Flags of members of staff who decided on something of a person with whom they share an address, a telephone or the network of
-- the day: perhaps the same person. `shared` says what; `occasion` names the record, request or claim.
set local lock_timeout = '2s'
--;;
alter table ledger_flags
  -- The member of staff who made the request; null: the participant is the other person.
  add column requester_id bigint references users,
  add column shared text[] not null default '{}',
  add column occasion text
--;;
alter table ledger_flags
  add constraint ledger_flags_resolved_by_another check (resolved_by <> staff_id and resolved_by <> requester_id),
  drop constraint ledger_flags_once,
  add constraint ledger_flags_once unique nulls not distinct
    (partner_id, participant_id, day, rejected, credited_twice, staff_id, requester_id, occasion)
--;;
-- The members of staff with whom the citizen shared something when the claim was filed: later changes do not hide it.
alter table delivery_claims add column staff_at_filing bigint[] not null default '{}'
