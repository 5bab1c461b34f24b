/**
 * Measures writes of partners per second: the portal as a process of its own, on a new PostgreSQL server whose commits wait for the
 * disk, each in turn with a bare `node:http` server that sends the same bytes to one statement: no token, limits, caps, references
 * of the partner, audit and validation.
 *
 *     npm run bench -- partner-points [rounds] [connections]
 *
 * `FSYNC=off`: commits do not wait for the disk. `ONLY=batches`: only the tables whose title contains it.
 *
 * Prints the medians per second, their ratio, the microseconds of CPU time per record of the server and of PostgreSQL
 * without what background jobs use, their ratio, and the transactions of the database per record. The bare
 * inserts differ by their table: `points_records` with its indexes and triggers, a copy with its indexes and checks only, and one
 * without indexes. The bare redemption subtracts from a copy of `balances` where it suffices, and inserts into the copy. Compare
 * ratios only: the load comes from the same machine.
 */
import { setTimeout as wait } from 'node:timers/promises'
import { sql } from 'kysely'
import type { BareCall } from './bare-server.ts'
import { postRequest, sendLoad } from './load.ts'
import {
  addPartner,
  cpuOf,
  cpuOfPostgres,
  type MeasuredPortal,
  openMeasuredPortal,
  type Server,
} from './measured-portal.ts'
import { startServer, stop, writeSettings } from './measured-portal.ts'
import { compared, type Row } from './rows.ts'
import { median } from './statistics.ts'

/** Of each round. With 24 batches, server and PostgreSQL use 1.82 of two cores, with 72 of them 1.92. */
const [size, batches, singles] = [1_000, 48, 2_400]
/** People to whom records are written. */
const maxPeople = 20_000

const columns = ['reference', 'participant.id', 'description', 'points', 'happened_at', 'details']
const batchInto = (table: string) => `
  insert into ${table} (reference, participant_id, description, points, created_at, details, source)
  select reference, participant_id, description::points_description, points, created_at, details::jsonb, 'bare'
  from unnest($1::text[], $2::bigint[], $3::text[], $4::int[], $5::timestamptz[], $6::text[])
    as r (reference, participant_id, description, points, created_at, details)
  returning id, reference`
const redemption = `
  with taken as (
    update bare_balances set available = available + $4::int, redeemed = redeemed - $4::int, n_records = n_records + 1
    where participant_id = $2::bigint and available + $4::int >= 0 returning participant_id)
  insert into bare_records (reference, participant_id, description, points, created_at, details, source)
  select $1::text, participant_id, $3::points_description, $4::int, $5::timestamptz, $6::jsonb, 'bare' from taken
  returning id, reference`
const bareCalls: BareCall[] = [
  { path: '/records', text: batchInto('points_records'), columns },
  { path: '/without-triggers', text: batchInto('bare_records'), columns },
  { path: '/without-indexes', text: batchInto('bare_heap'), columns },
  { path: '/redemption', text: redemption, columns },
]
type Usage = { server: number; postgres: number; transactions: number }
const minus = (a: Usage, b: Usage, ofB = 1): Usage => ({
  server: a.server - b.server * ofB,
  postgres: a.postgres - b.postgres * ofB,
  transactions: a.transactions - b.transactions * ofB,
})

/** Per record, except `perSecond`. */
type Measured = Usage & { perSecond: number }

/** A side of a comparison with its medians, and its rates by round compared with those of the first. */
type Side = Usage & { name: string } & ReturnType<typeof compared>

/**
 * Measures the writes of a portal with `writeSettings`.
 * @param report receives the sides of each comparison; the others are compared with the first
 * @param only part of the title of the comparisons to measure
 */
export async function measureWrites(
  portal: MeasuredPortal,
  { rounds, connections }: { rounds: number; connections: number },
  report: (title: string, sides: Side[]) => void,
  only = '',
): Promise<void> {
  const { db } = portal
  const token = await addPartner(portal)
  const participants = db
    .selectFrom('users')
    .select('id')
    .where('isActive', '=', true)
    .where('isStaff', '=', false)
    .orderBy('id')
    .limit(maxPeople)
  const ids = (await participants.execute()).map(({ id }) => id)
  // `including all` copies indexes, checks and defaults, without triggers and foreign keys.
  await sql`create table bare_records (like points_records including all)`.execute(db)
  await sql`create table bare_heap (like points_records including defaults including identity)`.execute(db)
  await sql`create table bare_balances (like balances including all)`.execute(db)
  await sql`insert into bare_balances (participant_id, available, cookingoils)
    select participant_id, 1000000, 1000000 from balances`.execute(db)
  const bare = await startServer('./bare-server.ts', {
    DATABASE_URL: portal.database,
    CALLS: JSON.stringify(bareCalls),
    ...(process.env['NODE_OPTIONS'] && { NODE_OPTIONS: process.env['NODE_OPTIONS'] }),
  })

  let serial = 0
  const recordOf = (points: number) => {
    serial += 1
    return {
      reference: `${points < 0 ? 'coupon' : 'delivery'}-${serial}`,
      participant: { id: ids[serial % ids.length] },
      description: points < 0 ? 'coupon_created' : 'oil_collected',
      points,
      happened_at: new Date(Date.UTC(2024, 0, 1) + (serial % 1_000) * 60_000_000).toISOString(),
      details: { litres: 2.5, collection_point: 'Πράσινο ATM, Δημαρχείο' },
    }
  }
  const newBatches = () =>
    Array.from({ length: batches }, () =>
      JSON.stringify({ records: Array.from({ length: size }, () => recordOf(50)) }),
    )
  const newSingles = (points: number) =>
    Array.from({ length: singles }, () => JSON.stringify(recordOf(points)))
  const newSinglesOfTen = () =>
    Array.from({ length: singles }, (_, turn) =>
      JSON.stringify({ ...recordOf(-1), participant: { id: ids[turn % 10] } }),
    )

  /** CPU time, and transactions of the database. */
  const usageOf = async ({ child }: Server) => {
    const { rows } = await sql<{ n: number }>`
      select xact_commit + xact_rollback as n from pg_stat_database where datname = current_database()`.execute(
      db,
    )
    return { server: cpuOf(child.pid), postgres: await cpuOfPostgres(db), transactions: rows[0]?.n ?? 0 }
  }
  /** What background jobs use in a second. */
  const idle: Partial<Record<'bare' | 'portal', Usage>> = {}
  for (const [name, server] of [
    ['bare', bare],
    ['portal', portal],
  ] as const) {
    const before = await usageOf(server)
    await wait(5_000)
    const [used, none] = [minus(await usageOf(server), before), minus(before, before)]
    idle[name] = minus(none, minus(none, used, 1 / 5))
  }

  /** Sends the bodies on all connections. @returns records per second, and microseconds of CPU time per record */
  const load = async (server: Server, path: string, bodies: string[], perCall: number): Promise<Measured> => {
    const requests = bodies.map((body) => postRequest(path, token, body))
    const before = await usageOf(server)
    let sent = 0
    const { elapsed: ms } = await sendLoad(server.url, () => requests[sent++], connections)
    const seconds = ms / 1_000
    const records = bodies.length * perCall
    // Statistics of transactions arrive after a second.
    await wait(1_100)
    const elapsed = seconds + 1.1
    const idleUsage = idle[server === bare ? 'bare' : 'portal'] ?? before
    const used = minus(minus(await usageOf(server), before), idleUsage, elapsed)
    return {
      perSecond: records / seconds,
      server: used.server / records,
      postgres: used.postgres / records,
      transactions: used.transactions / records,
    }
  }

  const compare = async (
    title: string,
    sides: { name: string; run: () => Promise<Measured> }[],
  ): Promise<void> => {
    if (!title.includes(only)) return
    const loads = sides.map((): Measured[] => [])
    for (let round = 0; round <= rounds; round += 1)
      for (const [place, side] of sides.entries()) {
        const measured = await side.run()
        // The first round warms up.
        if (round > 0) loads[place]?.push(measured)
      }
    const medians = sides.map(({ name }, place) => {
      const of = (figure: keyof Usage) => median((loads[place] ?? []).map((one) => one[figure]))
      const usage = { server: of('server'), postgres: of('postgres'), transactions: of('transactions') }
      const rates = (of: number) => (loads[of] ?? []).map(({ perSecond }) => perSecond)
      return { name, ...usage, ...compared(rates(place), rates(0)) }
    })
    report(title, medians)
  }

  const api = '/api/partner/points/'
  const bareBatch = (path: string) => ({
    name: `bare ${path}`,
    run: () => load(bare, path, newBatches(), size),
  })
  let sent: string[] = []
  await compare('batches of 1,000', [
    bareBatch('/records'),
    bareBatch('/without-triggers'),
    bareBatch('/without-indexes'),
    {
      name: 'portal',
      run: () => {
        sent = newBatches()
        return load(portal, api, sent, size)
      },
    },
    { name: 'portal, the same again', run: () => load(portal, api, sent, size) },
  ])
  // Points to redeem.
  await sql`
    insert into points_records (participant_id, points, description, created_at, source, reference)
    select id, 1000000, 'oil_collected', now(), 'bench', id::text from users where id = any(${ids}::bigint[])`.execute(
    db,
  )
  const bareRedemption = {
    name: 'bare',
    run: () => load(bare, '/redemption', newSingles(-1), 1),
  }
  await compare('single redemptions', [
    bareRedemption,
    { name: 'portal', run: () => load(portal, api, newSingles(-1), 1) },
    { name: 'portal, of ten people', run: () => load(portal, api, newSinglesOfTen(), 1) },
  ])
  await compare('single deliveries', [
    { name: 'bare redemption', run: bareRedemption.run },
    { name: 'portal', run: () => load(portal, api, newSingles(50), 1) },
  ])

  await stop(bare.child)
}

/** As rows of the table of all goals: compared with the bare insert into `points_records` and the bare redemption. */
export const measurePartners = (portal: MeasuredPortal, report: (row: Row) => void): Promise<void> =>
  measureWrites(portal, { rounds: 5, connections: 8 }, (title, [first, ...sides]) => {
    const goals: Record<string, string> = {
      portal: title.startsWith('batches') ? '≥ 0.7' : title.endsWith('redemptions') ? '≥ 1,500/s' : '',
      'portal, the same again': '≥ 0.5',
    }
    for (const { name, perSecond, bare, ratio, server } of sides) {
      if (!name.startsWith('portal')) continue
      report({
        name: `${title}${name.slice('portal'.length)}`,
        goal: goals[name] ?? '',
        perSecond,
        bare,
        ratio,
        cpu: server,
        ...(first && { bareCpu: first.server }),
      })
    }
  })

const cells = (values: (string | number)[]) => values.map((value) => String(value).padStart(11)).join('')

if (import.meta.main) {
  const [rounds = 5, connections = 8] = process.argv.slice(2).map(Number)
  const portal = await openMeasuredPortal(
    { people: maxPeople, records: 0 },
    { fsync: process.env['FSYNC'] !== 'off', env: writeSettings },
  )
  const headings = ['/s', 'ratio', 'server cpu', 'PG cpu', 'CPU ratio', 'tx']
  console.log(`${connections} connections\n${''.padEnd(44)}${cells(headings)}`)
  const print = (title: string, sides: Side[]) => {
    console.log(title)
    const cpu = ({ server, postgres }: Side) => server + postgres
    for (const side of sides) {
      const [bare = side] = sides
      const figures = [
        Math.round(side.perSecond),
        side.ratio.toFixed(2),
        side.server.toFixed(1),
        side.postgres.toFixed(1),
        (cpu(bare) / cpu(side)).toFixed(2),
        side.transactions.toFixed(4),
      ]
      console.log(`  ${side.name}`.padEnd(44) + cells(figures))
    }
  }
  await measureWrites(portal, { rounds, connections }, print, process.env['ONLY'])
  await portal.close()
}
