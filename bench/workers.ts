/**
 * Compares one server process with two (PORTAL_WORKERS), each in turn, on one new PostgreSQL server.
 *
 *     npm run bench -- workers [people records]
 *
 * Sixteen connections; rounds of three seconds. Prints the medians of requests per second, their ratio, the CPU time per
 * call, and the cores that sending the load takes. PostgreSQL and the load take their part of both figures: with two free
 * cores the ratio says what two processes are worth there, with four what they are worth if PostgreSQL has its own.
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { during, getRequest, sendLoad } from './load.ts'
import {
  cpuOfAll,
  cpuOfPostgres,
  type MeasuredPortal,
  openMeasuredPortal,
  type Server,
  startServer,
  stop,
  writeSettings,
} from './measured-portal.ts'
import { compared, printHeading, printRow, type Row } from './rows.ts'
import { median } from './statistics.ts'

const [connections, rounds, roundMs] = [16, 5, 3_000]

/** Calls per second, and microseconds of CPU time per call of the server's processes and of PostgreSQL, by round. */
const newFigures = () => ({ perSecond: [] as number[], cpu: [] as number[], postgres: [] as number[] })

/** Measures one process and two on the portal's database. The 'bare' column has the figures of one. */
export async function measureWorkers(
  portal: MeasuredPortal,
  records: number,
  report: (row: Row) => void,
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

  const pages = Math.ceil(records / 20)
  const { clerk, citizen } = portal.cookies
  const calls: Record<string, () => string> = {
    'own account': () => getRequest('/api/auth/users/me/', citizen),
    municipalities: () => getRequest('/api/municipalities/', citizen),
    'points, first page': () => getRequest('/api/points/?page=1', clerk),
    'points, random page': () =>
      getRequest(`/api/points/?page=${1 + Math.floor(Math.random() * pages)}`, clerk),
  }
  for (const [name, requestOf] of Object.entries(calls)) {
    const [one, two] = [newFigures(), newFigures()]
    const used = process.cpuUsage()
    const startedAt = performance.now()
    for (let round = 0; round <= rounds; round += 1)
      for (const [place, figures] of [one, two].entries()) {
        const server = servers[place] as Server
        const before = [cpuOfAll(server.child.pid), await cpuOfPostgres(portal.db)] as const
        const { times, elapsed } = await sendLoad(server.url, during(roundMs, requestOf), connections)
        const answers = times.length
        // The first round warms up.
        if (round === 0) continue
        figures.perSecond.push((answers * 1_000) / elapsed)
        figures.cpu.push((cpuOfAll(server.child.pid) - before[0]) / answers)
        figures.postgres.push(((await cpuOfPostgres(portal.db)) - before[1]) / answers)
      }
    const { user, system } = process.cpuUsage(used)
    const share = (user + system) / 1_000 / (performance.now() - startedAt)
    report({
      name: `two processes: ${name}`,
      goal: '≥ 1.6',
      ...compared(two.perSecond, one.perSecond),
      bareCpu: median(one.cpu),
      cpu: median(two.cpu),
      note:
        `bare: one process; ${connections} connections; PostgreSQL ${median(one.postgres).toFixed(0)} and ${median(two.postgres).toFixed(0)} µs; ` +
        `the load takes ${share.toFixed(2)} cores of ${availableParallelism()}`,
    })
  }
  for (const { child } of servers) await stop(child)
  await rm(folder, { recursive: true })
}

if (import.meta.main) {
  const [people = 20_000, records = 200_000] = process.argv.slice(2).map(Number)
  const portal = await openMeasuredPortal({ people, records })
  printHeading()
  await measureWorkers(portal, records, printRow)
  await portal.close()
}
