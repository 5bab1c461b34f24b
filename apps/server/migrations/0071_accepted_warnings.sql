-- When a mail server accepted the warning. Without it, the account is not erased but warned again. Meaningful while
-- warned_at is set; warnings of the version before count as not accepted.
alter table account_activity add column warning_accepted_at timestamptz(3)
