-- Who took which data out of the portal (docs/decisions/011). An export is on record before its first byte leaves; how it
-- ended is a row of its own, since neither table is ever changed.
create table exports (
  id bigint generated always as identity primary key,
  user_id bigint not null references users,
  subject text not null check (subject in ('participants', 'points')),
  -- Which rows were asked for. Of a search only that there was one: its text is mostly somebody's name.
  filter jsonb not null,
  begun_at timestamptz(3) not null
)
--;;
create index exports_by_user on exports (user_id)
--;;
create table export_ends (
  export_id bigint primary key references exports,
  ended_at timestamptz(3) not null,
  -- So many rows were read for the file; of an aborted or failed one at most so many arrived.
  n_rows bigint not null,
  outcome text not null check (outcome in ('complete', 'aborted', 'failed'))
)
--;;
create trigger exports_append_only before update or delete on exports
  for each row execute function append_only()
--;;
create trigger exports_not_truncated before truncate on exports
  for each statement execute function append_only()
--;;
create trigger export_ends_append_only before update or delete on export_ends
  for each row execute function append_only()
--;;
create trigger export_ends_not_truncated before truncate on export_ends
  for each statement execute function append_only()
