-- Query string of the page that requested a mailed link, which continues there. Some mail programs break long links, so
-- that they contain only a mark if the query string is long (features/accounts/send-mail.ts). null: none.
alter table account_tokens add column query text
