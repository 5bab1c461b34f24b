-- Records of reuse with negative points: the sign of all others follows from their description. With the counters by
-- description they give the sums of positive and of negative points (docs/decisions/012).
create index points_records_corrections on points_records (created_at) include (points)
  where points < 0 and points_sign(description) = 0
--;;
-- Accounts that are not activated: the few of the last days, for the search of staff.
create index users_unactivated on users (created_at desc)
  where not is_active and activated_at is null and not is_staff and erased_at is null
