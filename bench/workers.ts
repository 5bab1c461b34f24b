/**
 * Compares one server process with two (PORTAL_WORKERS), each in turn, on one new PostgreSQL server.
 *
 *     npm run bench -- workers [people records]
 *
 * Sixteen connections; rounds of three seconds. Prints the medians of requests per second, their ratio, and the share of a
 * core that sending the load takes. On two cores, PostgreSQL and the load take their part of both figures: with two free
 * cores the ratio says what two processes are worth there, with four what they are worth if PostgreSQL has its own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMeasuredPortal, type Server, startServer, stop } from './measured-portal.ts'

const [people = 20_000, records = 200_000] = process.argv.slice(2).map(Number)
const [connections, rounds, roundMs] = [16, 7, 3_000]

/** Reads replies from the sockets itself: a client of HTTP takes a third of the time that the server takes. */
async function load({ url }: Server, requestOf: () => string, ms = roundMs): Promise<number> {
  const { hostname, port } = new URL(url)
  const end = performance.now() + ms
  let answers = 0
  const client = () =>
    new Promise<void>((done, fail) => {
      const socket = connect(Number(port), hostname)
      let missing = 0
      const send = () => socket.write(requestOf())
      socket.once('connect', send)
      socket.once('error', fail)
      socket.on('data', (bytes) => {
        if (missing === 0) {
          const head = bytes.toString('latin1')
          const length = /\r\ncontent-length: (\d+)\r\n/i.exec(head)?.[1]
          if (!head.startsWith('HTTP/1.1 200') || length === undefined) return fail(new Error(head))
          missing = head.indexOf('\r\n\r\n') + 4 + Number(length)
        }
        missing -= bytes.length
        if (missing > 0) return
        answers += 1
        if (performance.now() < end) return send()
        socket.destroy()
        done()
      })
    })
  const start = performance.now()
  await Promise.all(Array.from({ length: connections }, client))
  return (answers * 1_000) / (performance.now() - start)
}

const portal = await openMeasuredPortal({ people, records })
const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
const start = (workers: number) =>
  startServer('../apps/server/src/main.ts', {
    DATABASE_URL: portal.database,
    DATA_DIR: folder,
    DEMO: 'no',
    LOG_LEVEL: 'info',
    PUBLIC_URL: 'http://localhost',
    PORTAL_WORKERS: String(workers),
  })
const servers = [await start(1), await start(2)]
// The second process starts after the first one serves.
await new Promise((resolve) => setTimeout(resolve, 10_000))

const request = (path: string, cookie: string) =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\nCookie: ${cookie}\r\n\r\n`
const pages = Math.ceil(records / 20)
const { clerk, citizen } = portal.cookies
const calls: Record<string, () => string> = {
  'own account': () => request('/api/auth/users/me/', citizen),
  municipalities: () => request('/api/municipalities/', citizen),
  'points, first page': () => request('/api/points/?page=1', clerk),
  'points, random page': () => request(`/api/points/?page=${1 + Math.floor(Math.random() * pages)}`, clerk),
}
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

console.log(`${availableParallelism()} cores`)
console.log(`${''.padEnd(24)}    one/s    two/s   ratio    load`)
for (const [name, requestOf] of Object.entries(calls)) {
  const rates: number[][] = [[], []]
  const used = process.cpuUsage()
  const startedAt = performance.now()
  for (let round = 0; round <= rounds; round += 1)
    for (const [place, server] of servers.entries()) {
      const rate = await load(server, requestOf)
      // The first round warms up.
      if (round > 0) rates[place]?.push(rate)
    }
  const { user, system } = process.cpuUsage(used)
  const [one = 0, two = 0] = rates.map(median)
  const share = (user + system) / 1_000 / (performance.now() - startedAt)
  const cells = [one.toFixed(0), two.toFixed(0), (two / one).toFixed(2), share.toFixed(2)]
  console.log(name.padEnd(24) + cells.map((cell) => cell.padStart(8)).join(' '))
}

for (const { child } of servers) await stop(child)
await portal.close()
await rm(folder, { recursive: true })
