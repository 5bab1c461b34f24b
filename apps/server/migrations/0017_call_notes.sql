-- Notes of staff about calls of participants, which the participants read in their export.
create table call_notes (
  id bigint generated always as identity primary key,
  -- Accounts that were never activated are deleted.
  participant_id bigint not null references users on delete cascade,
  author_id bigint not null references users,
  created_at timestamptz not null,
  text text not null check (length(text) between 1 and 500)
)
--;;
create index call_notes_by_participant on call_notes (participant_id, id)
