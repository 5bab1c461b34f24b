-- When an account was last used, for the retention period (features/privacy/retention-service.ts). A table of its own: an
-- update of users would also write its search indexes.
create table account_activity (
  user_id bigint primary key references users on delete cascade,
  -- Day in Athens; null: not since this table exists.
  last_sign_in_on date,
  -- When the mail about the coming erasure was queued. A sign-in removes it.
  warned_at timestamptz(3)
)
--;;
create index account_activity_warned on account_activity (warned_at) where warned_at is not null
--;;
insert into account_activity (user_id, last_sign_in_on)
select user_id, athens_day(max(created_at)) from sessions group by user_id
