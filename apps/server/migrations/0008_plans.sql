-- Planner settings of points_page. rows: a page of 20. Without it the planner expects 1,000 rows: with 20,000 people it hashed
-- all users for each page (11 ms instead of 1). jit: also off for callers other than the portal (src/db/database.ts).
alter function points_page(bigint, bigint, date, date, date, date) rows 20 set jit = off
--;;
-- A page in the middle of a day counts index entries up to it. Of pages that no vacuum has seen yet, each entry costs a
-- read of the table, and by default the vacuum comes after inserts of 20 % of the table: two of ten million records.
alter table points_records set (autovacuum_vacuum_insert_scale_factor = 0, autovacuum_vacuum_insert_threshold = 20000)
