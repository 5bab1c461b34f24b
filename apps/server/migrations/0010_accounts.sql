-- Limits' keys, known browsers and links by which an address's owner disowns an account.

-- Keys the HMACs of a portal without PORTAL_SECRET (lib/security/hmac-keys.ts). 244 random bits; all servers share it.
insert into portal_state (key, value)
values ('hmac key', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''))
--;;
-- A session goes on under a new token after a password change, with what the provider holds by it.
alter table oidc_payloads drop constraint oidc_payloads_session_hash_fkey
--;;
alter table oidc_payloads add constraint oidc_payloads_session_hash_fkey
  foreign key (session_hash) references sessions on delete cascade on update cascade
--;;
alter table partner_sign_ins drop constraint partner_sign_ins_session_hash_fkey
--;;
alter table partner_sign_ins add constraint partner_sign_ins_session_hash_fkey
  foreign key (session_hash) references sessions on delete cascade on update cascade
--;;
-- 'disown': the link 'Δεν ήσασταν εσείς;' of activation mails.
alter table account_tokens drop constraint account_tokens_purpose_check
--;;
alter table account_tokens add constraint account_tokens_purpose_check
  check (purpose in ('activation', 'password', 'disown'))
--;;
-- The most expensive imported argon2 hash (memory × passes): every failed sign-in takes as long (lib/security/passwords.ts).
create index users_with_imported_argon2 on users (
    (substring(password_hash from 'm=(\d{1,7}),')::bigint * substring(password_hash from ',t=(\d{1,2}),')::bigint))
  where password_hash like '%argon2%' and password_hash not like '$argon2id$v=19$m=19456,t=2,p=1$%'
