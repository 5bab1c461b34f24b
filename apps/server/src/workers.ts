import cluster, { type Worker } from 'node:cluster'
import { setTimeout as wait } from 'node:timers/promises'
import { serveMetrics } from './http/metrics-server.ts'
import type { Config } from './lib/config/config.ts'
import { gatherMetrics } from './lib/metrics/worker-metrics.ts'
import { isServing, quietWorker } from './lib/worker/worker.ts'

/** Milliseconds until a worker that ended is replaced; doubled for each one that ended within `stable`. */
const pause = { shortest: 200, longest: 30_000, stable: 60_000 }

/**
 * Starts `config.workers` processes that share the port: first one, which migrates and prints the start-up lines, then
 * the others. Replaces those that end.
 * @param fail called when a process ends before it serves and no other one serves; it has written why
 */
export function startWorkers({ workers: count, metrics }: Config, fail: () => void) {
  // JSON has no infinity, which is the lag of a standby server that is not used.
  cluster.setupPrimary({ serialization: 'advanced' })
  const serving = new Set<Worker>()
  const gathered = gatherMetrics(serving)
  const stopping = new AbortController()
  const isStopping = () => stopping.signal.aborted
  let closeMetrics = async () => {}
  let delay = pause.shortest

  /** Starts a process, and another one after its end. */
  const start = (isFirst: boolean) => {
    const startedAt = performance.now()
    const worker = cluster.fork(isFirst ? {} : quietWorker)
    worker.on('message', (message) => {
      if (!isServing(message)) return
      serving.add(worker)
      if (isFirst) for (let n = 1; n < count; n += 1) start(false)
    })
    worker.once('exit', (code, signal) => {
      const hasServed = serving.delete(worker)
      if (isStopping()) return
      if (!hasServed && serving.size === 0) return fail()
      gathered.keep(worker)
      delay =
        performance.now() - startedAt < pause.stable ? Math.min(delay * 2, pause.longest) : pause.shortest
      const about = {
        msg: 'a worker process ended',
        pid: worker.process.pid,
        code,
        signal,
        restart_ms: delay,
      }
      console.error(JSON.stringify({ level: 50, time: Date.now(), ...about }))
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
