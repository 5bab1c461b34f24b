-- Accounts that want mails about their points. Ingestion does no work for them: a job compares the number of records with
-- that of the last mail (features/points-mails).
create table points_mails (
  user_id bigint primary key references users on delete cascade,
  mode text not null check (mode in ('at_once', 'daily')),
  -- In the links of the mails: turns them off, and nothing else.
  token uuid not null unique default gen_random_uuid(),
  -- Number of the account's records at the last mail.
  told bigint not null,
  -- Earliest time of the next mail.
  next_at timestamptz not null
)
--;;
create index points_mails_next on points_mails (next_at)
