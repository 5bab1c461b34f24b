-- Accounts of citizens that staff have locked. Not a column of users: is_active also decides whether staff find an account
-- and whether partners may credit it.
create table account_locks (
  user_id bigint primary key references users (id) on delete cascade,
  reason text not null check (reason in ('own_request', 'stolen', 'misuse')),
  locked_at timestamp(3) with time zone not null,
  -- null: until it is unlocked
  ends_at timestamp(3) with time zone
)
