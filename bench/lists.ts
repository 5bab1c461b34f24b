/**
 * The staff's lists on a large database: the points' first, middle and last page, in all and in a range, and searches.
 * Each question is asked as a clerk's browser asks it, over HTTP of a server in this process, one after another.
 *
 *   DATABASE_URL=postgres://… npm run portal -- demo --participants 100000 --records 1000000 --seed 1
 *   DATABASE_URL=postgres://… npm run bench lists
 *
 * Prints the median and the slowest of 30 in milliseconds, and the ratio to `GET /healthz`, which only passes through.
 */
import { buildApp } from '@portal/server/app.ts'
import { openDatabase } from '@portal/server/db/database.ts'
import { hashPassword } from '@portal/server/platform/passwords.ts'
import { systemClock } from '@portal/server/platform/clock.ts'
import { readConfig } from '@portal/server/platform/config.ts'
import { openJobs } from '@portal/server/platform/jobs.ts'

const config = readConfig({ ...process.env, DEMO: 'no', LOG_LEVEL: 'error' })
const open = await openDatabase(config)
const jobs = await openJobs(open, console.error)
const app = await buildApp({ db: open.db, clock: systemClock, config, jobs, cookies: { secure: false } })

const email = `bench-${crypto.randomUUID()}@example.gr`
const password = crypto.randomUUID()
const staff = await open.db
  .insertInto('users')
  .values({
    ...{ email, firstName: 'Bench', lastName: 'Bench', isStaff: true, isActive: true, municipalityId: null },
    ...{ passwordHash: await hashPassword(password), createdAt: new Date(), activatedAt: new Date() },
  })
  .returning('id')
  .executeTakeFirstOrThrow()
const signedIn = await app.inject({
  method: 'POST',
  url: '/api/auth/token/login',
  payload: { email, password },
})
const cookie = signedIn.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')

const ask = async (url: string) => {
  const start = performance.now()
  const answer = await app.inject({ url, headers: { cookie } })
  const ms = performance.now() - start
  if (answer.statusCode !== 200) throw new Error(`${url}: ${answer.statusCode} ${answer.body}`)
  return { ms, answer }
}

async function measure(name: string, url: string, show = ''): Promise<number> {
  const times: number[] = []
  for (let i = 0; i < 35; i += 1) times.push((await ask(url)).ms)
  const sorted = times.slice(5).sort((a, b) => a - b)
  const median = sorted[15] ?? 0
  const slowest = sorted.at(-1) ?? 0
  const ratio = baseline === 0 ? 1 : median / baseline
  console.log(
    `${name.padEnd(44)}${median.toFixed(2).padStart(9)}${slowest.toFixed(2).padStart(9)}${ratio.toFixed(1).padStart(8)}  ${show}`,
  )
  return median
}

let baseline = 0
console.log(`${''.padEnd(44)}${'median'.padStart(9)}${'slowest'.padStart(9)}${'ratio'.padStart(8)}`)
baseline = await measure('GET /healthz', '/healthz')

const pageOf = async (query: string) =>
  (await ask(`/api/points/?${query}`)).answer.json<{ total_pages: number; count: number }>()
const year = new Date().getFullYear()
for (const [name, query] of [
  ['everything', ''],
  ['one year', `created_at_after=${year - 2}-01-01&created_at_before=${year - 2}-12-31`],
  ['40 days', `created_at_after=${year - 1}-02-10&created_at_before=${year - 1}-03-21`],
] as const) {
  const { total_pages: pages, count } = await pageOf(query)
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
await measure('participants, first piece', '/api/participants/?limit=50')
await measure('participants, a piece in the middle', '/api/participants/?limit=50&offset=50000')
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
]
for (const search of searches)
  await measure(
    `search '${search}'`,
    `/api/participants/?limit=50&search=${encodeURIComponent(search)}`,
    `${String(await total(search))} found`,
  )

await open.db.deleteFrom('users').where('id', '=', staff.id).execute()
await app.close()
await jobs.stop()
await open.close()
