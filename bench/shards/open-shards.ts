/** Four PostgreSQL servers for the benchmark: one that holds everything, a coordinator and two shards. */
import pg from 'pg'
import { openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { growTo, vacuum } from '../../apps/server/test/many-people.ts'
import { type Postgres, startPostgres } from '../../scripts/postgres.ts'

const settings = { shared_buffers: '512MB', jit: 'off', max_wal_size: '8GB', autovacuum: 'off' }

/** A connection, and the processor time of its process and of the coordinator's connections to this server, in µs. */
async function connect(connectionString: string) {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  await client.connect()
  const pids = async () =>
    (
      await client.query<{ pid: number }>(
        `select pid from pg_stat_activity where pid = pg_backend_pid() or application_name = 'postgres_fdw'`,
      )
    ).rows.map(({ pid }) => pid)
  return { client, pids }
}
export type Connection = Awaited<ReturnType<typeof connect>>

const serverOptions = (url: string) => {
  const { port } = new URL(url)
  return `options (host '127.0.0.1', port '${port}', dbname 'bench', fetch_size '1000', batch_size '1000', async_capable 'true', parallel_commit 'true')`
}
const reach = (name: string, url: string) => `
  create server ${name} foreign data wrapper postgres_fdw ${serverOptions(url)};
  create user mapping for current_user server ${name} options (user 'postgres', password '${new URL(url).password}');`

const openAt = (url: string) =>
  openDatabase({ database: readConfig({ DATABASE_URL: url, DEMO: 'no' }).database })
const ledger = `participant_id bigint, points int, description text, created_at timestamptz(3), source text collate "C", reference text collate "C"`
const distributed = {
  points_records: ['participant_id', `id bigint, ${ledger}`],
  // Without id, which the shard gives.
  new_records: ['participant_id', ledger],
  balances: [
    'participant_id',
    'participant_id bigint, available bigint, reuse bigint, cookingoils bigint, redeemed bigint',
  ],
}
const counters = { points_month: 'month', points_delta: 'day' }

/** Starts the servers and distributes people and their records over the shards by a hash of the person. */
export async function openShards({ people, records }: { people: number; records: number }) {
  const start = performance.now()
  const servers: Postgres[] = []
  for (let n = 0; n < 4; n += 1) servers.push(await startPostgres({ own: true, settings }))
  const urls = await Promise.all(
    servers.map((server) => server.createDatabase('bench', undefined, 'C.UTF-8')),
  )
  const [wholeUrl = '', coordinatorUrl = '', ...shardUrls] = urls

  for (const url of [wholeUrl, ...shardUrls]) {
    const { db, close } = await openAt(url)
    await migrate(db)
    if (url === wholeUrl) {
      await growTo(db, { people, records })
      await vacuum(db)
    }
    await close()
  }
  const whole = await connect(wholeUrl)
  const shards: Connection[] = []
  for (const [n, url] of shardUrls.entries()) {
    const shard = await connect(url)
    // Ids of the shards are disjoint: each counts in steps of two.
    await shard.client.query(`
    create extension postgres_fdw;
    ${reach('everything', wholeUrl)}
    create schema source;
    import foreign schema public limit to (users, points_records) from server everything into source;
    create table source.people (id bigint) partition by hash (id);
    -- 'offset 0' keeps the condition here: the other server does not know the table source.people.
    alter table users disable trigger user;
    alter table points_records disable trigger user;
    insert into users (id, email, email_key, first_name, last_name, telephone, is_active, created_at, activated_at, sub)
      overriding system value
    select id, email, email_key, first_name, last_name, telephone, is_active, created_at, activated_at, sub from (select * from source.users offset 0) u
    where satisfies_hash_partition('source.people'::regclass, 2, ${n}, id) order by id;
    insert into balances (participant_id) select id from users;
    insert into points_records (id, participant_id, points, description, created_at, received_at, source, reference, details)
      overriding system value
    select id, participant_id, points, description, created_at, received_at, source, reference, details from (select * from source.points_records offset 0) r
    where satisfies_hash_partition('source.people'::regclass, 2, ${n}, participant_id) order by id;
    alter table points_records alter id set increment by 2;
    alter table points_records alter id restart with ${2 * records + n}`)
    const { db, close } = await openAt(url)
    // Counts what is there.
    const [{ n_people: nPeople, n_records: nRecords } = { n_people: 0, n_records: 0 }] = (
      await shard.client.query<{ n_people: number; n_records: number }>(
        'select (select count(*)::int from users) as n_people, count(*)::int as n_records from points_records',
      )
    ).rows
    await growTo(db, { people: nPeople, records: nRecords })
    await vacuum(db)
    await close()
    shards.push(shard)
  }
  const coordinator = await connect(coordinatorUrl)
  await coordinator.client.query(`
  create extension postgres_fdw;
  ${shardUrls.map((url, n) => reach(`shard${n}`, url)).join('')}
  ${Object.entries(distributed)
    .map(
      ([name, [key, columns]]) => `
  create table ${name} (${columns}) partition by hash (${key});
  ${shardUrls.map((_, n) => `create foreign table ${name}_${n} partition of ${name} for values with (modulus 2, remainder ${n}) server shard${n} options (table_name '${name === 'new_records' ? 'points_records' : name}');`).join('')}`,
    )
    .join('')}
  ${Object.entries(counters)
    .map(([name, key]) =>
      shardUrls
        .map(
          (_, n) =>
            `create foreign table ${name}_${n} (${key} date, n int) server shard${n} options (table_name '${name}');`,
        )
        .join(''),
    )
    .join('')}
  analyze points_records_0, points_records_1, balances_0, balances_1`)
  console.log(
    `${records} records of ${people} people: loaded in ${Math.round((performance.now() - start) / 1_000)} s\n`,
  )

  return {
    whole,
    coordinator,
    shards,
    /** The server of the second shard. */
    server: servers[3],
    /** Opens a new connection to the second shard after a restart. */
    reconnect: async () => {
      shards[1] = await connect(shardUrls[1] ?? '')
    },
    close: async () => {
      for (const { client } of [whole, coordinator, ...shards]) await client.end()
      for (const each of servers) await each.stop()
    },
  }
}
