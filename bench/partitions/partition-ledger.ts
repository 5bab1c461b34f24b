/** The ledger partitioned by month of `created_at`, to compare with the one of the migrations. */
import pg from 'pg'

/**
 * Replaces the ledger by a partitioned one with the same checks, indexes and triggers. References and ids are unique in a
 * table of their own, because a unique index of a partitioned table must contain the partition key.
 * @param months of one partition, at most 60
 */
export async function partition(url: string, months: number) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const textsOf = async (text: string) =>
    (await client.query<{ text: string }>(text)).rows.map((row) => row.text)
  const indexes = await textsOf(
    `select pg_get_indexdef(indexrelid) as text from pg_index where indrelid = 'points_records'::regclass and not indisunique`,
  )
  const triggers = await textsOf(
    `select pg_get_triggerdef(oid) as text from pg_trigger where tgrelid = 'points_records'::regclass and not tgisinternal`,
  )
  await client.query(`
    create table ledger (like points_records including defaults including identity including constraints) partition by range (created_at)`)
  const partitions = await textsOf(`
    select format('create table points_%s partition of ledger for values from (%L) to (%L)', to_char(m, 'YYYY_MM'),
      m at time zone 'Europe/Athens', (m + interval '${months} months') at time zone 'Europe/Athens') as text
    from generate_series(timestamp '2021-01-01', '2025-12-01', interval '${months} months') m`)
  for (const each of partitions) await client.query(each)
  await client.query(`
    insert into ledger overriding system value select * from points_records order by id;
    create table points_references (
      source text collate "C" not null,
      reference text collate "C" not null,
      record_id bigint not null,
      created_at timestamptz(3) not null
    );
    insert into points_references select source, reference, id, created_at from points_records order by id;
    select setval(pg_get_serial_sequence('ledger', 'id'), (select max(id) from points_records));
    drop table points_records cascade;
    alter table ledger rename to points_records;
    alter table points_references add primary key (source, reference);
    create unique index on points_references (record_id) include (created_at);
    alter table points_records add primary key (id, created_at);
    alter table points_records add foreign key (participant_id) references users (id);
    alter table points_records add foreign key (rate_id) references rates (id);
    alter table points_records add foreign key (reversal_of) references points_references (record_id);
    alter table coupons add foreign key (record_id) references points_references (record_id);
    alter table waiting_deliveries add foreign key (record_id) references points_references (record_id);
    create function points_records_referenced() returns trigger language plpgsql as $$
    begin
      insert into points_references select source, reference, id, created_at from added;
      return null;
    end $$;
    create trigger points_records_a_referenced after insert on points_records referencing new table as added
    for each statement execute function points_records_referenced();
    create type points_place as (created_at timestamptz, id bigint)`)
  for (const text of [...indexes, ...triggers]) await client.query(text)
  const [page = ''] = await textsOf(`select pg_get_functiondef('points_page'::regproc) as text`)
  // The page's first record by its place in the order: by id alone, each partition's index would be searched.
  let byPlace = page.replace('.points_page(', '.points_page_by_place(')
  for (const [from, to] of [
    [
      /select r\.id from points_records r(?=\s+where l\.k)/g,
      'select row(r.created_at, r.id)::points_place from points_records r',
    ],
    [/as id(?=\s+from located)/, 'as place'],
    ['join points_records first on first.id = a.id', ''],
    ['<= (first.created_at, first.id)', '<= ((a.place).created_at, (a.place).id)'],
  ] as const) {
    const next = byPlace.replace(from, to)
    if (next === byPlace) throw new Error(`points_page has changed: ${String(from)}`)
    byPlace = next
  }
  await client.query(byPlace)
  await client.end()
}
