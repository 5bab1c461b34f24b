-- Consents to the sites of third parties can be proven after their session (GDPR 7.1), and taking points is a scope of its own
-- (decision 044).
alter table partners
  add column company text,
  add column purpose text,
  add column purpose_en text,
  add column privacy_url text
--;;
comment on column partners.purpose is 'For which purpose the site asks for data, in Greek; purpose_en in English.'
--;;
-- The words that people agreed to, once each.
create table consent_texts (
  hash text collate "C" primary key,
  body text not null
)
--;;
create table partner_consents (
  id bigint generated always as identity primary key,
  user_id bigint not null references users on delete cascade,
  partner_id int not null references partners,
  scopes text[] not null,
  -- What was asked for and not given.
  refused text[] not null,
  text_version text not null,
  -- Null: given before the words were stored.
  text_hash text collate "C" references consent_texts,
  language text not null,
  given_at timestamptz(3) not null,
  withdrawn_at timestamptz(3)
)
--;;
create index partner_consents_by_user on partner_consents (user_id)
--;;
insert into partner_consents (user_id, partner_id, scopes, refused, text_version, language, given_at, withdrawn_at)
select a.subject_id, p.id, string_to_array(coalesce(a.details ->> 'scope', ''), ' '), '{}',
  coalesce(a.details ->> 'text', 'unknown'), coalesce(a.details ->> 'language', 'el'), a.at,
  (select min(w.at) from audit_entries w
    where w.subject_id = a.subject_id and w.action = 'consent.withdraw' and w.at >= a.at
      and w.details ->> 'partner' = a.details ->> 'partner')
from audit_entries a
join users u on u.id = a.subject_id and u.erased_at is null
join partners p on p.client_id = a.details ->> 'partner'
where a.action = 'consent.give'
order by a.id
--;;
update partners set scopes = scopes || 'points:redeem'::text
where not first_party and 'points' = any (scopes) and 'coupon_created' = any (descriptions::text[])
  and 'points:redeem' <> all (scopes)
--;;
-- Live consents to `points` allowed redemption until now. They keep it until they end, recorded as such.
with kept as (
  update oidc_payloads g
  set payload = jsonb_set(g.payload, '{openid,scope}', to_jsonb((g.payload -> 'openid' ->> 'scope') || ' points:redeem'))
  from partners p
  where g.model = 'Grant' and p.client_id = g.payload ->> 'clientId' and not p.first_party
    and 'points:redeem' = any (p.scopes)
    and 'points' = any (string_to_array(g.payload -> 'openid' ->> 'scope', ' '))
    and 'points' <> all (coalesce(string_to_array(g.payload -> 'rejected' -> 'openid' ->> 'scope', ' '), '{}'))
  returning g.payload, g.created_at, p.id as partner_id)
insert into partner_consents (user_id, partner_id, scopes, refused, text_version, language, given_at)
select u.id, k.partner_id, string_to_array(k.payload -> 'openid' ->> 'scope', ' '), '{}', 'kept by 0060', 'el', k.created_at
from kept k join users u on u.sub::text = k.payload ->> 'accountId'
