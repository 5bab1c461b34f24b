/**
 * Reads per second, each in turn with a bare `node:http` server that runs the same statement without session, audit and
 * validation; and an export.
 */
import { get, type IncomingMessage } from 'node:http'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import type { BareCall } from './bare.ts'
import { compared, during, getRequest, median, percentile, type Row, sendLoad } from './load.ts'
import { type Account, cpuOf, memoryOf, type MeasuredPortal, type Server } from './measured-portal.ts'
import { signInPeople, startServer, stop } from './measured-portal.ts'

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
  {
    name: 'points, first page',
    as: 'clerk',
    path: () => '/api/points/?page=1',
    goal: '≥ 0.55',
    isBare: true,
  },
  {
    name: 'points, random page',
    as: 'clerk',
    path: () => `/api/points/?page=${1 + Math.floor(Math.random() * pages)}`,
    goal: '≥ 0.5',
    isBare: true,
  },
  { name: 'own account', as: 'citizen', path: () => '/api/auth/users/me/', goal: '≥ 0.5', isBare: true },
  { name: 'municipalities', as: 'citizen', path: () => '/api/municipalities/', goal: '≥ 0.4', isBare: true },
  {
    name: 'searches',
    as: 'clerk',
    path: any(searches),
    connections: 16,
    goal: 'p99 ≤ 100 ms',
    isBare: false,
  },
]

/** Measures the reads of a portal with this number of records, and reports each when it is measured. */
export async function measureReads(
  portal: MeasuredPortal,
  records: number,
  report: (row: Row) => void,
): Promise<void> {
  const calls: BareCall[] = [
    { path: '/api/points/', text: everyone, skips: pageSize },
    {
      path: '/api/auth/users/me/',
      text: 'select email, first_name, last_name, is_staff, telephone, municipality_id from users where id = $1',
      value: portal.citizen,
    },
    { path: '/api/municipalities/', text: undefined },
  ]
  // Of many: those of one would share more look-ups.
  const citizens = await signInPeople(portal, 1_000)
  const bare = await startServer('./bare.ts', {
    DATABASE_URL: portal.database,
    CALLS: JSON.stringify(calls),
  })
  for (const { name, as, path, goal, connections = 8, isBare } of readsOf(Math.ceil(records / pageSize))) {
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

const ask = ({ url, cookies }: MeasuredPortal, path: string) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    get(`${url}${path}`, { headers: { cookie: cookies.clerk }, agent: false }, resolve).on('error', reject)
  })

const nowhere = () => new Writable({ write: (_part, _encoding, done) => done() })

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

/** Measures an export of all records, and pages of points beside it. */
export async function measureExport(portal: MeasuredPortal, report: (row: Row) => void): Promise<void> {
  const over = { yet: false }
  let peak = 0
  const watch = setInterval(() => (peak = Math.max(peak, memoryOf(portal.child.pid))), 50)
  const used = cpuOf(portal.child.pid)
  const others = askMeanwhile(portal, over)
  const start = performance.now()
  const answer = await ask(portal, '/api/points/export/')
  const first = performance.now() - start
  let bytes = 0
  answer.on('data', (part: Buffer) => (bytes += part.length))
  await pipeline(answer, nowhere())
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
  report({
    name: 'export of all records',
    goal: 'a million: ≤ 12 s, ≤ 35 MB',
    perSecond: rows / seconds,
    peak: peak / 1e6,
    note: figures.join(', '),
  })
}
