/**
 * Measures the dashboard on a large database, for each period of its selector: sequential HTTP requests, as a browser
 * sends them, to a server in this process.
 *
 *     DATABASE_URL=postgres://… npm run portal -- demo --participants 100000 --records 1000000 --seed 1
 *     DATABASE_URL=postgres://… npm run bench dashboard
 *
 * Prints the median and maximum of 30 in milliseconds, and the ratio to `GET /healthz`, the minimum of any request.
 */
import type { Dashboard } from '@portal/contract/dashboard.ts'
import { openClerk } from './clerk/open-clerk.ts'

const { ask, measure, close } = await openClerk()
await measure('GET /healthz', '/healthz')

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)
for (const [name, query] of [
  ['the last week', `from=${daysAgo(6)}`],
  ['the last month', `from=${daysAgo(30)}`],
  ['the last six months', `from=${daysAgo(183)}`],
  ['the last year', `from=${daysAgo(364)}`],
  ['all time', ''],
] as const) {
  const url = `/api/dashboard/?${query}`
  const { totals, unit, series, municipalities } = (await ask(url)).answer.json<Dashboard>()
  const size = `${totals.records} records, ${series.length} parts (${unit}), ${municipalities.length} municipalities`
  await measure(`dashboard, ${name}`, url, size)
}
await close()
