-- The sites of third parties get identifiers of their own for people, so that they cannot compare their users (decision 044).
alter table partners
  add column subject_type text not null default 'public' check (subject_type in ('public', 'pairwise'))
--;;
-- The `sub` of an account at a partner whose subject type is pairwise: random, and stored at the first sign-in.
create table partner_subjects (
  partner_id int not null references partners,
  user_id bigint not null references users on delete cascade,
  sub uuid not null default gen_random_uuid(),
  primary key (partner_id, user_id),
  unique (partner_id, sub)
)
--;;
create index partner_subjects_by_user on partner_subjects (user_id)
--;;
-- The `sub` by which a partner knows an account; null if a partner with pairwise ones does not know it.
create function sub_at(partner int, account uuid) returns uuid language sql stable
return (
  select case when p.subject_type = 'public' then account else (
    select s.sub from users u join partner_subjects s on s.user_id = u.id and s.partner_id = p.id where u.sub = account) end
  from partners p where p.id = partner)
--;;
-- As before (0001), with the `sub` by which the partner knows the account.
create or replace function partner_sign_ins_ended() returns trigger language plpgsql as $$
begin
  delete from oidc_payloads where grant_id in (select grant_id from removed);
  delete from oidc_payloads where model = 'Grant' and id in (select grant_id from removed);
  if exists (select from removed) then
    insert into pgboss.job (name, data, group_id, policy, retry_limit, retry_delay, retry_backoff, retry_delay_max,
      expire_seconds, deletion_seconds, keep_until)
    select q.name, jsonb_build_object('partnerId', partner_id, 'sid', sid, 'sub', sub_at(partner_id, sub)), partner_id::text,
      q.policy, q.retry_limit, q.retry_delay, q.retry_backoff, q.retry_delay_max, q.expire_seconds, q.deletion_seconds,
      now() + q.retention_seconds * interval '1 second'
    from removed, pgboss.queue q
    where q.name = 'partner-logouts';
  end if;
  return null;
end $$
