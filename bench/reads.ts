/**
 * Measures reads per second of the portal as a process of its own, on a new PostgreSQL server without JIT, each in turn with a bare
 * `node:http` server that runs the same statement without session, audit and validation.
 *
 *     npm run bench -- reads [people records]
 *     ONLY='own' npm run bench -- reads    rows whose name contains the text
 *
 * Rounds of a second, in turn. Compare ratios only: the load comes from the same machine.
 */
import type { BareCall } from './bare-server.ts'
import { during, getRequest, sendLoad } from './load.ts'
import {
  type Account,
  cpuOf,
  type MeasuredPortal,
  openMeasuredPortal,
  type Server,
} from './measured-portal.ts'
import { signInPeople, startServer, stop } from './measured-portal.ts'
import { compared, printHeading, printRow, type Row } from './rows.ts'
import { median, percentile } from './statistics.ts'

const [rounds, roundMs, pageSize] = [15, 1_000, 20]

type Load = { connections: number; cookie: () => string; path: () => string; ms?: number }

/** @returns requests per second, microseconds of the server's CPU time per request, and the milliseconds of each */
async function load({ url, child }: Server, { connections, cookie, path, ms = roundMs }: Load) {
  const used = cpuOf(child.pid)
  const { times, elapsed } = await sendLoad(
    url,
    during(ms, () => getRequest(path(), cookie())),
    connections,
  )
  return {
    perSecond: (times.length * 1_000) / elapsed,
    cpu: (cpuOf(child.pid) - used) / times.length,
    times,
  }
}

const everyone = `select page.n, page.id, page.participant_id, users.email, page.points, page.description, page.created_at
  from points_page($1, 20, '-infinity', 'infinity', '-infinity', 'infinity') page left join users on users.id = page.participant_id
  order by page.created_at desc, page.id desc`

const any = (texts: string[]) => () => texts[Math.floor(Math.random() * texts.length)] ?? ''
const search = (text: string) => `/api/participants/?limit=50&search=${encodeURIComponent(text)}`
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
].map(search)

type Read = {
  name: string
  as: Account
  path: () => string
  goal: string
  connections?: number
  isBare: boolean
}

const readsOf = (pages: number): Read[] => [
  { name: 'points, first page', as: 'clerk', path: () => '/api/points/?page=1', goal: '≥ 0.6', isBare: true },
  {
    name: 'points, random page',
    as: 'clerk',
    path: () => `/api/points/?page=${1 + Math.floor(Math.random() * pages)}`,
    goal: '≥ 0.3',
    isBare: true,
  },
  { name: 'own account', as: 'citizen', path: () => '/api/auth/users/me/', goal: '≥ 0.6', isBare: true },
  { name: 'own sums', as: 'citizen', path: () => '/api/points/summary/', goal: '', isBare: true },
  { name: 'municipalities', as: 'citizen', path: () => '/api/municipalities/', goal: '≥ 0.6', isBare: true },
  { name: 'health', as: 'citizen', path: () => '/healthz', goal: '', isBare: true },
  { name: 'searches', as: 'clerk', path: any(searches), connections: 16, goal: 'p99 ≤ 50 ms', isBare: false },
  {
    name: "search 'a.gr', alone",
    as: 'clerk',
    path: () => search('a.gr'),
    connections: 1,
    goal: '≤ 20 ms',
    isBare: false,
  },
]

/** Measures the reads of a portal with this number of records, and reports each when it is measured. */
export async function measureReads(
  portal: MeasuredPortal,
  records: number,
  report: (row: Row) => void,
  only = '',
): Promise<void> {
  const calls: BareCall[] = [
    { path: '/api/points/', text: everyone, skips: pageSize },
    {
      path: '/api/auth/users/me/',
      text: 'select email, first_name, last_name, is_staff, telephone, municipality_id from users where id = $1',
      value: portal.citizen,
    },
    { path: '/api/points/summary/', text: 'select * from balances where participant_id = $1', value: 1 },
    { path: '/api/municipalities/', text: undefined },
    { path: '/healthz', text: undefined },
  ]
  // Of many: those of one would share more look-ups.
  const citizens = await signInPeople(portal, 1_000)
  const bare = await startServer('./bare-server.ts', {
    DATABASE_URL: portal.database,
    CALLS: JSON.stringify(calls),
  })
  for (const { name, as, path, goal, connections = 8, isBare } of readsOf(Math.ceil(records / pageSize))) {
    if (!name.includes(only)) continue
    const toPortal = { connections, cookie: any(as === 'clerk' ? [portal.cookies.clerk] : citizens), path }
    const toBare = { connections, cookie: () => '', path }
    await load(portal, { ...toPortal, ms: 2_000 })
    if (isBare) await load(bare, { ...toBare, ms: 1_000 })
    const ofBare: Awaited<ReturnType<typeof load>>[] = []
    const ofPortal: Awaited<ReturnType<typeof load>>[] = []
    for (let round = 0; round < rounds; round += 1) {
      if (isBare) ofBare.push(await load(bare, toBare))
      ofPortal.push(await load(portal, toPortal))
    }
    const cpu = (loads: typeof ofBare) => median(loads.map((each) => each.cpu))
    const at = (share: number) => median(ofPortal.map(({ times }) => percentile(times, share)))
    const rates = (loads: typeof ofBare) => loads.map(({ perSecond }) => perSecond)
    report({
      name: connections === 8 ? name : `${name} (${connections} ${connections === 1 ? 'client' : 'clients'})`,
      goal,
      perSecond: median(rates(ofPortal)),
      p50: at(0.5),
      p99: at(0.99),
      cpu: cpu(ofPortal),
      ...(isBare && { ...compared(rates(ofPortal), rates(ofBare)), bareCpu: cpu(ofBare) }),
    })
  }
  await stop(bare.child)
}

if (import.meta.main) {
  const [people = 50_000, records = 1_000_000] = process.argv.slice(2).map(Number)
  const portal = await openMeasuredPortal({ people, records })
  printHeading()
  await measureReads(portal, records, printRow, process.env['ONLY'])
  await portal.close()
}
