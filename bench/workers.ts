/**
 * Compares one server process with two (PORTAL_WORKERS), each in turn, on one new PostgreSQL server.
 *
 *     npm run bench -- workers [people records]
 *
 * Sixteen connections; rounds of two seconds. Prints the medians of requests per second, their ratio, the CPU time per
 * call, and the cores that sending the load takes. PostgreSQL and the load take their part of both figures: with two free
 * cores the ratio says what two processes are worth there. Then again with a fifth of a core for each process, if control
 * groups can be written (as root): what two processes are worth if PostgreSQL and the load have cores of their own.
 *
 * Of three starts: the CPU time per call of the same server differs by up to 30 % between starts.
 */
import { randomInt } from 'node:crypto'
import { mkdirSync, existsSync, rmdirSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { during, getRequest, sendLoad } from './load.ts'
import {
  cpuOfAll,
  cpuOfPostgres,
  type MeasuredPortal,
  openMeasuredPortal,
  servingProcessesOf,
  type Server,
  signInPeople,
  startServer,
  stop,
  writeSettings,
} from './measured-portal.ts'
import { compared, printHeading, printRow, type Row } from './rows.ts'
import { median } from './statistics.ts'

const [connections, starts, rounds, roundMs] = [16, 3, 2, 2_000]

/** Calls per second, and microseconds of CPU time per call of the server's processes and of PostgreSQL, by round. */
const newSide = () => ({ perSecond: [] as number[], cpu: [] as number[], postgres: [] as number[] })

/** Of one process and of two, and the cores that the load takes, by start. */
const newFigures = () => ({ one: newSide(), two: newSide(), loads: [] as number[] })

/**
 * Limits processes to a fifth of a core each, in the control groups of Linux (version 1 or 2).
 * @returns a function that removes the groups after the processes have ended; undefined if they cannot be written
 */
function limitToFifth(pids: number[]): (() => void) | undefined {
  const isFirst = existsSync('/sys/fs/cgroup/cpu')
  const folders = pids.map((pid) => `/sys/fs/cgroup/${isFirst ? 'cpu/' : ''}portal-bench-${pid}`)
  try {
    for (const [place, folder] of folders.entries()) {
      mkdirSync(folder)
      const set = (file: string, value: string) => writeFileSync(join(folder, file), value)
      // Microseconds of each 10 ms.
      if (isFirst) {
        set('cpu.cfs_period_us', '10000')
        set('cpu.cfs_quota_us', '2000')
      } else set('cpu.max', '2000 10000')
      set('cgroup.procs', String(pids[place]))
    }
  } catch (error) {
    console.log(`Without limits of cores: ${String(error)}`)
    return undefined
  }
  return () => folders.forEach((folder) => rmdirSync(folder))
}

/** Measures one process and two on the portal's database. The 'bare' column has the figures of one. */
export async function measureWorkers(
  portal: MeasuredPortal,
  records: number,
  report: (row: Row) => void,
): Promise<void> {
  const pages = Math.ceil(records / 20)
  const { clerk } = portal.cookies
  const citizens = await signInPeople(portal, 1_000)
  const citizen = () => citizens[randomInt(citizens.length)] ?? ''
  const calls: Record<string, () => string> = {
    'own account': () => getRequest('/api/auth/users/me/', citizen()),
    municipalities: () => getRequest('/api/municipalities/', citizen()),
    'points, first page': () => getRequest('/api/points/?page=1', clerk),
    'points, random page': () =>
      getRequest(`/api/points/?page=${1 + Math.floor(Math.random() * pages)}`, clerk),
  }
  const all = new Map<string, ReturnType<typeof newFigures>>()
  const measure = async (title: string, servers: Server[]) => {
    for (const [call, requestOf] of Object.entries(calls)) {
      const name = `${title}: ${call}`
      const figures = all.get(name) ?? newFigures()
      all.set(name, figures)
      const used = process.cpuUsage()
      const startedAt = performance.now()
      for (let round = 0; round <= rounds; round += 1)
        for (const [place, { url, child }] of servers.entries()) {
          const before = [cpuOfAll(child.pid), await cpuOfPostgres(portal.db)] as const
          const { times, elapsed } = await sendLoad(url, during(roundMs, requestOf), connections)
          const answers = times.length
          // The first round warms up.
          if (round === 0) continue
          const side = place === 0 ? figures.one : figures.two
          side.perSecond.push((answers * 1_000) / elapsed)
          side.cpu.push((cpuOfAll(child.pid) - before[0]) / answers)
          side.postgres.push(((await cpuOfPostgres(portal.db)) - before[1]) / answers)
        }
      const { user, system } = process.cpuUsage(used)
      figures.loads.push((user + system) / 1_000 / (performance.now() - startedAt))
    }
  }
  for (let start = 0; start < starts; start += 1) await measureStart(portal, measure)
  for (const [name, { one, two, loads }] of all)
    report({
      name,
      goal: '≥ 1.6',
      ...compared(two.perSecond, one.perSecond),
      bareCpu: median(one.cpu),
      cpu: median(two.cpu),
      note:
        `bare: one process; ${connections} connections; PostgreSQL ${median(one.postgres).toFixed(0)} and ${median(two.postgres).toFixed(0)} µs; ` +
        `the load takes ${median(loads).toFixed(2)} cores of ${availableParallelism()}`,
    })
}

/** Starts a server with one process and one with two, measures both, and again with limits of cores. */
async function measureStart(
  portal: MeasuredPortal,
  measure: (title: string, servers: Server[]) => Promise<void>,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'portal-bench-'))
  const start = (workers: number) =>
    startServer('../apps/server/src/main.ts', {
      ...writeSettings,
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
  await measure('two processes', servers)
  const removeLimits = limitToFifth(servers.flatMap(({ child }) => servingProcessesOf(child.pid)))
  if (removeLimits) await measure('two processes, a fifth of a core each', servers)
  for (const { child } of servers) await stop(child)
  removeLimits?.()
  await rm(folder, { recursive: true })
}

if (import.meta.main) {
  const [people = 20_000, records = 200_000] = process.argv.slice(2).map(Number)
  const portal = await openMeasuredPortal({ people, records })
  printHeading()
  await measureWorkers(portal, records, printRow)
  await portal.close()
}
