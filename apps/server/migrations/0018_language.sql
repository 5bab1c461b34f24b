-- Language that a citizen chose for pages and mails. null: none chosen, which means Greek. Staff accounts are Greek.
alter table users add column language text collate "C" constraint users_language check (language in ('el', 'en'))
