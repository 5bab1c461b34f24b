-- Published texts of the privacy notices and terms, as people read them, numbered from 1 by page and language.
create table notice_versions (
  page text collate "C" not null,
  language text collate "C" not null check (language in ('el', 'en')),
  number int not null check (number > 0),
  hash text collate "C" not null,
  text text not null,
  served_at timestamptz(3) not null,
  primary key (page, language, number)
)
--;;
-- Of which version of a page an account was informed: by mail, or by the notice that it has closed. The latest only.
create table notice_news (
  user_id bigint not null references users (id) on delete cascade,
  page text collate "C" not null,
  -- Of the Greek text.
  number int not null,
  mailed_at timestamptz(3),
  dismissed_at timestamptz(3),
  primary key (user_id, page)
)
