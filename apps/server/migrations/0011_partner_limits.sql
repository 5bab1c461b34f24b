-- Consent of third parties, reversals in part, limits for what partners cause (docs/decisions/015).

create index partner_sign_ins_by_partner on partner_sign_ins (partner_id, sub)
--;;
-- Whether a person is signed in at a partner by a consent with this scope, which the partner is still registered for.
-- The grant ends with the session (partner_sign_ins_ended).
create function has_live_consent(partner int, subject uuid, wanted text, moment timestamptz) returns boolean
language sql stable
return exists (
  select 1
  from partner_sign_ins i
  join sessions s on s.token_hash = i.session_hash and s.expires_at > moment
  join partners p on p.id = i.partner_id and wanted = any (p.scopes)
  join oidc_payloads g on g.model = 'Grant' and g.id = i.grant_id and g.expires_at > moment
  where i.partner_id = partner and i.sub = subject
    and wanted = any (string_to_array(g.payload -> 'openid' ->> 'scope', ' '))
    and wanted <> all (coalesce(string_to_array(g.payload -> 'rejected' -> 'openid' ->> 'scope', ' '), '{}')))
--;;
drop index points_records_reversed_once
--;;
create index points_records_by_reversal on points_records (reversal_of) where reversal_of is not null
--;;
-- A record is reversed in whole or in parts, never by more than its points. The lock makes two reversals of one record
-- wait for each other; the second one sees the first one's sum.
create function points_records_reversal_checked() returns trigger language plpgsql as $$
declare
  original record;
  reversed bigint;
begin
  select participant_id, partner_id, points, reversal_of into original
  from points_records where id = new.reversal_of for no key update;
  select coalesce(sum(points), 0) into reversed from points_records where reversal_of = new.reversal_of;
  if (new.participant_id, new.partner_id) is distinct from (original.participant_id, original.partner_id)
    or original.reversal_of is not null
    or sign(new.points) = sign(original.points) and new.points <> 0
    or abs(reversed + new.points) > abs(original.points) then
    raise exception 'a reversal takes back at most the points of the record that it reverses'
      using errcode = 'check_violation', constraint = 'points_records_reversal', table = 'points_records';
  end if;
  return new;
end $$
--;;
create trigger points_records_reversal_checked before insert on points_records
  for each row when (new.reversal_of is not null) execute function points_records_reversal_checked()
--;;
-- A partner gives a coupon's points back by reversing its record. Not valid: records of earlier versions stay.
alter table points_records add constraint points_records_coupon_reversal check (
  partner_id is null or reversal_of is not null or description not in ('coupon_cancelled', 'coupon_reimbursed')) not valid
--;;
-- What waits, by partner: counted against the limit, and removed when it is too old.
create index waiting_deliveries_of_partner on waiting_deliveries (partner_id, received_at) where record_id is null
