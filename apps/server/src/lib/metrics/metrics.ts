import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import { sql } from 'kysely'
import type { OpenDatabase } from '#server/db/database.ts'

/**
 * Metrics of this process in the format of Prometheus (docs/operations.md, Metrics). Labels have few values: no
 * addresses, names or ids.
 */
const registry = new Registry()
const registers = [registry]
collectDefaultMetrics({ register: registry })

/** `route`: its pattern. Buckets in seconds. */
export const callSeconds = new Histogram({
  name: 'portal_http_request_duration_seconds',
  help: 'Time from the request to the end of the response',
  labelNames: ['method', 'route', 'status'] as const,
  buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

/** `outcome`: completed, failed (retried later), rejected (never retried) or postponed. */
export const jobsEnded = new Counter({
  name: 'portal_jobs_total',
  help: 'Ended attempts of background jobs: mails, webhooks, logouts at partner sites',
  labelNames: ['queue', 'outcome'] as const,
  registers,
})

/** `outcome`: the status of the partner's answer (docs/partners.md). */
export const recordsReceived = new Counter({
  name: 'portal_ledger_records_total',
  help: "Records of partners' calls",
  labelNames: ['outcome'] as const,
  registers,
})

const connections = new Gauge({
  name: 'portal_database_connections',
  help: 'Connections of the pool, and calls that wait for one',
  labelNames: ['state'] as const,
  registers,
})
const waitingJobs = new Gauge({
  name: 'portal_queue_jobs',
  help: 'Jobs that wait for their first attempt or a retry',
  labelNames: ['queue'] as const,
  registers,
})
const oldestJob = new Gauge({
  name: 'portal_queue_oldest_seconds',
  help: 'Age of the oldest waiting job',
  labelNames: ['queue'] as const,
  registers,
})

type Source = Pick<OpenDatabase, 'db' | 'connections'>

/** Measures the queues and connections, and returns all metrics as text. */
export async function readMetrics({ db, connections: read }: Source): Promise<string> {
  const { rows } = await sql<{ name: string; waiting: number; oldest: number }>`
    select q.name, count(j.id)::int as waiting,
      coalesce(extract(epoch from now() - min(j.created_on)), 0)::float as oldest
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'active'
    group by q.name`.execute(db)
  for (const { name: queue, waiting, oldest } of rows) {
    waitingJobs.set({ queue }, waiting)
    oldestJob.set({ queue }, oldest)
  }
  for (const [state, count] of Object.entries(read?.() ?? {})) connections.set({ state }, count)
  return registry.metrics()
}

export const metricsType = registry.contentType
