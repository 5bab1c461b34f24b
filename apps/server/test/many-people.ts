import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

/**
 * Adds people and records up to these numbers, with triggers and foreign keys disabled, indexes built at the end and
 * counters computed afterwards. Needs a superuser.
 */
export const growTo = (db: Db, wanted: { people: number; records: number }) =>
  db.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`set local maintenance_work_mem = '512MB'`.execute(trx)
    await withoutIndexes(trx, 'users', () => addPeople(trx, wanted.people))
    await withoutIndexes(trx, 'points_records', () => addRecords(trx, wanted.records))
    await count(trx)
  })

/** Drops the indexes of a table that no constraint needs, and creates them again after `add`. */
async function withoutIndexes(trx: Trx, table: string, add: () => Promise<unknown>) {
  const { rows } = await sql<{ name: string; definition: string; hasStatistics: boolean }>`
    select c.relname as name, pg_get_indexdef(c.oid) as definition,
      not exists (select 1 from pg_attribute where attrelid = c.oid and attstattarget = 0) as has_statistics
    from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = ${table}::regclass
      and not exists (select 1 from pg_constraint k where k.conindid = i.indexrelid)`.execute(trx)
  for (const { name } of rows) await sql`drop index ${sql.table(name)}`.execute(trx)
  await add()
  for (const { name, definition, hasStatistics } of rows) {
    await sql.raw(definition).execute(trx)
    if (!hasStatistics) await sql`alter index ${sql.table(name)} alter column 1 set statistics 0`.execute(trx)
  }
}

/** 20 first names, 240 surnames, and addresses of which half are at gmail.com and one in ten at example.gr. */
const addPeople = (trx: Trx, people: number) =>
  sql`
  with given as (
    select 'person' || i || '@'
      || (array['gmail.com', 'yahoo.gr', 'gmail.com', 'hotmail.com', 'gmail.com', 'yahoo.gr', 'gmail.com', 'otenet.gr',
        'gmail.com', 'example.gr'])[1 + i / 7 % 10] as email,
      (array['Μαρία', 'Γιώργος', 'Ελένη', 'Κώστας', 'Άννα', 'Δημήτρης', 'Σοφία', 'Νίκος', 'Ζωή', 'Θεόδωρος',
        'Κατερίνα', 'Γιάννης', 'Βασιλική', 'Παναγιώτης', 'Χρυσούλα', 'Ευάγγελος', 'Ιωάννα', 'Στέφανος', 'Δέσποινα', 'Ηλίας'])[1 + i % 20] as first_name,
      (array['Παπα', 'Χατζη', 'Καρα', 'Δημ', 'Γεωργ', 'Νικολ', 'Αντων', 'Ιωανν', 'Κωνσταντ', 'Βασιλ',
        'Μιχαηλ', 'Λαμπρ', 'Τσακ', 'Μαυρ', 'Κουτσ', 'Σωτηρ', 'Αλεξ', 'Ευθυμ', 'Ζαχαρ', 'Ψυχ'])[1 + i / 20 % 20]
      || (array['δάκης', 'ίδης', 'όπουλος', 'ιάδης', 'έλλης', 'άκος', 'ούδης', 'άτος', 'έας', 'άκη', 'ίου', 'ής'])[1 + i / 400 % 12] as last_name,
      '69' || lpad((i * 7919 % 100000000)::text, 8, '0') as telephone
    from generate_series((select count(*) from balances), ${people}::bigint - 1) i
  ), added as (
    -- The trigger that sets the key is disabled.
    insert into users (email, email_key, first_name, last_name, telephone, is_active, created_at, activated_at)
    select email, email, first_name, last_name, telephone, true, now(), now() from given
    returning id)
  insert into balances (participant_id) select id from added`.execute(trx)

/** Adds records, evenly distributed over five years, so that the day follows from the record's id. */
const addRecords = (trx: Trx, records: number) =>
  sql`
  insert into points_records (participant_id, points, description, created_at, source, reference, details)
  select first.id + i * 7919 % people.n, 20, 'oil_collected',
    timestamptz '2021-01-01 00:00+02' + i * 1.0 / ${records} * interval '1825 days', 'generated', ${records} || '-' || i, '{"litres": 1}'
  from (select min(participant_id) as id from balances) first, (select count(*) as n from balances) people,
    generate_series(0, ${records}::bigint - 1 - (select count(*) from points_records)) i`.execute(trx)

async function count(trx: Trx) {
  await sql`
    update balances b set available = r.points, cookingoils = r.points, n_records = r.n
    from (select participant_id, sum(points) as points, count(*) as n from points_records group by 1) r
    where r.participant_id = b.participant_id`.execute(trx)
  for (const table of [
    'points_day',
    'points_month',
    'points_delta',
    'activity_day',
    'activity_month',
    'activity_delta',
  ])
    await sql`delete from ${sql.table(table)}`.execute(trx)
  await sql`insert into points_day select athens_day(created_at), count(*) from points_records group by 1`.execute(
    trx,
  )
  await sql`
    insert into points_month select date_trunc('month', day)::date, sum(n) from points_day group by 1`.execute(
    trx,
  )
  await sql`
    insert into activity_day (day, place, description, n, points, amount)
    select day, 0, 'oil_collected', n, n * 20, n * 1000 from points_day`.execute(trx)
  await sql`
    insert into activity_month (day, place, description, n, points, amount)
    select month, 0, 'oil_collected', n, n * 20, n * 1000 from points_month`.execute(trx)
  for (const [table, unit] of [
    ['activity_day', 'day'],
    ['activity_month', 'month'],
  ] as const)
    await sql`
      insert into ${sql.table(table)} (day, place, accounts)
      select date_trunc(${unit}, athens_day(activated_at))::date, coalesce(municipality_id, 0), count(*)
      from users where activated_at is not null and not is_staff group by 1, 2`.execute(trx)
  await sql`update participants_total set n = (select count(*) from users where is_active and not is_staff)`.execute(
    trx,
  )
}

/** Updates planner statistics and the visibility map, like autovacuum. */
export async function vacuum(db: Db): Promise<void> {
  for (const table of ['users', 'balances', 'points_records', 'points_day', 'activity_day'])
    await sql`vacuum (analyze) ${sql.table(table)}`.execute(db)
}
