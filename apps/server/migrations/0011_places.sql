-- Collection points, which /places shows to everyone. `portal import places` writes them.
create table places (
  -- The operator's own number.
  id text primary key,
  kind text not null check (kind in ('green_atm', 'orange_bin', 'reuse_centre')),
  name text not null,
  address text not null,
  municipality_id int not null references municipalities,
  latitude double precision not null,
  longitude double precision not null,
  hours text not null
)
