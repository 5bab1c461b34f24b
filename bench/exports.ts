/**
 * Measures Excel exports of a large database: seconds, size, the server's peak memory and CPU time, and the response time
 * of other calls during an export. A slow reader takes 2 MB a second.
 *
 *     npm run bench -- exports [people records] [FOLDER]
 *
 * With a FOLDER the files are kept, to open them in a spreadsheet program.
 */
import { createWriteStream } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { Transform, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { cpuOf, type MeasuredPortal, memoryOf, openMeasuredPortal } from './measured-portal.ts'
import { printHeading, printRow, type Row } from './rows.ts'
import { percentile } from './statistics.ts'

const ask = ({ url, cookies }: MeasuredPortal, path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}${path}`, { headers: { cookie: cookies.clerk }, agent: false }, resolve).on('error', reject)
  })

const nowhere = () => new Writable({ write: (_part, _encoding, done) => done() })

/** Limits a stream to 2 MB a second. */
const slowly = () =>
  new Transform({
    transform: (part: Buffer, _encoding, done) => setTimeout(() => done(null, part), part.length / 2_000),
  })

/** Requests a page of points repeatedly until `over.yet`. @returns the response times in milliseconds */
async function askMeanwhile(portal: MeasuredPortal, over: { yet: boolean }): Promise<number[]> {
  const times: number[] = []
  while (!over.yet) {
    const start = performance.now()
    await pipeline(await ask(portal, '/api/points/?page=3'), nowhere())
    times.push(performance.now() - start)
    await wait(20)
  }
  return times
}

type Export = { name: string; path: string; slow?: boolean; file?: string | undefined; goal?: string }

async function measure(portal: MeasuredPortal, { name, path, slow, file, goal = '' }: Export): Promise<Row> {
  const over = { yet: false }
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(portal.child.pid))), 50)
  const used = cpuOf(portal.child.pid)
  const others = askMeanwhile(portal, over)
  const start = performance.now()
  const answer = await ask(portal, path)
  const first = performance.now() - start
  let bytes = 0
  answer.on('data', (part: Buffer) => (bytes += part.length))
  const target = file === undefined ? nowhere() : createWriteStream(file)
  if (slow) await pipeline(answer, slowly(), target)
  else await pipeline(answer, target)
  const seconds = (performance.now() - start) / 1_000
  over.yet = true
  const times = await others
  clearInterval(watch)
  const rows = Number(answer.headers['x-total-count'] ?? 0)
  const figures = [
    `${rows.toLocaleString('en')} rows`,
    `${seconds.toFixed(1)} s`,
    `${(bytes / 1e6).toFixed(1)} MB`,
    `first byte ${first.toFixed(0)} ms`,
    `${((cpuOf(portal.child.pid) - used) / 1e6).toFixed(1)} s of CPU time`,
    `a page of points meanwhile: p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`,
  ]
  return { name, goal, perSecond: rows / seconds, peak: peak / 1e6, note: figures.join(', ') }
}

/** Measures a page of points without an export. */
async function measureQuiet(portal: MeasuredPortal): Promise<Row> {
  const alone = { yet: false }
  setTimeout(() => (alone.yet = true), 5_000)
  const times = await askMeanwhile(portal, alone)
  return {
    name: 'no export',
    goal: '',
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    peak: memoryOf(portal.child.pid) / 1e6,
  }
}

/** Measures an export of all records. */
export const measureExport = async (portal: MeasuredPortal, report: (row: Row) => void): Promise<void> => {
  const goal = 'a million: ≤ 8 s, ≤ 30 MB'
  report(await measure(portal, { name: 'export of all records', path: '/api/points/export/', goal }))
}

if (import.meta.main) {
  const [people = 100_000, records = 1_000_000] = process.argv.slice(2, 4).map(Number)
  const folder = process.argv[4]
  const inFolder = (name: string) => folder && join(folder, name)
  const search = (text: string) => `/api/participants/export/?search=${encodeURIComponent(text)}`
  const portal = await openMeasuredPortal({ people, records })
  printHeading()
  printRow(await measureQuiet(portal))
  for (const one of [
    { name: 'points', path: '/api/points/export/', file: inFolder('points.xlsx') },
    { name: 'points, slow reader', path: '/api/points/export/', slow: true },
    { name: 'people', path: '/api/participants/export/', file: inFolder('users.xlsx') },
    { name: "people, search 'α'", path: search('α') },
    { name: "people, search 'παπ'", path: search('παπ') },
  ])
    printRow(await measure(portal, one))
  await portal.close()
}
