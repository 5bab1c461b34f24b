/**
 * Compares the ledger as the migrations create it with a copy that is partitioned by months of `created_at` (docs/decisions/033),
 * on a new PostgreSQL server: both sides execute the same statement in turn, as named statements, as the portal does.
 *
 *     npm run bench -- partitions [records] [months of a partition]
 *
 * Prints medians of the processor time of the database's process (Linux), their ratio, the buffers, and the planning time of
 * a statement that is not named; then sizes and the memory of a connection.
 */
import { readFileSync } from 'node:fs'
import pg from 'pg'
import { openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { growTo, vacuum } from '../apps/server/test/many-people.ts'
import { startPostgres } from '../scripts/postgres.ts'
import { partition } from './partitions/partition-ledger.ts'
import { median } from './statistics.ts'

const [records = 1_000_000, months = 1] = process.argv.slice(2).map(Number)
const people = Math.max(1_000, records / 20)
const batch = 1_000

const postgres = await startPostgres({
  settings: {
    shared_buffers: '1GB',
    jit: 'off',
    max_wal_size: '8GB',
    wal_level: 'minimal',
    max_wal_senders: '0',
    autovacuum: 'off',
    maintenance_work_mem: '512MB',
  },
})
const openAt = (url: string) =>
  openDatabase({ database: readConfig({ DATABASE_URL: url, DEMO: 'no' }).database })
const plainUrl = await postgres.createDatabase('plain', undefined, 'C.UTF-8')
const start = performance.now()
const plain = await openAt(plainUrl)
await migrate(plain.db)
// Fills the index of partners' records, too.
await execute(plainUrl, 'alter table points_records alter partner_id set default 1')
await growTo(plain.db, { people, records })
await plain.close()
await execute(
  plainUrl,
  'alter table points_records alter partner_id drop default',
  'reindex table points_records',
)
const partitionedUrl = await postgres.createDatabase('partitioned', 'plain')
await partition(partitionedUrl, months)
for (const url of [plainUrl, partitionedUrl]) {
  const { db, close } = await openAt(url)
  await vacuum(db)
  await close()
}
console.log(
  `${records} records of ${people} people: loaded in ${Math.round((performance.now() - start) / 1_000)} s\n`,
)

async function execute(url: string, ...texts: string[]) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  for (const text of texts) await client.query(text)
  await client.end()
}

/** A connection and the processor time of its process in microseconds. */
async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString })
  await client.connect()
  const [row] = (await client.query<{ pid: number }>('select pg_backend_pid() as pid')).rows
  const cpu = () => Number(readFileSync(`/proc/${row?.pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000
  return { client, cpu }
}
const sides = [await connect(plainUrl), await connect(partitionedUrl)] as const

type Plan = { Plan: Record<string, number>; 'Planning Time': number }
async function explain(client: pg.Client, text: string, values: unknown[]) {
  const { rows } = await client.query<{ 'QUERY PLAN': [Plan] }>(
    `explain (analyze, buffers, timing off, format json) ${text}`,
    values,
  )
  const [plan] = rows[0]?.['QUERY PLAN'] ?? []
  if (!plan) throw new Error(text)
  return {
    buffers: (plan.Plan['Shared Hit Blocks'] ?? 0) + (plan.Plan['Shared Read Blocks'] ?? 0),
    planning: plan['Planning Time'],
  }
}

let serial = 0
type Statement = {
  name: string
  text: string
  partitioned?: string
  values: () => unknown[]
  turns?: number
  writes?: boolean
}
const cells = (values: (string | number)[]) => values.map((value) => String(value).padStart(9)).join('')

/** Runs a statement on both sides in turn and prints a row. */
async function compare({ name, text, partitioned = text, values, turns = 60, writes }: Statement) {
  const texts = [text, partitioned]
  const used: [number[], number[]] = [[], []]
  const buffers: [number[], number[]] = [[], []]
  const planning: [number[], number[]] = [[], []]
  serial += 1
  for (let turn = 0; turn < turns + 12; turn += 1) {
    const shared = values()
    for (const side of turn % 2 ? [0, 1] : [1, 0]) {
      const { client, cpu } = sides[side as 0 | 1]
      const before = cpu()
      await client.query({ name: `s${serial}`, text: texts[side] ?? '', values: shared })
      // The first ones are planned with their values, and fill the caches.
      if (turn >= 12) used[side as 0 | 1].push(cpu() - before)
    }
  }
  for (let turn = 0; turn < 5; turn += 1) {
    const shared = values()
    for (const side of [0, 1] as const) {
      const result = await explain(sides[side].client, texts[side] ?? '', shared)
      buffers[side].push(result.buffers)
      planning[side].push(result.planning)
    }
  }
  const [plain, other] = used.map(median) as [number, number]
  console.log(
    name.padEnd(46) +
      cells([
        plain.toFixed(0),
        other.toFixed(0),
        (other / plain).toFixed(2),
        // EXPLAIN does not count the buffers of triggers.
        ...(writes ? ['', ''] : buffers.map(median)),
        ...planning.map((times) => median(times).toFixed(2)),
      ]),
  )
}

const { rows: known } = await sides[0].client.query<{
  id: string
  reference: string
  participant_id: string
}>(
  `select id, reference, participant_id from points_records where id in
    (select (random() * ${records - 1})::bigint + 1 from generate_series(1, 500))`,
)
const any = () => {
  const found = known[Math.floor(Math.random() * known.length)]
  if (!found) throw new Error('no records')
  return found
}

/** Inserts as `insertRecords` of the server does, without a rate. @param days how old the records are at most */
const insert = (name: string, size: number, days: number): Statement => ({
  name,
  turns: size === 1 ? 60 : 12,
  writes: true,
  text: `insert into points_records (participant_id, points, description, created_at, source, reference, details, partner_id)
    select participant_id, points, 'oil_collected', created_at, 'partner:bench', reference, '{"litres": 2.5}', 1
    from unnest($1::bigint[], $2::int[], $3::timestamptz[], $4::text[]) rows (participant_id, points, created_at, reference)
    returning id, reference`,
  values: () => {
    serial += 1
    const each = Array.from({ length: size }, (_, at) => at)
    return [
      each.map(() => any().participant_id),
      each.map(() => 20),
      each.map(() => new Date(Date.UTC(2025, 11, 20) - Math.random() * days * 86_400_000).toISOString()),
      each.map((at) => `${crypto.randomUUID()}-${serial}-${at}`),
    ]
  },
})

const page = (name: string, skip: () => number): Statement => ({
  name: `${name} (points_page)`,
  text: `select * from points_page($1, 20, '-infinity', 'infinity', '-infinity', 'infinity')`,
  values: () => [skip()],
})
const list = (join: string) => `select r.id, r.points, r.description, r.created_at
  from (select id, created_at from points_records
    where participant_id = $1 and created_at >= '-infinity' and created_at < 'infinity'
    order by created_at desc, id desc limit 20) page
  join points_records r on ${join}
  order by r.created_at desc, r.id desc`
const byReference = (where: string) => `select r.* from points_references f
  join points_records r on r.id = f.record_id and r.created_at = f.created_at where ${where}`
const random = () => Math.floor(Math.random() * (records - 20))

console.log(
  `${''.padEnd(46)}${cells(['CPU µs', 'months', 'ratio', 'buffers', 'months', 'plan ms', 'months'])}`,
)
for (const statement of [
  {
    name: 'by (source, reference)',
    text: 'select * from points_records where source = $1 and reference = $2',
    partitioned: byReference('f.source = $1 and f.reference = $2'),
    values: () => ['generated', any().reference],
  },
  {
    name: 'by id, all partitions',
    text: 'select * from points_records where id = $1',
    values: () => [any().id],
  },
  {
    name: 'by id, by points_references',
    text: 'select * from points_records where id = $1',
    partitioned: byReference('f.record_id = $1'),
    values: () => [any().id],
  },
  page('first page', () => 0),
  page('random page', random),
  ...[page('first page', () => 0), page('random page', random)].map((statement) => ({
    ...statement,
    name: `${statement.name}, anchor by place`,
    partitioned: statement.text.replace('points_page', 'points_page_by_place'),
  })),
  { name: "a person's list", text: list('r.id = page.id'), values: () => [any().participant_id] },
  {
    name: "a person's list, joined by id and time",
    text: list('r.id = page.id'),
    partitioned: list('r.id = page.id and r.created_at = page.created_at'),
    values: () => [any().participant_id],
  },
  {
    name: "a person's count, one year",
    text: 'select count(*) from points_records where participant_id = $1 and created_at >= athens_start($2::date) and created_at < athens_start($3::date)',
    values: () => [any().participant_id, '2023-01-01', '2024-01-01'],
  },
  {
    name: "a partner's next 100 events",
    text: 'select id, reference from points_records where partner_id = 1 and id > $1 and id <= $2 order by id limit 100',
    values: () => [random(), records],
  },
  { name: 'last id', text: 'select max(id) from points_records where $1', values: () => [true] },
  {
    name: 'next 1,000 of an export',
    text: 'select id, points, created_at from points_records where (created_at, id) < ($1, $2) and id <= $2 order by created_at desc, id desc limit 1000',
    values: () => ['2024-05-06', records],
  },
  insert('1,000 records of the last two days', batch, 2),
  insert('1,000 records of the last 30 days', batch, 30),
  insert('1,000 records of any of 60 months', batch, 1_800),
  insert('one record', 1, 2),
] as Statement[])
  await compare(statement)

for (const [at, { client }] of sides.entries()) {
  await client.query('begin')
  await client.query(page('', () => 0).text, [0])
  const { rows } = await client.query<{ n: number }>(
    'select count(*)::int as n from pg_locks where pid = pg_backend_pid()',
  )
  await client.query('commit')
  console.log(`${at ? 'partitioned' : 'one table'}: locks of a page of points: ${rows[0]?.n}`)
}

const duplicate = await sides[1].client
  .query(
    `insert into points_records (participant_id, points, description, created_at, source, reference)
     select participant_id, points, description, created_at + interval '40 days', source, reference
     from points_records where created_at < '2025-06-01' limit 1`,
  )
  .then(
    () => 'accepted',
    (error: unknown) => `rejected, ${String((error as { constraint?: string }).constraint)}`,
  )
console.log(`\nthe same reference with another created_at, partitioned: ${duplicate}`)

const mb = (bytes: number | undefined) => ((bytes ?? 0) / 2 ** 20).toFixed(1)
const sizes = `
  select sum(pg_relation_size(c.oid))::float8 as bytes, case when c.relkind = 'i' then 'indexes' else 'tables' end as kind
  from pg_class c left join pg_index i on i.indexrelid = c.oid
  where c.relkind in ('r', 'i') and coalesce(i.indrelid, c.oid) in (
    select 'points_records'::regclass union select inhrelid from pg_inherits where inhparent = 'points_records'::regclass
    union select to_regclass('points_references'))
  group by kind order by kind`
for (const [at, { client }] of sides.entries()) {
  const { rows } = await client.query<{ kind: string; bytes: number }>(sizes)
  const { rows: memory } = await client.query<{ bytes: number }>(
    'select sum(used_bytes)::float8 as bytes from pg_backend_memory_contexts',
  )
  console.log(
    `${at ? 'partitioned' : 'one table'}: ${rows.map(({ kind, bytes }) => `${kind} ${mb(bytes)} MB`).join(', ')}, memory of this connection ${mb(memory[0]?.bytes)} MB`,
  )
  const largest = await client.query<{ name: string; bytes: number }>(`
    select coalesce(p.relname, c.relname) as name, sum(pg_relation_size(c.oid))::float8 as bytes from pg_class c
    join pg_index i on i.indexrelid = c.oid left join pg_inherits h on h.inhrelid = c.oid left join pg_class p on p.oid = h.inhparent
    where c.relkind = 'i' and i.indrelid in (
      select 'points_records'::regclass union select inhrelid from pg_inherits where inhparent = 'points_records'::regclass
      union select to_regclass('points_references'))
    group by 1 having sum(pg_relation_size(c.oid)) > 1000000 order by 2 desc`)
  console.log(largest.rows.map(({ name, bytes }) => `  ${name.padEnd(52)}${mb(bytes)} MB`).join('\n'))
  await client.end()
}
await postgres.stop()
