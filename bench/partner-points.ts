/**
 * Measures the throughput of partners' records, over HTTP of a server in this process: batches of a thousand, single
 * deliveries and redemptions, by several concurrent clients. Creates a partner and participants, whose records stay: use a temporary
 * database.
 *
 *     DATABASE_URL=postgres://… npm run bench -- partner-points [records] [clients]
 *
 * Prints records per second, and the ratio to the same rows inserted by one plain statement per batch.
 */
import { buildApp } from '@portal/server/app.ts'
import { openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { systemClock } from '@portal/server/lib/time/clock.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { openJobs } from '@portal/server/lib/jobs/jobs.ts'
import { hashToken } from '@portal/server/lib/security/tokens.ts'

const [records = 100_000, clients = 4] = process.argv.slice(2).map(Number)
const size = 1_000
const noLimits = {
  RECORD_MAX_AGE: '36500d',
  WAITING_MAX_AGE: '36500d',
  RETENTION_CLAIMS: 'off',
  LIMIT_PARTNER_CALLS: '9999999/1h',
}
const config = readConfig({ ...process.env, ...noLimits, DEMO: 'no', LOG_LEVEL: 'error' })
const open = await openDatabase(config)
await migrate(open.db)
const jobs = await openJobs(open, console.error)
const app = await buildApp({
  db: open.db,
  clock: systemClock,
  config,
  jobs,
  listen: open.listen,
  cookies: { secure: false },
})
const url = await app.listen({ port: 0, host: '127.0.0.1' })

const run = crypto.randomUUID()
const people: { id: number }[] = []
for (let first = 0; first < 20_000; first += 2_000) {
  const made = Array.from({ length: 2_000 }, (_, place) => ({
    email: `${run}-${first + place}@bench.example.gr`,
    firstName: 'Bench',
    lastName: 'Bench',
    municipalityId: null,
    passwordHash: null,
    isActive: true,
    createdAt: new Date(),
    activatedAt: null,
  }))
  people.push(...(await open.db.insertInto('users').values(made).returning('id').execute()))
}
await open.db
  .insertInto('partners')
  .values({
    clientId: run,
    name: 'Bench',
    homeUrl: 'https://bench.example.gr',
    secretHash: '',
    redirectUris: [],
    scopes: ['points:write'],
    descriptions: '{oil_collected,coupon_created}',
    createdAt: new Date(),
  })
  .execute()
const token = `bench-${run}`
await open.db
  .insertInto('oidcPayloads')
  .values({
    model: 'ClientCredentials',
    id: hashToken(token),
    createdAt: new Date(),
    expiresAt: new Date(Date.now() + 3_600_000),
    payload: JSON.stringify({ clientId: run, scope: 'points:write' }),
  })
  .execute()

const send = async (body: unknown) => {
  const answer = await fetch(`${url}/api/partner/points/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  if (answer.status !== 200) throw new Error(`${answer.status} ${await answer.text()}`)
  await answer.arrayBuffer()
}

const recordOf = (n: number, points: number) => ({
  reference: `${points < 0 ? 'coupon' : 'delivery'}-${n}`,
  participant: { id: people[n % people.length]?.id },
  description: points < 0 ? 'coupon_created' : 'oil_collected',
  points,
  happened_at: new Date(Date.UTC(2024, 0, 1) + (n % 1_000) * 60_000_000).toISOString(),
  details: { litres: 2.5, collection_point: 'Πράσινο ATM, Δημαρχείο' },
})

/** Runs `turns` turns of work on all clients concurrently. @returns turns per second */
async function race(turns: number, work: (turn: number) => Promise<void>): Promise<number> {
  let next = 0
  const start = performance.now()
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (next < turns) await work(next++)
    }),
  )
  return (turns * 1_000) / (performance.now() - start)
}

const batchOf = (batch: number) =>
  Array.from({ length: size }, (_, place) => recordOf(batch * size + place, 50))

const bare =
  size *
  (await race(records / size, async (batch) => {
    const rows = batchOf(batch).map(({ reference, participant, points, happened_at, details }) => ({
      reference: `${run}-${reference}`,
      source: 'bench',
      participantId: participant.id ?? 0,
      points,
      description: 'oil_collected' as const,
      createdAt: new Date(happened_at),
      details: JSON.stringify(details),
    }))
    await open.db.insertInto('pointsRecords').values(rows).execute()
  }))
const print = (what: string, perSecond: number) =>
  console.log(
    `${what.padEnd(46)}${Math.round(perSecond).toLocaleString('en').padStart(9)}/s${(perSecond / bare).toFixed(2).padStart(7)}`,
  )
console.log(`${clients} clients`)
print('bare insert of the same rows, 1,000 a statement', bare)
print(
  'records in batches of 1,000',
  size * (await race(records / size, (batch) => send({ records: batchOf(batch) }))),
)
print(
  'the same batches again',
  size * (await race(records / size, (batch) => send({ records: batchOf(batch) }))),
)
print(
  'single deliveries',
  await race(records / 50, (n) => send({ ...recordOf(n, 50), reference: `single-${n}` })),
)
print('single redemptions', await race(records / 50, (n) => send(recordOf(n, -1))))
const hot = people.slice(0, 10)
print(
  'single redemptions of ten people',
  await race(records / 50, (n) =>
    send({ ...recordOf(records + n, -1), participant: { id: hot[n % hot.length]?.id } }),
  ),
)

await app.close()
await jobs.stop()
await open.close()
