-- Deliveries that citizens report as not credited (features/claims). An erasure deletes them.
create table delivery_claims (
  id int generated always as identity primary key,
  participant_id bigint not null references users on delete cascade,
  -- Chosen by the browser, so that a repeated submit creates no second claim.
  submission uuid not null,
  -- As typed: it need not exist.
  sticker_code text collate "C",
  -- The collection point as it was then: an import may remove it.
  place_id text,
  place_name text,
  day date not null,
  hour smallint check (hour between 0 and 23),
  litres numeric(7, 3) check (litres > 0),
  note text not null default '',
  created_at timestamptz(3) not null,
  state text not null check (state in ('open', 'approval', 'credited', 'rejected')),
  -- The request for a decision that a second person has to approve.
  approval_id int references approvals,
  -- null: not decided, or credited automatically.
  decided_by bigint references users,
  decided_at timestamptz(3),
  points int,
  -- The waiting delivery that was credited; null: by hand, or none.
  delivery_id bigint,
  reason text,
  answer text not null default '',
  unique (participant_id, submission),
  check (sticker_code is not null or place_id is not null),
  check ((state in ('credited', 'rejected')) = (decided_at is not null)),
  check ((state = 'approval') <= (approval_id is not null))
)
--;;
create index delivery_claims_open on delivery_claims (id) where state in ('open', 'approval')
--;;
create index delivery_claims_decided on delivery_claims (decided_at) where decided_at is not null
--;;
create unique index delivery_claims_of_approval on delivery_claims (approval_id) where approval_id is not null
