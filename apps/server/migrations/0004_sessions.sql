-- What a session's owner sees of it. The table has few rows, so rewriting it for the ids is short. The defaults of the
-- other columns are for servers of the previous version, which insert sessions during an update.
set local lock_timeout = '2s'
--;;
alter table sessions
  -- Names the session in addresses; the hash would be a credential's fingerprint.
  add column id uuid not null default gen_random_uuid(),
  -- Recorded at most once a minute. expires_at follows it: the earlier of the idle and the absolute limit.
  add column last_seen_at timestamptz(3) not null default now(),
  -- Words found in the User-Agent header, such as Firefox and Windows; the header itself is not stored.
  add column browser text not null default '',
  add column system text not null default '',
  -- Truncated address.
  add column network text not null default ''
--;;
create unique index sessions_by_id on sessions (id)
