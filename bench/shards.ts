/**
 * Simulates a portal on two databases (docs/decisions/034): people and their records on two PostgreSQL servers by a hash of
 * the person, a coordinator with foreign tables (postgres_fdw), and a server that holds everything, to compare with. Each call is
 * made on both sides in turn.
 *
 *     npm run bench -- shards [records]
 *
 * Prints medians: milliseconds of the call, and microseconds of processor time (Linux) of the single server, of the coordinator and
 * of the busier shard. All servers are on this machine, so that the way between them takes no time.
 */
import { readFileSync } from 'node:fs'
import { deepPage, type Row } from './shards/deep-page.ts'
import { type Connection, openShards } from './shards/open-shards.ts'
import { median } from './statistics.ts'

const [records = 400_000] = process.argv.slice(2).map(Number)
const people = Math.max(1_000, records / 20)
const { whole, coordinator, shards, server, reconnect, close } = await openShards({ people, records })

const shardOf = new Map<string, number>()
for (const [n, { client }] of shards.entries())
  for (const { id } of (await client.query<{ id: string }>('select id from users')).rows) shardOf.set(id, n)
const ids = [...shardOf.keys()]
const anyone = () => ids[Math.floor(Math.random() * ids.length)] ?? ''

const rowsOf = async ({ client }: Connection, text: string, values: unknown[] = []) =>
  (await client.query<Row>({ name: text.replace(/\s+/g, ' ').slice(-60), text, values })).rows
const homeOf = (person: string) => shards[shardOf.get(person) ?? 0] ?? coordinator
const onShards = async (text: string, values: unknown[] = []) =>
  (await Promise.all(shards.map((shard) => rowsOf(shard, text, values)))).flat()
const onEach = (text: (n: number) => string) => shards.map((_, n) => `(${text(n)})`).join(' union all ')

const newest = `select id, participant_id, points, description, created_at from points_records order by created_at desc, id desc`
const own = `select id, points, description, created_at from points_records where participant_id = $1 order by created_at desc, id desc limit 20`
const sums = 'select available, reuse, cookingoils, redeemed from balances where participant_id = $1'
const search = `with found as materialized (
    select id, sort_name from users where is_active and not is_staff and search_norm like $1)
  select u.id, u.sort_name, u.email, b.available from (select id from found order by sort_name, id limit 50) page
  join users u using (id) join balances b on b.participant_id = u.id order by u.sort_name, u.id`
const place = ({ sort_name: name, id }: Row) => `${String(name)} ${String(id).padStart(12, '0')}`

let serial = 0
const insert = (into: string) =>
  `insert into ${into} (participant_id, points, description, created_at, source, reference) values ($1, -1, 'coupon_created', now(), 'partner:bench', $2)`
type Entry = { person: string; reference: string; home: number }
const newBatch = (): Entry[] =>
  Array.from({ length: 1_000 }, () => {
    serial += 1
    return { person: anyone(), reference: `batch-${serial}`, home: serial % 2 }
  })
const takeReferences = `insert into partner_references (partner_id, reference, content, received_at)
  select 1, reference, sha256(reference::bytea), now() from unnest($1::text[]) r (reference) order by 1 on conflict do nothing`
const insertRecords = `insert into points_records (participant_id, points, description, created_at, source, reference, partner_id)
  select person, 20, 'oil_collected', now(), 'partner:bench', reference, 1 from unnest($1::bigint[], $2::text[]) r (person, reference)
  on conflict (source, reference) do nothing`
const wholeBatch = async (batch: Entry[]) => {
  const references = batch.map(({ reference }) => reference)
  await rowsOf(whole, 'begin')
  await rowsOf(whole, takeReferences, [references])
  await rowsOf(whole, insertRecords, [batch.map(({ person }) => person), references])
  await rowsOf(whole, 'commit')
}
/** The references on their own shards first, then the records on those of the people; each statement is a transaction. */
const takeOnShards = (batch: Entry[]) =>
  Promise.allSettled(
    shards.map((shard, n) =>
      rowsOf(shard, takeReferences, [
        batch.filter(({ home }) => home === n).map(({ reference }) => reference),
      ]),
    ),
  )
const insertOnShards = (batch: Entry[]) =>
  Promise.allSettled(
    shards.map((shard, n) => {
      const part = batch.filter(({ person }) => shardOf.get(person) === n)
      return rowsOf(shard, insertRecords, [
        part.map(({ person }) => person),
        part.map(({ reference }) => reference),
      ])
    }),
  )

type Call<Value> = {
  name: string
  turns?: number
  value: () => Value
  one: (value: Value) => Promise<unknown>
  two: (value: Value) => Promise<unknown>
}
const cells = (values: (string | number)[]) => values.map((value) => String(value).padStart(9)).join('')
const cpuOf = (pids: number[]) =>
  pids.reduce(
    (sum, pid) => sum + Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1_000,
    0,
  )

async function compare<Value>({ name, turns = 40, value, one, two }: Call<Value>) {
  const figures: number[][] = [[], [], [], [], []]
  for (let turn = 0; turn < 8; turn += 1) {
    const shared = value()
    const [a, b] = [JSON.stringify(await one(shared)), JSON.stringify(await two(shared))]
    if (a !== b) throw new Error(`${name}: ${a} ≠ ${b}`)
  }
  const processes = await Promise.all([whole, coordinator, ...shards].map(({ pids }) => pids()))
  for (let turn = 0; turn < turns; turn += 1) {
    const shared = value()
    const measure = async (work: typeof one) => {
      const before = processes.map(cpuOf)
      const from = performance.now()
      await work(shared)
      const ms = performance.now() - from
      return { ms, cpu: processes.map((pids, at) => cpuOf(pids) - (before[at] ?? 0)) }
    }
    const isFirst = turn % 2 === 0
    const early = await measure(isFirst ? one : two)
    const late = await measure(isFirst ? two : one)
    const [single, split] = isFirst ? [early, late] : [late, early]
    const [, onCoordinator = 0, ...onShard] = split.cpu
    for (const [at, figure] of [
      single.ms,
      split.ms,
      single.cpu[0] ?? 0,
      onCoordinator,
      Math.max(...onShard),
    ].entries())
      figures[at]?.push(figure)
  }
  const [one1 = 0, two1 = 0, cpu = 0, middle = 0, busier = 0] = figures.map(median)
  console.log(
    name.padEnd(44) +
      cells([
        one1.toFixed(2),
        two1.toFixed(2),
        (two1 / one1).toFixed(2),
        ...[cpu, middle, busier].map((us) => us.toFixed(0)),
        (busier / cpu).toFixed(2),
      ]),
  )
}

console.log(''.padEnd(44) + cells(['one ms', 'two ms', 'ratio', 'CPU µs', 'coord.', 'busier', 'ratio']))
const nothing = () => undefined
const newestOfEach = onEach((n) => `${newest.replace('points_records', `points_records_${n}`)} limit 20`)
// 'offset 0' prevents a merge, which asks one shard after the other.
const atOnce = `select * from (select * from (${newestOfEach}) u offset 0) v order by created_at desc, id desc limit 20`
await compare({
  name: 'own page and sums, coordinator',
  value: anyone,
  one: async (id) => [await rowsOf(whole, own, [id]), await rowsOf(whole, sums, [id])],
  two: async (id) => [await rowsOf(coordinator, own, [id]), await rowsOf(coordinator, sums, [id])],
})
await compare({
  name: 'own page and sums, to the shard directly',
  value: anyone,
  one: async (id) => [await rowsOf(whole, own, [id]), await rowsOf(whole, sums, [id])],
  two: async (id) => [await rowsOf(homeOf(id), own, [id]), await rowsOf(homeOf(id), sums, [id])],
})
await compare({
  name: 'newest page, merged by the coordinator',
  value: nothing,
  one: () => rowsOf(whole, `${newest} limit 20`),
  two: () => rowsOf(coordinator, `${newest} limit 20`),
})
await compare({
  name: 'newest page, limit in each shard',
  value: nothing,
  one: () => rowsOf(whole, `${newest} limit 20`),
  two: () =>
    rowsOf(coordinator, `select * from (${newestOfEach}) u order by created_at desc, id desc limit 20`),
})
await compare({
  name: 'newest page, both shards at the same time',
  value: nothing,
  one: () => rowsOf(whole, `${newest} limit 20`),
  two: () => rowsOf(coordinator, atOnce),
})
const count = 'select sum(n)::text as n from'
await compare({
  name: 'count of all records, from counters',
  value: nothing,
  one: () => rowsOf(whole, `${count} (select n from points_month union all select n from points_delta) u`),
  two: () =>
    rowsOf(
      coordinator,
      `${count} (${onEach((n) => `select sum(n) as n from points_month_${n}`)} union all ${onEach((n) => `select sum(n) as n from points_delta_${n}`)}) u`,
    ),
})
await compare({
  name: 'random page with exact count, directly',
  value: () => Math.floor(Math.random() * (records - 20)),
  one: (skip) =>
    rowsOf(
      whole,
      `select id, participant_id, points, description, created_at
       from points_page($1, 20, '-infinity', 'infinity', '-infinity', 'infinity') order by created_at desc, id desc`,
      [skip],
    ),
  two: (skip) => deepPage(onShards, skip),
})
await compare({
  name: 'search by name, 50 of each shard, directly',
  value: () => ['%παπαδακ%', '%μαρια%', '%ιαδησ%'][Math.floor(Math.random() * 3)] ?? '',
  one: (pattern) => rowsOf(whole, search, [pattern]),
  two: async (pattern) =>
    (await onShards(search, [pattern])).sort((a, b) => (place(a) < place(b) ? -1 : 1)).slice(0, 50),
})
await compare({
  name: 'export of 20,000, merged by the coordinator',
  turns: 8,
  value: nothing,
  one: () => rowsOf(whole, `${newest} limit 20000`),
  two: () => rowsOf(coordinator, `${newest} limit 20000`),
})
const redemption = () => {
  serial += 1
  return { person: anyone(), reference: `coupon-${serial}` }
}
for (const [name, route, table] of [
  ['redemption, coordinator', () => coordinator, 'new_records'],
  ['redemption, to the shard directly', homeOf, 'points_records'],
] as const)
  await compare({
    name,
    value: redemption,
    one: ({ person, reference }) => rowsOf(whole, insert('points_records'), [person, reference]),
    two: ({ person, reference }) => rowsOf(route(person), insert(table), [person, reference]),
  })
await compare({
  name: '1,000 records on both shards, directly',
  turns: 10,
  value: newBatch,
  one: wholeBatch,
  two: async (batch) => {
    await takeOnShards(batch)
    await insertOnShards(batch)
  },
})

const plan = await coordinator.client.query<{ 'QUERY PLAN': string }>(
  `explain (verbose, costs off) ${atOnce}`,
)
console.log(`\n${plan.rows.map((row) => row['QUERY PLAN']).join('\n')}`)
const overdraft = await coordinator.client
  .query(insert('new_records').replace('-1', '-1000000'), [anyone(), 'overdraft'])
  .then(
    () => 'accepted',
    (error: unknown) => String(error),
  )
console.log(`\noverdraft by the coordinator: ${overdraft}`)

// One shard fails between the two steps of a batch.
const batch = newBatch()
const countBatch = async () =>
  (
    await onShards('select count(*)::int as n from points_records where reference = any($1)', [
      batch.map(({ reference }) => reference),
    ])
  ).reduce((sum, { n }) => sum + Number(n), 0)
await takeOnShards(batch)
await server?.shutDown('fast')
const outcomes = (await insertOnShards(batch)).map(({ status }) => status)
await server?.start()
await reconnect()
console.log(`a shard stops during a batch of 1,000: ${outcomes.join(', ')}, ${await countBatch()} records`)
for (const again of ['the batch again', 'and again']) {
  await takeOnShards(batch)
  await insertOnShards(batch)
  console.log(`${again}: ${await countBatch()} records`)
}
const wrong = await onShards(
  `select b.participant_id from balances b join (select participant_id, sum(points) as points from points_records group by 1) r
   using (participant_id) where r.points <> b.available`,
)
console.log(`balances that differ from their records: ${wrong.length}`)

// Rows as partners send them: a reference is a UUID, a collection point is in the details.
const sized = 200_000
await whole.client.query(`
  create table sized (like points_records including indexes);
  insert into sized
  select id, participant_id, points, description, created_at, received_at, 'partner:' || uuid_nil, gen_random_uuid(),
    '{"litres": 2.5, "collection_point": "Πράσινο ATM, Δημαρχείο"}', 1, 1, null
  from points_records, (values ('00000000-0000-0000-0000-000000000000')) v (uuid_nil) order by id limit ${sized};
  insert into partner_references
  select 2, gen_random_uuid(), decode(repeat('00', 16), 'hex'), now() from generate_series(1, ${sized});
  analyze sized, partner_references, users, balances`)
const sizes = await rowsOf(
  whole,
  `select c.relname as name, t.reltuples::float8 as rows, pg_relation_size(c.oid)::float8 as bytes
   from pg_class t left join pg_index i on i.indrelid = t.oid join pg_class c on c.oid = t.oid or c.oid = i.indexrelid
   where t.oid in ('sized'::regclass, 'users'::regclass, 'balances'::regclass, 'partner_references'::regclass) and pg_relation_size(c.oid) > 100000
   group by c.oid, t.oid, c.relname, t.relname, t.reltuples order by t.relname, 3 desc`,
)
console.log('\nbytes per row')
for (const { name, rows, bytes } of sizes)
  console.log(`  ${String(name).padEnd(40)}${(Number(bytes) / Number(rows)).toFixed(0).padStart(6)}`)
await close()
