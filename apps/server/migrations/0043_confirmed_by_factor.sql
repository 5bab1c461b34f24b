-- A change of second factors is confirmed with a present one: the challenge of a passkey that confirms.
set local lock_timeout = '2s'
--;;
alter table second_factor_set_ups
  drop constraint second_factor_set_ups_kind,
  add constraint second_factor_set_ups_kind check (kind in ('totp', 'passkey', 'confirmation'))
