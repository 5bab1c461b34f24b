-- Appointments of managers, who approve: each is confirmed by an existing approver (docs/decisions/022). A row without an end is
-- the present one.
set local lock_timeout = '2s'
--;;
create table approvers (
  id int generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  -- null: a command.
  asked_by bigint references users,
  asked_at timestamptz(3) not null,
  -- null: the first approver of the portal, or a command.
  confirmed_by bigint references users,
  confirmed_at timestamptz(3),
  -- The time of the first possible approval.
  approves_from timestamptz(3),
  ended_at timestamptz(3),
  constraint approvers_confirmed_by_another check (confirmed_by <> user_id and confirmed_by <> asked_by),
  check ((confirmed_at is null) = (approves_from is null)),
  check (confirmed_by is null or confirmed_at is not null)
)
--;;
create unique index approvers_present on approvers (user_id) where ended_at is null
--;;
insert into approvers (user_id, asked_at, confirmed_at, approves_from, ended_at)
select id, created_at, created_at, created_at, case when not is_active then now() end
from users where role = 'manager'
