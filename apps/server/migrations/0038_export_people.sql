-- Who was in an export of a search, so that each of them sees it in the own log. The accounts of a thousand consecutive ids
-- are one row: 500,000 people take 500 rows of some 2 kB, and the question of one person reads one row for each export.
create table export_people (
  export_id bigint not null references exports (id),
  -- id / 1000
  block bigint not null,
  -- id % 1000
  ids smallint[] not null,
  primary key (block, export_id)
)
--;;
create index export_people_by_export on export_people (export_id)
