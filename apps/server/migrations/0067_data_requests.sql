-- Accounts whose data may only be stored (GDPR, article 18), as their owner or a manager for the owner asked. A row means that the
-- restriction is in force.
create table account_restrictions (
  user_id bigint primary key references users (id) on delete cascade,
  restricted_at timestamptz(3) not null,
  -- null: the owner
  restricted_by bigint references users (id),
  -- When it ends: a manager has told the owner by mail. null: until it is lifted.
  lifts_at timestamptz(3)
)
--;;
-- Requests of citizens about their data (articles 16, 18 and 21), and the answers.
create table data_requests (
  id bigint generated always as identity primary key,
  user_id bigint not null references users (id) on delete cascade,
  kind text not null check (kind in ('restriction', 'objection', 'rectification')),
  text text not null,
  received_at timestamptz(3) not null,
  -- The last day for the answer: a month after the receipt, or three (article 12(3)).
  due_on date not null,
  extended_at timestamptz(3),
  extension_reason text not null default '',
  answered_at timestamptz(3),
  -- null: the person has withdrawn the request.
  answered_by bigint references users (id),
  outcome text check (outcome in ('done', 'refused', 'withdrawn')),
  answer text not null default '',
  check ((answered_at is null) = (outcome is null))
)
--;;
create index data_requests_user_id on data_requests (user_id)
--;;
create index data_requests_open on data_requests (due_on, id) where answered_at is null
--;;
create index data_requests_answered_at on data_requests (answered_at) where answered_at is not null
--;;
-- No writer takes points of a restricted account, also not one that does not ask (record_accepted). Who restricts an account
-- locks its balance first, so that the query sees it.
create function reject_taking_of_restricted() returns trigger language plpgsql
security definer set search_path = public, pg_temp as $$
begin
  if exists (select from account_restrictions r where r.user_id = new.participant_id) then
    raise exception 'The processing of the account is restricted.' using errcode = 'PR001';
  end if;
  return new;
end $$
--;;
create trigger balances_restricted before update on balances for each row
when (new.available < old.available or new.redeemed > old.redeemed)
execute function reject_taking_of_restricted()
