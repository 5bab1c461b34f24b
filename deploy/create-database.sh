#!/bin/sh
# Creates the database and its two roles (docs/operations.md, Roles of the database) as PostgreSQL's superuser. It asks for
# the passwords, unless OWNER_PASSWORD and APPLICATION_PASSWORD are in the environment: compose.yaml runs it so at the first
# start. Run it again to change the passwords; an existing database stays as it is.
set -eu

# Not echoed, and not an argument, which other users see in the list of processes.
ask() {
  printf '%s: ' "$1" >&2
  [ ! -t 0 ] || { trap 'stty echo' EXIT; stty -echo; }
  IFS= read -r answer
  [ ! -t 0 ] || { stty echo; trap - EXIT; }
  printf '\n' >&2
}

[ -n "${OWNER_PASSWORD:-}" ] || { ask 'Password of portal_owner'; export OWNER_PASSWORD="$answer"; }
[ -n "${APPLICATION_PASSWORD:-}" ] || { ask 'Password of portal_application'; export APPLICATION_PASSWORD="$answer"; }
: "${OWNER_PASSWORD:?is missing}" "${APPLICATION_PASSWORD:?is missing}"
psql --no-psqlrc --set=ON_ERROR_STOP=1 --username="${POSTGRES_USER:-postgres}" --dbname="${POSTGRES_DB:-postgres}" <<'SQL'
\getenv owner_password OWNER_PASSWORD
\getenv application_password APPLICATION_PASSWORD
select format('create role %I', name) from unnest('{portal_owner,portal_application}'::text[]) name
where not exists (select from pg_roles where rolname = name) \gexec
alter role portal_owner login password :'owner_password';
alter role portal_application login password :'application_password';
select $$create database portal template template0 owner portal_owner encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'$$
where not exists (select from pg_database where datname = 'portal') \gexec
SQL
