-- Coupons whose code the portal shows to its owner. The points are in points_records.
create table coupons (
  record_id bigint primary key references points_records,
  participant_id bigint not null references users,
  -- Encrypted with PORTAL_SECRET: everyone who has a code can use the coupon.
  code text not null,
  -- The last characters of the code, for staff.
  ending text not null,
  title text not null,
  shop text,
  -- Day of Europe/Athens.
  valid_until date,
  used_at timestamptz,
  -- All its points were returned.
  cancelled_at timestamptz
)
--;;
create index coupons_by_participant on coupons (participant_id)
