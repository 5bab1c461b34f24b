import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { sql } from 'kysely'
import type { OpenDatabase } from '#server/db/database.ts'

/**
 * Metrics of this process in the format of Prometheus (docs/operations.md, Metrics). Labels have few values: no
 * addresses, names or ids.
 */
const registry = new Registry()
const registers = [registry]
// The resolution of the event loop's delay in milliseconds; also its value at rest. With the default of 10, an idle process
// wakes 100 times a second.
collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 50 })
// Of several processes (workers.ts): the busiest one, not the average, and the start of the oldest, not none.
for (const part of ['', 'mean_', 'stddev_', 'p50_', 'p90_', 'p99_'])
  setAggregator(`nodejs_eventloop_lag_${part}seconds`, 'max')
setAggregator('process_start_time_seconds', 'min')

/** Of calls, by the pattern of their route. */
export const callDurations = new Histogram({
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

/** `partner`: client id; `code`: of the error. */
export const recordsRejected = new Counter({
  name: 'portal_ledger_rejected_total',
  help: "Rejected records, reversals and uses of coupons of partners' calls",
  labelNames: ['partner', 'code'] as const,
  registers,
})

// The sum over all processes (workers.ts).
new Gauge({ name: 'portal_processes', help: 'Server processes that accept calls', registers }).set(1)

const connections = new Gauge({
  name: 'portal_database_connections',
  help: 'Connections of the pool, and calls that wait for one',
  labelNames: ['state'] as const,
  registers,
})
/** Set by lib/standby, if there is a standby server. */
export const standbyLag = new Gauge({
  name: 'portal_standby_lag_seconds',
  help: 'Time that the standby server is behind; +Inf: it cannot be used',
  aggregator: 'max',
  registers,
})
/** `server`: primary or standby. */
export const readsByServer = new Counter({
  name: 'portal_standby_reads_total',
  help: 'Lists, searches, exports and dashboards by the server of the database',
  labelNames: ['server'] as const,
  registers,
})
const waitingJobs = new Gauge({
  name: 'portal_queue_jobs',
  help: 'Jobs that wait for their first attempt or a retry',
  labelNames: ['queue'] as const,
  // All processes count the same jobs.
  aggregator: 'max',
  registers,
})
const oldestJob = new Gauge({
  name: 'portal_queue_oldest_seconds',
  help: 'Age of the oldest waiting job',
  labelNames: ['queue'] as const,
  aggregator: 'max',
  registers,
})

const lastBackup = new Gauge({
  name: 'portal_last_backup_timestamp_seconds',
  help: 'Time of the last `portal backup`; 0: none is known',
  aggregator: 'max',
  registers,
})

const rateGaps = new Gauge({
  name: 'portal_rate_gaps',
  help: 'Kinds of deliveries that had a rate and have none today, or on one of the next 14 days (soon)',
  labelNames: ['when'] as const,
  aggregator: 'max',
  registers,
})

/** The option of prom-client's own gauges cannot be given to `collectDefaultMetrics`. */
function setAggregator(name: string, aggregator: 'max' | 'min'): void {
  const gauge = registry.getSingleMetric(name)
  if (gauge) Object.assign(gauge, { aggregator })
}

type Source = Pick<OpenDatabase, 'db' | 'connections'>

/** Counts the waiting jobs of each queue. `oldest`: seconds since the first of them was enqueued. */
export async function listQueues(
  db: OpenDatabase['db'],
): Promise<{ name: string; waiting: number; oldest: number }[]> {
  const { rows } = await sql<{ name: string; waiting: number; oldest: number }>`
    select q.name, count(j.id)::int as waiting,
      coalesce(extract(epoch from now() - min(j.created_on)), 0)::float as oldest
    from pgboss.queue q left join pgboss.job j on j.name = q.name and j.state < 'active'
    group by q.name`.execute(db)
  return rows
}

/** Attempts of a queue's jobs since this process began, by their outcome. */
export async function countEnded(queue: string): Promise<Partial<Record<string, number>>> {
  const { values } = await jobsEnded.get()
  return Object.fromEntries(
    values.flatMap(({ labels, value }) => (labels.queue === queue ? [[labels.outcome, value]] : [])),
  )
}

async function measure({ db, connections: read }: Source): Promise<void> {
  for (const { name: queue, waiting, oldest } of await listQueues(db)) {
    waitingJobs.set({ queue }, waiting)
    oldestJob.set({ queue }, oldest)
  }
  const { rows: backups } = await sql<{ at: number }>`
    select extract(epoch from value::timestamptz)::float as at from portal_state where key = 'last backup'`.execute(
    db,
  )
  lastBackup.set(backups[0]?.at ?? 0)
  const { rows: gaps } = await sql<{ today: number; soon: number }>`
    select count(*) filter (where gap = day)::int as today, count(*)::int as soon
    from athens_day(now()) day, rate_gaps(day, day + 14)`.execute(db)
  for (const [when, count] of Object.entries(gaps[0] ?? {})) rateGaps.set({ when }, count)
  for (const [state, count] of Object.entries(read?.() ?? {})) connections.set({ state }, count)
}

/** Measures the queues and connections, and returns all metrics as text. */
export async function readMetrics(source: Source): Promise<string> {
  await measure(source)
  return registry.metrics()
}

/** As `readMetrics`, for the primary process. Without queues while the database is unavailable. */
export async function listMetrics(source: Source) {
  await measure(source).catch(() => {})
  return registry.getMetricsAsJSON()
}

export const metricsType = registry.contentType
