/**
 * Measures Excel exports of a large database: seconds, size, the process's peak memory, and the response time of other
 * calls during an export. Over HTTP of a server in this process; a slow reader takes 2 MB a second.
 *
 *     DATABASE_URL=postgres://… npm run portal -- demo --participants 100000 --records 1000000 --seed 1
 *     DATABASE_URL=postgres://… npm run bench -- exports [FOLDER]
 *
 * With a FOLDER the files are kept, to open them in a spreadsheet program.
 */
import { createWriteStream } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { buildApp } from '@portal/server/app.ts'
import { openDatabase } from '@portal/server/db/database.ts'
import { systemClock } from '@portal/server/lib/time/clock.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { openJobs } from '@portal/server/lib/jobs/jobs.ts'
import { hashPassword } from '@portal/server/lib/security/passwords.ts'

const folder = process.argv[2]
const config = readConfig({ ...process.env, DEMO: 'no', LOG_LEVEL: 'error' })
const open = await openDatabase(config)
const jobs = await openJobs(open, console.error)
const app = await buildApp({
  db: open.db,
  clock: systemClock,
  config,
  jobs,
  listen: open.listen,
  cookies: { secure: false },
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo

const email = `bench-${crypto.randomUUID()}@example.gr`
const password = crypto.randomUUID()
// Kept, because the export records refer to it; its password is not printed.
const staff = await open.db
  .insertInto('users')
  .values({
    email,
    firstName: 'Bench',
    lastName: 'Bench',
    isStaff: true,
    role: 'clerk',
    isActive: true,
    municipalityId: null,
    passwordHash: await hashPassword(password),
    createdAt: new Date(),
    activatedAt: new Date(),
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const signedIn = await app.inject({
  method: 'POST',
  url: '/api/auth/token/login',
  payload: { email, password },
})
const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const ask = (path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get({ port, host: '127.0.0.1', path, headers: { cookie }, agent: false }, resolve).on('error', reject)
  })

const nowhere = () => new Writable({ write: (_part, _encoding, done) => done() })

/** Limits a stream to 2 MB a second. */
const slowly = () =>
  new Transform({
    transform: (part: Buffer, _encoding, done) => setTimeout(() => done(null, part), part.length / 2_000),
  })

/** Requests a page of points repeatedly until `over.yet`. @returns the response times in milliseconds, sorted */
async function askMeanwhile(over: { yet: boolean }): Promise<number[]> {
  const times: number[] = []
  while (!over.yet) {
    const start = performance.now()
    const answer = await ask('/api/points/?page=3')
    await pipeline(answer, nowhere())
    times.push(performance.now() - start)
    await wait(20)
  }
  return times.sort((a, b) => a - b)
}

async function measure(name: string, path: string, { slow = false, file = '' } = {}): Promise<void> {
  const over = { yet: false }
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, process.memoryUsage.rss())), 50)
  const others = askMeanwhile(over)
  const start = performance.now()
  const answer = await ask(path)
  const first = performance.now() - start
  let bytes = 0
  answer.on('data', (part: Buffer) => (bytes += part.length))
  const target = folder && file ? createWriteStream(join(folder, file)) : nowhere()
  if (slow) await pipeline(answer, slowly(), target)
  else await pipeline(answer, target)
  const seconds = (performance.now() - start) / 1_000
  over.yet = true
  const times = await others
  clearInterval(watch)
  const rows = Number(answer.headers['x-total-count'] ?? 0)
  const figures = [
    `${rows} rows`,
    `${seconds.toFixed(1)} s`,
    `first byte ${first.toFixed(0)} ms`,
    `${(bytes / 1e6).toFixed(1)} MB`,
    `${(bytes / Math.max(1, rows)).toFixed(1)} bytes a row`,
    `peak ${(peak / 1e6).toFixed(0)} MB`,
    `${times.length} other calls: median ${(times[times.length >> 1] ?? 0).toFixed(1)} ms, slowest ${(times.at(-1) ?? 0).toFixed(1)} ms`,
  ]
  console.log(`${name.padEnd(24)}${figures.join(' · ')}`)
}

const alone = { yet: false }
setTimeout(() => (alone.yet = true), 2_000)
const quiet = await askMeanwhile(alone)
console.log(
  `${'no export'.padEnd(24)}${(process.memoryUsage.rss() / 1e6).toFixed(0)} MB · ${quiet.length} calls: median ${(quiet[quiet.length >> 1] ?? 0).toFixed(1)} ms, slowest ${(quiet.at(-1) ?? 0).toFixed(1)} ms`,
)
await measure('points', '/api/points/export/', { file: 'points.xlsx' })
await measure('points, slow reader', '/api/points/export/', { slow: true })
await measure('people', '/api/participants/export/', { file: 'users.xlsx' })
await measure("people, search 'α'", `/api/participants/export/?search=${encodeURIComponent('α')}`)
await measure("people, search 'παπ'", `/api/participants/export/?search=${encodeURIComponent('παπ')}`)

await open.db.updateTable('users').set({ isActive: false }).where('id', '=', staff.id).execute()
await app.close()
await jobs.stop()
await open.close()
