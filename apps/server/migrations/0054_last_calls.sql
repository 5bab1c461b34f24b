-- When a partner's program called the API last, to the minute.
alter table partners add column last_call_at timestamptz(3)
