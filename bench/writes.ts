/**
 * Writes of partners per second, each in turn with a bare `node:http` server that sends the same bytes to one statement: no
 * token, limits, caps, references of the partner, audit and validation.
 */
import { sql } from 'kysely'
import type { BareCall } from './bare.ts'
import { compared, median, postRequest, type Row, sendLoad } from './load.ts'
import {
  addPartner,
  cpuOf,
  type MeasuredPortal,
  participantsOf,
  type Server,
  startServer,
  stop,
} from './measured-portal.ts'

/** Of each round. */
const [rounds, size, batches, singles] = [5, 1_000, 48, 2_400]
const connections = 8

const columns = ['reference', 'participant.id', 'description', 'points', 'happened_at', 'details']
const bareCalls: BareCall[] = [
  {
    path: '/records',
    columns,
    text: `
      insert into points_records (reference, participant_id, description, points, created_at, details, source)
      select reference, participant_id, description::points_description, points, created_at, details::jsonb, 'bare'
      from unnest($1::text[], $2::bigint[], $3::text[], $4::int[], $5::timestamptz[], $6::text[])
        as r (reference, participant_id, description, points, created_at, details)
      returning id, reference`,
  },
  {
    path: '/redemption',
    columns,
    text: `
      with taken as (
        update bare_balances set available = available + $4::int, redeemed = redeemed - $4::int, n_records = n_records + 1
        where participant_id = $2::bigint and available + $4::int >= 0 returning participant_id)
      insert into bare_records (reference, participant_id, description, points, created_at, details, source)
      select $1::text, participant_id, $3::points_description, $4::int, $5::timestamptz, $6::jsonb, 'bare' from taken
      returning id, reference`,
  },
]

/** Measures batches, the same batches again, and single redemptions of a portal with `writeSettings`. */
export async function measureWrites(portal: MeasuredPortal, report: (row: Row) => void): Promise<void> {
  const { db } = portal
  const token = await addPartner(portal)
  const ids = await participantsOf(portal, 20_000)
  // `including all` copies indexes, checks and defaults, without triggers and foreign keys.
  await sql`create table bare_records (like points_records including all)`.execute(db)
  await sql`create table bare_balances (like balances including all)`.execute(db)
  await sql`insert into bare_balances (participant_id, available, cookingoils)
    select participant_id, 1000000, 1000000 from balances`.execute(db)
  const bare = await startServer('./bare.ts', {
    DATABASE_URL: portal.database,
    CALLS: JSON.stringify(bareCalls),
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
  const newSingles = () => Array.from({ length: singles }, () => JSON.stringify(recordOf(-1)))

  /** @returns records per second, and microseconds of the server's CPU time per record */
  const load = async (server: Server, path: string, bodies: string[], perCall: number) => {
    const requests = bodies.map((body) => postRequest(path, token, body))
    const used = cpuOf(server.child.pid)
    let sent = 0
    const { elapsed } = await sendLoad(server.url, () => requests[sent++], connections)
    const records = bodies.length * perCall
    return { rate: (records * 1_000) / elapsed, cpu: (cpuOf(server.child.pid) - used) / records }
  }
  /** The first side is the bare one. */
  const compare = async (sides: { name: string; goal: string; run: () => ReturnType<typeof load> }[]) => {
    const loads = sides.map((): Awaited<ReturnType<typeof load>>[] => [])
    // The first round warms up.
    for (let round = 0; round <= rounds; round += 1)
      for (const [place, { run }] of sides.entries()) {
        const measured = await run()
        if (round > 0) loads[place]?.push(measured)
      }
    const of = (place: number, figure: 'rate' | 'cpu') => (loads[place] ?? []).map((one) => one[figure])
    for (const [place, { name, goal }] of sides.entries())
      if (place > 0)
        report({
          name,
          goal,
          ...compared(of(place, 'rate'), of(0, 'rate')),
          cpu: median(of(place, 'cpu')),
          bareCpu: median(of(0, 'cpu')),
        })
  }

  const api = '/api/partner/points/'
  let sent: string[] = []
  const portalBatches = () => load(portal, api, (sent = newBatches()), size)
  const again = () => load(portal, api, sent, size)
  await compare([
    { name: 'bare', goal: '', run: () => load(bare, '/records', newBatches(), size) },
    { name: 'batches of 1,000', goal: '≥ 0.4', run: portalBatches },
    { name: 'the same batches again', goal: '≥ 0.5', run: again },
  ])
  // Points to redeem.
  await sql`
    insert into points_records (participant_id, points, description, created_at, source, reference)
    select id, 1000000, 'oil_collected', now(), 'bench', id::text from users where id = any(${ids}::bigint[])`.execute(
    db,
  )
  await compare([
    { name: 'bare', goal: '', run: () => load(bare, '/redemption', newSingles(), 1) },
    { name: 'single redemptions', goal: '≥ 1,000/s', run: () => load(portal, api, newSingles(), 1) },
  ])
  await stop(bare.child)
}
