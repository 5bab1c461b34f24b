import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import { jobsEnded } from '../metrics/metrics.ts'
import { inSpan } from '../tracing/tracing.ts'

/** Logs an error. `about`: additional fields, such as the job and whether it is retried. */
export type Report = (error: unknown, about?: Record<string, unknown>) => void

/** A queue's name and limits. */
export type Queue = {
  name: string
  /** Maximum concurrent jobs per process. */
  concurrency: number
  /** Maximum concurrent retries, within `concurrency`: a backlog of failures must not block new jobs. */
  retryConcurrency: number
  /** Maximum concurrent jobs of one group, in all processes. */
  groupConcurrency: number
}

/** Thrown by a job that was not attempted. The job is retried like a failed one, but not logged. */
export class JobPostponed extends Error {
  override name = 'JobPostponed'
}

/** Polling interval of an idle queue. */
const pollMs = 1_000

/** Parameter: a queue's name. */
const dueJobs = `select 1 from pgboss.job where name = $1 and state < 'active' and start_after <= now() limit 1`

/** Priority of failed jobs; new jobs have priority 0 and run first. */
const retryPriority = -1

/**
 * Runs a queue's jobs until it is stopped. pg-boss' own `work` is not used: it gives each worker a job per polling
 * interval (at least half a second), or a batch that waits for its slowest job.
 * @returns `wake` polls immediately; `runNew` polls immediately and resolves when the new jobs that are due have ended;
 * `stop` fetches no more jobs and resolves when the running ones have ended
 */
export function runQueue(
  boss: PgBoss,
  queue: Queue,
  work: (data: object) => Promise<void>,
  report: Report,
): { wake: () => void; runNew: () => Promise<void>; stop: () => Promise<void> } {
  const { name, concurrency, retryConcurrency, groupConcurrency } = queue
  const running = new Set<Promise<void>>()
  let retries = 0
  /** The last fetch. They run one after another, so that together they respect `concurrency`. */
  let fetching: Promise<unknown> = Promise.resolve()
  const ending = new AbortController()
  const { signal } = ending
  let isWoken = false
  let endPause = () => {}

  const wake = () => {
    isWoken = true
    endPause()
  }

  const loop = async () => {
    let isFailing = false
    while (!signal.aborted) {
      isWoken = false
      let started = 0
      try {
        if (await hasDueJobs())
          started = (await startJobs({ retries: false })).length + (await startJobs({ retries: true })).length
        isFailing = false
      } catch (error) {
        // While the database is unavailable, this fails every second; only the first failure is logged.
        if (!isFailing && !signal.aborted) report(error, { queue: name })
        isFailing = true
        await pause()
        continue
      }
      // A fetch may return fewer jobs than requested because of group limits, so fetch again until it returns none.
      if (started === 0 && !isWoken) await pause()
    }
  }

  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, pollMs)
      endPause = () => {
        clearTimeout(timer)
        resolve()
      }
      if (signal.aborted) endPause()
    })

  /** A small part of a fetch: three idle queues with two fetches a second each took 1 % of a core of PostgreSQL. */
  const hasDueJobs = async () => (await boss.getDb().executeSql(dueJobs, [name])).rows.length > 0

  /** @returns the runs of the started jobs */
  const startJobs = (only: { retries: boolean }): Promise<Promise<void>[]> => {
    const started = fetching.then(async () => {
      const free = Math.min(
        concurrency - running.size,
        only.retries ? retryConcurrency - retries : concurrency,
      )
      if (free <= 0 || signal.aborted) return []
      const priority = only.retries ? { maxPriority: retryPriority } : { minPriority: 0 }
      const jobs = await boss.fetch<object>(name, { batchSize: free, groupConcurrency, ...priority })
      return jobs.map((job) => start(job, only.retries))
    })
    fetching = started.catch(() => {})
    return started
  }

  const runNew = async (): Promise<void> => {
    const runs = await startJobs({ retries: false })
    if (runs.length > 0) await Promise.all([...runs, runNew()])
  }

  const start = (job: Job, isRetry: boolean): Promise<void> => {
    if (isRetry) retries += 1
    const run = runJob(job, isRetry).finally(() => {
      running.delete(run)
      if (isRetry) retries -= 1
      wake()
    })
    running.add(run)
    return run
  }

  const runJob = async (job: Job, isRetry: boolean) => {
    try {
      const attributes = { 'messaging.destination.name': name, 'portal.job.attempt': job.retryCount + 1 }
      await inSpan(`job ${name}`, attributes, () => work(job.data))
      jobsEnded.inc({ queue: name, outcome: 'completed' })
    } catch (error) {
      const isPermanent = (error as { permanent?: unknown }).permanent === true
      if (!(error instanceof JobPostponed))
        report(error, { queue: name, job: job.id, attempt: job.retryCount + 1, retry: !isPermanent })
      const outcome = error instanceof JobPostponed ? 'postponed' : isPermanent ? 'rejected' : 'failed'
      jobsEnded.inc({ queue: name, outcome })
      if (!isPermanent) {
        await settle(async () => {
          // The error is not stored with the job: a mail server's reply may quote an address.
          await boss.fail(name, job)
          if (!isRetry) await boss.update(name, undefined, { id: job.id, priority: retryPriority })
        })
        return
      }
    }
    await settle(() => boss.complete(name, job))
  }

  /** Retries until the job's end is recorded, because the job would run again otherwise. Logs the first failure. */
  const settle = async (record: () => Promise<unknown>) => {
    for (let tries = 0; ; tries += 1) {
      try {
        await record()
        return
      } catch (error) {
        if (signal.aborted) return
        if (tries === 0) report(error, { queue: name })
        await sleep(pollMs)
      }
    }
  }

  const looping = loop()
  return {
    wake,
    runNew,
    stop: async () => {
      ending.abort()
      endPause()
      await looping
      await fetching
      await Promise.all(running)
    },
  }
}
