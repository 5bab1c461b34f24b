/**
 * Measures the staff's lists on a large database: first, middle and last page of the points and their sums, in total and in
 * a range of days, and searches. Sequential HTTP requests, as a browser sends them, to a server in this process.
 *
 *     DATABASE_URL=postgres://… npm run portal -- demo --participants 100000 --records 1000000 --seed 1
 *     DATABASE_URL=postgres://… npm run bench lists
 *
 * Prints the median and maximum of 30 in milliseconds, and the ratio to `GET /healthz`, the minimum of any request;
 * then the SQL statements of the same pages of points alone, and the buffers they access. That needs a superuser
 * (auto_explain).
 */
import { isReachable, openDatabase } from '@portal/server/db/database.ts'
import { listPoints } from '@portal/server/features/points/service.ts'
import { readConfig } from '@portal/server/lib/config/config.ts'
import { watchPlans } from '../apps/server/test/watched-plans.ts'
import { openClerk } from './clerk/open-clerk.ts'

const { ask, measure, close } = await openClerk()
await measure('GET /healthz', '/healthz')

const pageOf = async (query: string) =>
  (await ask(`/api/points/?${query}`)).answer.json<{ total_pages: number; count: number }>()
const year = new Date().getFullYear()
const ranges = [
  { name: 'everything' },
  { name: 'one year', after: `${year - 2}-01-01`, before: `${year - 2}-12-31` },
  { name: 'from a day on', after: `${year - 3}-05-17` },
  { name: '40 days', after: `${year - 1}-02-10`, before: `${year - 1}-03-21` },
  { name: 'one day', after: `${year - 1}-02-10`, before: `${year - 1}-02-10` },
]
for (const { name, after, before } of ranges) {
  const query = new URLSearchParams({
    ...(after && { created_at_after: after }),
    ...(before && { created_at_before: before }),
  }).toString()
  const { total_pages: pages, count } = await pageOf(query)
  await measure(`sums of points, ${name}`, `/api/points/totals/?${query}`)
  for (const [where, page] of [
    ['first', 1],
    ['middle', Math.ceil(pages / 2)],
    ['last', pages],
  ] as const)
    await measure(`points, ${name}, ${where} page`, `/api/points/?${query}&page=${page}`, `${count} records`)
}

const total = async (search: string) =>
  (await ask(`/api/participants/?limit=50&search=${encodeURIComponent(search)}`)).answer.headers[
    'x-total-count'
  ]
await measure('participants, first page', '/api/participants/?limit=50')
await measure('participants, a page in the middle', '/api/participants/?limit=50&offset=50000')
const searches = [
  'παπ',
  'γιω',
  'μαρ',
  'ιου',
  'ξψω',
  'pap',
  'gio',
  'xri',
  'α',
  'ψ',
  'q',
  'πα',
  'ξψ',
  'th',
  '694',
  'μαρια παπ',
  'papadopoulou maria',
  'a',
  'ε.gr',
  'example',
  'πλ',
  'όπουλ',
  'poul',
  'ατζη',
  'a.gr',
  'gmail.com',
  '@yahoo.gr',
  'maria @yahoo.gr',
  'person77',
  '6900007919',
  'christodoulou',
  'xatzidakis',
]
for (const search of searches)
  await measure(
    `search '${search}'`,
    `/api/participants/?limit=50&search=${encodeURIComponent(search)}`,
    `${String(await total(search))} found`,
  )

await close()

// Statements alone, one after another: the time at the client, including a round trip (`select 1`).
const open = await openDatabase(readConfig({ ...process.env, DEMO: 'no' }))
const watched = watchPlans(process.env['DATABASE_URL'] ?? '')
const time = async (name: string, work: () => Promise<unknown>, buffers = '') => {
  const times: number[] = []
  for (let i = 0; i < 105; i += 1) {
    const start = performance.now()
    await work()
    times.push(performance.now() - start)
  }
  const sorted = times.slice(5).sort((a, b) => a - b)
  const cells = [sorted[0], sorted[50], sorted[95]].map((ms) => (ms ?? 0).toFixed(2).padStart(9)).join('')
  console.log(name.padEnd(44) + cells + buffers.padStart(9))
}
const headings = ['fastest', 'median', 'p95', 'buffers'].map((name) => name.padStart(9)).join('')
console.log(`\n${'at the database'.padEnd(44)}${headings}`)
await time('select 1', () => isReachable(open.db))
for (const { name, ...range } of ranges) {
  const { totalPages } = await listPoints(watched, range)
  for (const [where, page] of [
    ['first', '1'],
    ['middle', String(Math.ceil(totalPages / 2))],
    ['last', String(totalPages)],
  ] as const) {
    for (let i = 0; i < 2; i += 1) await listPoints(watched, { ...range, page })
    const buffers = Math.max(
      0,
      ...watched
        .take()
        .slice(-1)
        .map((statement) => statement.buffers),
    )
    await time(`points, ${name}, ${where} page`, () => listPoints(open, { ...range, page }), String(buffers))
  }
}
await watched.close()
await open.close()
