/**
 * Measures what open landing pages cost a server: memory, processor time while nothing happens, and the time from a
 * partner's committed record to the page. The streams come from a separate process. Creates accounts, whose records
 * stay: use a temporary database.
 *
 *     DATABASE_URL=postgres://… npm run bench -- open-streams [STREAMS]
 */
import { fork } from 'node:child_process'
import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { watchOwnPoints } from '@portal/contract/points.ts'
import { buildApp } from '@portal/server/app.ts'
import { openDatabase } from '@portal/server/db/database.ts'
import { migrate } from '@portal/server/db/migrate.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { openJobs } from '@portal/server/lib/jobs/jobs.ts'
import { hashToken, newToken } from '@portal/server/lib/security/tokens.ts'
import { systemClock } from '@portal/server/lib/time/clock.ts'

type Message = { open: number } | { received: number }

const [wanted = '1000', url] = process.argv.slice(2)
if (url === undefined) await measure(Number(wanted))
else process.once('message', (tokens) => openAll(url, tokens as string[]))

async function measure(count: number) {
  const config = readConfig({ ...process.env, DEMO: 'no', LOG_LEVEL: 'error', LIVE_STREAMS: String(count) })
  const open = await openDatabase(config)
  await migrate(open.db)
  const jobs = await openJobs(open, console.error)
  const context = { db: open.db, clock: systemClock, config, jobs, listen: open.listen }
  const app = await buildApp({ ...context, cookies: { secure: false } })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })

  const now = new Date()
  const run = crypto.randomUUID()
  const people = await open.db
    .insertInto('users')
    .values(
      Array.from({ length: count }, (_, n) => ({
        email: `${run}-${n}@bench.example.gr`,
        firstName: 'Bench',
        lastName: 'Bench',
        municipalityId: null,
        passwordHash: null,
        isActive: true,
        createdAt: now,
        activatedAt: null,
      })),
    )
    .returning('id')
    .execute()
  const tokens = people.map(() => newToken())
  await open.db
    .insertInto('sessions')
    .values(
      people.map(({ id }, place) => ({
        tokenHash: hashToken(tokens[place] ?? ''),
        userId: id,
        createdAt: now,
        expiresAt: new Date(now.getTime() + 3_600_000),
      })),
    )
    .execute()
  const record = (some: typeof people, reference: string) =>
    open.db
      .insertInto('pointsRecords')
      .values(
        some.map(({ id }) => ({
          participantId: id,
          points: 5,
          description: 'oil_collected' as const,
          createdAt: now,
          source: run,
          reference: `${reference}-${id}`,
          details: null,
        })),
      )
      .execute()

  const client = fork(import.meta.filename, [wanted, address])
  let opened = 0
  let received = 0
  client.on('message', (message: Message) => {
    if ('open' in message) opened = message.open
    else received = message.received
  })
  const until = async (condition: () => boolean) => {
    while (!condition()) await sleep(1)
  }

  const before = memory()
  client.send(tokens)
  await until(() => opened === count)
  // The first events have been read, and what opening the streams needed is collected.
  await until(() => received === count)
  await sleep(3_000)
  const after = memory()
  print('resident memory of the open streams', (after.rss - before.rss) / 1e6, 'MB')
  print('heap of the open streams', (after.heapUsed - before.heapUsed) / 1e6, 'MB')

  const used = process.cpuUsage()
  await sleep(60_000)
  const { user, system } = process.cpuUsage(used)
  print('processor time of a minute without records', (user + system) / 1e3, 'ms')

  const times: number[] = []
  for (let n = 0; n < 20; n += 1) {
    const start = performance.now()
    const target = received + 1
    await record(people.slice(n, n + 1), `single-${n}`)
    await until(() => received >= target)
    times.push(performance.now() - start)
    await sleep(200)
  }
  print('from the record to the page, median of 20', times.toSorted((a, b) => a - b)[10] ?? 0, 'ms')
  const start = performance.now()
  const target = received + count
  await record(people, 'all')
  await until(() => received >= target)
  print('from a batch for all to all pages', performance.now() - start, 'ms')

  client.kill()
  await app.close()
  await jobs.stop()
  await open.close()
}

/** Resident memory and used heap after garbage collection, in bytes. */
function memory(): { rss: number; heapUsed: number } {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  for (let n = 0; n < 3; n += 1) collect()
  return process.memoryUsage()
}

function print(what: string, value: number, unit: string) {
  console.log(`${what.padEnd(46)}${value.toFixed(1).padStart(9)} ${unit}`)
}

function openAll(address: string, tokens: string[]) {
  const agent = new Agent({ maxSockets: Infinity })
  let opened = 0
  let received = 0
  const tell = (message: Message) => process.send?.(message)
  const next = () => {
    const token = tokens.pop()
    if (token === undefined) return
    const headers = { cookie: `sessionid=${token}` }
    request(address + watchOwnPoints.path, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) throw new Error(`${answer.statusCode}`)
      tell({ open: (opened += 1) })
      next()
      answer.setEncoding('utf8')
      answer.on('data', (text: string) => {
        received += text.split('data:').length - 1
        tell({ received })
      })
    }).end()
  }
  // As many at a time as the server has connections to its database.
  for (let n = 0; n < 10; n += 1) next()
}
