set local lock_timeout = '2s'
--;;
-- Position in the WAL after the account's last change, in bytes: its lists are read from a standby server that has replayed
-- as much. null: no change yet, or no standby server.
alter table sessions add column wrote_up_to bigint
