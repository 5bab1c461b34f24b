import { setTimeout as sleep } from 'node:timers/promises'
import type { Job, PgBoss } from 'pg-boss'
import { jobsEnded } from '../metrics/metrics.ts'

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

/** What a job answers, or its error as `answer`. It is kept with the job until that is deleted: no personal data. */
export type JobAnswer = Record<string, string | number | null>

/** Polling interval of an idle queue. */
const pollMs = 1_000

/** Parameter: a queue's name. */
const dueJobs = `select 1 from pgboss.job where name = $1 and state < 'active' and start_after <= now() limit 1`

/**
 * Pause after a job whose error has `isUnreachable`: 3 s, later a tenth of the time since the first one, at most 15 minutes.
 * So jobs run within 10 s of the end of an outage of up to a minute.
 */
const pauseAfter = (outageMs: number) => Math.min(Math.max(outageMs / 10, 3_000), 900_000)

/** Ends a job's wait, without counting the attempt. Parameters: the queue's name, the job's id, seconds. */
const postpone = `
  update pgboss.job set start_after = now() + $3::float8 * interval '1 s', retry_count = greatest(retry_count - 1, 0)
  where name = $1 and id = $2 and state = 'retry'`

/** Ends the wait of all failed jobs. Parameter: the queue's name. */
const runAllNow = `update pgboss.job set start_after = now() where name = $1 and state = 'retry' and start_after > now()`

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
  work: (data: object) => Promise<JobAnswer | undefined>,
  report: Report,
): { wake: () => void; runNew: () => Promise<void>; stop: () => Promise<void> } {
  const { name, concurrency, retryConcurrency, groupConcurrency } = queue
  const running = new Set<Promise<void>>()
  let retries = 0
  /** The last fetch. They run one after another, so that together they respect `concurrency`. */
  let fetching: Promise<unknown> = Promise.resolve()
  /** The service that the jobs need is unreachable, since a job failed and no other one succeeded in between. */
  let outage: { since: number; nextTry: number } | undefined
  let lastReached = 0
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
      if (outage && Date.now() < outage.nextTry) {
        await pause()
        continue
      }
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
        (outage ? 1 : concurrency) - running.size,
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

  /** The service has replied. After an outage, everything that waits runs again. */
  const endOutage = async () => {
    lastReached = Date.now()
    if (!outage) return
    outage = undefined
    await settle(() => boss.getDb().executeSql(runAllNow, [name]))
  }

  /** @returns the pause in seconds; undefined if the service was reached since the attempt began */
  const beginOutage = (attemptedAt: number): number | undefined => {
    if (lastReached > attemptedAt) return undefined
    const now = Date.now()
    const since = outage?.since ?? now
    const pauseMs = pauseAfter(now - since)
    outage = { since, nextTry: now + pauseMs }
    return pauseMs / 1_000
  }

  const runJob = async (job: Job, isRetry: boolean) => {
    const attemptedAt = Date.now()
    let answer: JobAnswer | undefined
    try {
      answer = await work(job.data)
      jobsEnded.inc({ queue: name, outcome: 'completed' })
      await endOutage()
    } catch (error) {
      const isPermanent = (error as { permanent?: unknown }).permanent === true
      if (!(error instanceof JobPostponed))
        report(error, { queue: name, job: job.id, attempt: job.retryCount + 1, retry: !isPermanent })
      const outcome = error instanceof JobPostponed ? 'postponed' : isPermanent ? 'rejected' : 'failed'
      jobsEnded.inc({ queue: name, outcome })
      const isUnreachable = (error as { isUnreachable?: unknown }).isUnreachable === true
      const pauseSeconds = isUnreachable ? beginOutage(attemptedAt) : undefined
      if (!isUnreachable) await endOutage()
      if (!isPermanent) {
        await settle(async () => {
          // Of the error, only its answer is stored with the job: a mail server's reply may quote an address.
          await boss.fail(name, job, (error as { answer?: JobAnswer }).answer)
          if (!isRetry) await boss.update(name, undefined, { id: job.id, priority: retryPriority })
          if (pauseSeconds !== undefined)
            await boss.getDb().executeSql(postpone, [name, job.id, pauseSeconds])
        })
        return
      }
    }
    await settle(() => boss.complete(name, job, answer))
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
