/**
 * Measures Excel exports of a large database: seconds, size, the server's peak memory and CPU time, and the response time
 * of other calls during an export. A slow reader takes 2 MB a second.
 *
 *     npm run bench -- exports [people records] [FOLDER]
 *
 * With a FOLDER the files are kept, to open them in a spreadsheet program.
 */
import { createWriteStream, readFileSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuOf, openMeasuredPortal } from './measured-portal.ts'

const [people = 100_000, records = 1_000_000] = process.argv.slice(2, 4).map(Number)
const folder = process.argv[4]
const portal = await openMeasuredPortal({ people, records })

/** Resident memory of the server in bytes. Needs Linux. */
const memory = () =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${portal.child.pid}/status`, 'utf8'))?.[1]) * 1_024

const ask = (path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    const headers = { cookie: portal.cookies.clerk }
    get(`${portal.url}${path}`, { headers, agent: false }, resolve).on('error', reject)
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
  const watch = setInterval(() => (peak = Math.max(peak, memory())), 50)
  const used = cpuOf(portal.child.pid)
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
    `${((cpuOf(portal.child.pid) - used) / 1e6).toFixed(1)} s of CPU time`,
    `peak ${(peak / 1e6).toFixed(0)} MB`,
    `${times.length} other calls: median ${(times[times.length >> 1] ?? 0).toFixed(1)} ms, p99 ${(times[Math.floor(times.length * 0.99)] ?? 0).toFixed(1)} ms`,
  ]
  console.log(`${name.padEnd(24)}${figures.join(' · ')}`)
}

const alone = { yet: false }
setTimeout(() => (alone.yet = true), 2_000)
const quiet = await askMeanwhile(alone)
console.log(
  `${'no export'.padEnd(24)}${(memory() / 1e6).toFixed(0)} MB · ${quiet.length} calls: median ${(quiet[quiet.length >> 1] ?? 0).toFixed(1)} ms, p99 ${(quiet[Math.floor(quiet.length * 0.99)] ?? 0).toFixed(1)} ms`,
)
await measure('points', '/api/points/export/', { file: 'points.xlsx' })
await measure('points, slow reader', '/api/points/export/', { slow: true })
await measure('people', '/api/participants/export/', { file: 'users.xlsx' })
await measure("people, search 'α'", `/api/participants/export/?search=${encodeURIComponent('α')}`)
await measure("people, search 'παπ'", `/api/participants/export/?search=${encodeURIComponent('παπ')}`)

await portal.close()
