-- Why records, reversals and uses of coupons of partners were rejected: the partner's own reference and the error code.
create table rejected_records (
  partner_id int not null references partners,
  code text collate "C" not null,
  -- Empty if it may be something else than a number of the partner's, such as a name.
  reference text collate "C" not null,
  rejected_at timestamptz(3) not null,
  primary key (partner_id, code, reference)
)
--;;
create index rejected_records_by_time on rejected_records (partner_id, rejected_at)
