/** Several server processes on one machine (PORTAL_WORKERS), which share the port. */
import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import { serveMetrics } from './http/metrics-server.ts'
import type { Config } from './lib/config/config.ts'
import { processLog } from './lib/errors/describe-error.ts'
import { listMetrics } from './lib/metrics/metrics.ts'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]
/** Messages of a worker process. */
type Message = 'serving' | { metrics: Metrics }
/** Message of the primary process: asks for the metrics. */
const question = 'metrics'

/** Environment of a worker process that prints no start-up lines, because an earlier one did. */
const quiet = { PORTAL_WORKER_QUIET: 'yes' }

/** Returns whether this process prints no start-up lines. */
export const isQuiet = (env: Record<string, string | undefined>): boolean =>
  env['PORTAL_WORKER_QUIET'] !== undefined

/** In a worker process: tells the primary process that this one accepts calls, and answers its questions for metrics. */
export function reportServing(source: Parameters<typeof listMetrics>[0]): void {
  if (!cluster.isWorker) return
  process.on('message', (message) => {
    if (message === question) void listMetrics(source).then((metrics) => process.send?.({ metrics }))
  })
  process.send?.('serving')
}

/** Milliseconds until a worker that ended is replaced; doubled for each one that ended within `stable`. */
const pause = { shortest: 200, longest: 30_000, stable: 60_000 }

/**
 * Starts `config.workers` processes: first one, which migrates and prints the start-up lines, then the others. Replaces
 * those that end.
 * @param fail called when a process ends before it serves and no other one serves; it has written why
 */
export function startWorkers({ workers: count, metrics }: Config, fail: () => void) {
  // JSON has no infinity, which is the lag of a standby server that is not used.
  cluster.setupPrimary({ serialization: 'advanced' })
  const serving = new Set<Worker>()
  const gathered = gatherMetrics(serving)
  const stopping = new AbortController()
  let closeMetrics = async () => {}
  let delay = pause.shortest

  /** Starts a process, and another one after its end. */
  const start = (isFirst: boolean) => {
    const startedAt = performance.now()
    const worker = cluster.fork(isFirst ? {} : quiet)
    worker.on('message', (message: Message) => {
      if (message !== 'serving') return
      serving.add(worker)
      if (isFirst) for (let n = 1; n < count; n += 1) start(false)
    })
    worker.once('exit', (code, signal) => {
      const hasServed = serving.delete(worker)
      if (stopping.signal.aborted) return
      if (!hasServed && serving.size === 0) return fail()
      gathered.keep(worker)
      const wasStable = performance.now() - startedAt >= pause.stable
      delay = wasStable ? pause.shortest : Math.min(delay * 2, pause.longest)
      processLog.error({ pid: worker.process.pid, code, signal, restart_ms: delay }, 'a worker process ended')
      void wait(delay, undefined, stopping).then(
        () => start(false),
        () => {},
      )
    })
  }
  start(true)

  return {
    serveMetrics: async () => {
      if (metrics) closeMetrics = (await serveMetrics(gathered.read, metrics)).close
    },
    /** Stops the processes as SIGTERM does, and resolves when they have ended. */
    stop: async () => {
      stopping.abort()
      const workers = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
      const ended = workers.map((worker) => new Promise((done) => worker.once('exit', done)))
      for (const worker of workers) worker.process.kill('SIGTERM')
      await Promise.all([...ended, closeMetrics()])
    },
  }
}

/** Of a worker that does not answer for this time, the last values are shown. */
const timeoutMs = 5_000

/** Asks a worker for its metrics. @returns undefined if it ends or does not answer */
const ask = (worker: Worker): Promise<Metrics | undefined> =>
  new Promise((resolve) => {
    const end = (metrics: Metrics | undefined) => {
      clearTimeout(timer)
      worker.off('exit', onExit)
      worker.off('message', onMessage)
      resolve(metrics)
    }
    const onExit = () => end(undefined)
    const onMessage = (message: Message) => {
      if (message !== 'serving') end(message.metrics)
    }
    const timer = setTimeout(onExit, timeoutMs)
    worker.on('exit', onExit)
    worker.on('message', onMessage)
    worker.send(question, (error) => error && onExit())
  })

const aggregate = (all: Metrics[]) => AggregatorRegistry.aggregate(all)

/**
 * Aggregates the metrics of the workers (lib/metrics). Counters include workers that ended: a sum that falls looks like a
 * restart, and Prometheus would count the calls of all others again.
 */
function gatherMetrics(workers: ReadonlySet<Worker>) {
  const last = new Map<Worker, Metrics>()
  let ended: Promise<Metrics> = Promise.resolve([])
  return {
    /** Keeps the counters of a worker that ended. */
    keep: (worker: Worker): void => {
      const counters = (last.get(worker) ?? []).filter(({ type }) => `${type}` !== 'gauge')
      last.delete(worker)
      ended = ended.then((earlier) => aggregate([earlier, counters]).getMetricsAsJSON())
    },
    /** @returns the aggregates in the format of Prometheus */
    read: async (): Promise<string> => {
      const answers = [...workers].map(async (worker) => [worker, await ask(worker)] as const)
      for (const [worker, metrics] of await Promise.all(answers))
        if (metrics && workers.has(worker)) last.set(worker, metrics)
      return aggregate([await ended, ...last.values()]).metrics()
    },
  }
}
