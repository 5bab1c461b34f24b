/**
 * Measures reads per second of the portal as a process of its own, on a new PostgreSQL server without JIT, each in turn with a bare
 * `node:http` server that runs the same statement without session, audit and validation.
 *
 *     npm run bench -- reads [people records]
 *
 * Eight connections; rounds of three seconds. Prints the medians per second, their ratio, and the milliseconds of the portal's
 * median and 99th percentile, and the microseconds of CPU time of both servers per request, without PostgreSQL's. Compare ratios
 * only: the load comes from the same machine.
 */
import { Pool } from 'undici'
import type { BareCall } from './bare-server.ts'
import { type Account, cpuOf, openMeasuredPortal, type Server, startServer, stop } from './measured-portal.ts'

const [people = 50_000, records = 1_000_000] = process.argv.slice(2).map(Number)
const [connections, rounds, roundMs, pageSize] = [8, 5, 3_000, 20]

/** Sends requests on all connections for some seconds. @returns requests per second, microseconds of the server's CPU time per request, and the sorted milliseconds of each */
async function load({ url, child }: Server, cookie: string, path: () => string, ms = roundMs) {
  const pool = new Pool(url, { connections, pipelining: 1 })
  const times: number[] = []
  const used = cpuOf(child.pid)
  const start = performance.now()
  const client = async () => {
    for (let now = performance.now(); now - start < ms;) {
      const { statusCode, body } = await pool.request({ method: 'GET', path: path(), headers: { cookie } })
      await body.dump()
      if (statusCode !== 200) throw new Error(`${path()}: ${statusCode}`)
      const end = performance.now()
      times.push(end - now)
      now = end
    }
  }
  await Promise.all(Array.from({ length: connections }, client))
  const perSecond = (times.length * 1_000) / (performance.now() - start)
  const cpu = (cpuOf(child.pid) - used) / times.length
  await pool.close()
  return { perSecond, cpu, times: times.toSorted((a, b) => a - b) }
}

const portal = await openMeasuredPortal({ people, records })
const pages = Math.ceil(records / pageSize)
const everyone = `select page.n, page.id, page.participant_id, users.email, page.points, page.description, page.created_at
  from points_page($1, 20, '-infinity', 'infinity', '-infinity', 'infinity') page left join users on users.id = page.participant_id
  order by page.created_at desc, page.id desc`
const bareCalls: BareCall[] = [
  { path: '/api/points/', text: everyone, skips: pageSize },
  {
    path: '/api/auth/users/me/',
    text: 'select email, first_name, last_name, is_staff, telephone, municipality_id from users where id = $1',
    value: portal.citizen,
  },
  { path: '/api/points/summary/', text: 'select * from balances where participant_id = $1', value: 1 },
  { path: '/api/municipalities/', text: undefined },
]
const bare = await startServer('./bare-server.ts', {
  DATABASE_URL: portal.database,
  CALLS: JSON.stringify(bareCalls),
})

const any = (texts: string[]) => () => texts[Math.floor(Math.random() * texts.length)] ?? ''
const searches = [
  'παπ',
  'γιω',
  'μαρ',
  'ιου',
  'pap',
  'gio',
  'α',
  'πα',
  'th',
  '694',
  'μαρια παπ',
  'papadopoulou maria',
]
const search = (text: string) => `/api/participants/?limit=50&search=${encodeURIComponent(text)}`
const rows: { name: string; as: Account; path: () => string; isBare: boolean }[] = [
  { name: 'points, first page', as: 'clerk', path: () => '/api/points/?page=1', isBare: true },
  {
    name: 'points, random page',
    as: 'clerk',
    path: () => `/api/points/?page=${1 + Math.floor(Math.random() * pages)}`,
    isBare: true,
  },
  { name: 'own account', as: 'citizen', path: () => '/api/auth/users/me/', isBare: true },
  { name: 'own sums', as: 'citizen', path: () => '/api/points/summary/', isBare: true },
  { name: 'municipalities', as: 'citizen', path: () => '/api/municipalities/', isBare: true },
  { name: 'searches', as: 'clerk', path: any(searches.map(search)), isBare: false },
  { name: "search 'a.gr'", as: 'clerk', path: () => search('a.gr'), isBare: false },
]
const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
const only = process.env['ONLY']
const cells = (values: (string | number)[]) => values.map((value) => String(value).padStart(9)).join('')
console.log(`${''.padEnd(24)}${cells(['bare/s', 'portal/s', 'ratio', 'p50', 'p99', 'bare cpu', 'cpu'])}`)
for (const { name, as, path, isBare } of rows.filter((row) => !only || row.name.includes(only))) {
  await load(portal, portal.cookies[as], path, 2_000)
  if (isBare) await load(bare, '', path, 1_000)
  const ofBare: Awaited<ReturnType<typeof load>>[] = []
  const ofPortal: Awaited<ReturnType<typeof load>>[] = []
  for (let round = 0; round < rounds; round += 1) {
    if (isBare) ofBare.push(await load(bare, '', path))
    ofPortal.push(await load(portal, portal.cookies[as], path))
  }
  const of = (loads: typeof ofBare, figure: 'perSecond' | 'cpu') => median(loads.map((each) => each[figure]))
  const at = (share: number) =>
    median(ofPortal.map(({ times }) => times[Math.floor(times.length * share)] ?? 0)).toFixed(1)
  const [rate, cpu] = [of(ofPortal, 'perSecond'), of(ofPortal, 'cpu')]
  console.log(
    name.padEnd(24) +
      cells([
        isBare ? Math.round(of(ofBare, 'perSecond')) : '',
        Math.round(rate),
        isBare ? (rate / of(ofBare, 'perSecond')).toFixed(2) : '',
        ...[at(0.5), at(0.99)],
        isBare ? Math.round(of(ofBare, 'cpu')) : '',
        Math.round(cpu),
      ]),
  )
}

await stop(bare.child)
await portal.close()
