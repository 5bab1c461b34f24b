import type { Worker } from 'node:cluster'
import { AggregatorRegistry, type MetricObjectWithValues, type MetricValue } from 'prom-client'
import { listMetrics } from './metrics.ts'

type Metrics = MetricObjectWithValues<MetricValue<string>>[]

const question = 'metrics'

/** Of a worker that does not answer for this time, the last values are shown. */
const timeoutMs = 5_000

/** In a worker process: answers the questions of the primary process (`gatherMetrics`). */
export function answerMetrics(source: Parameters<typeof listMetrics>[0]): void {
  process.on('message', (message) => {
    if (message === question) void listMetrics(source).then((metrics) => process.send?.({ metrics }))
  })
}

/** In the primary process: asks a worker. @returns undefined if it ends or does not answer */
const ask = (worker: Worker): Promise<Metrics | undefined> =>
  new Promise((resolve) => {
    const end = (metrics: Metrics | undefined) => {
      clearTimeout(timer)
      worker.off('exit', onExit)
      worker.off('message', onMessage)
      resolve(metrics)
    }
    const onExit = () => end(undefined)
    const onMessage = (message: { metrics?: Metrics }) => {
      if (message.metrics) end(message.metrics)
    }
    const timer = setTimeout(onExit, timeoutMs)
    worker.on('exit', onExit)
    worker.on('message', onMessage)
    worker.send(question, (error) => error && onExit())
  })

const aggregate = (all: Metrics[]) => AggregatorRegistry.aggregate(all)

/**
 * In the primary process: aggregates the metrics of the workers (metrics.ts). Counters include workers that ended: a sum that falls looks
 * like a restart, and Prometheus would count the calls of all others again.
 */
export function gatherMetrics(workers: ReadonlySet<Worker>) {
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
