import { setTimeout as sleep } from 'node:timers/promises'
import { fromKysely, PgBoss } from 'pg-boss'
import type { OpenDatabase, Trx } from '#server/db/database.ts'
import { type Queue, type Report, runQueue } from './job-runner.ts'

/**
 * A queue of work that must not get lost: its jobs are rows of the database, are enqueued in the transaction of what
 * causes them, and are tried again until they succeed.
 */
export type JobQueue<Data extends object> = Queue & {
  /** Jobs of one group wait for each other and for no other group: a mail's receiving domain, a webhook's partner. */
  groupOf: (data: Data) => string
}

export type Jobs = {
  /** Puts a job into the queue: it exists if and only if the transaction is committed. */
  enqueue: <Data extends object>(trx: Trx, queue: JobQueue<Data>, data: Data) => Promise<void>
  /**
   * Works on a queue's jobs. A job whose work rejects is tried again, after growing pauses, and after every job that has
   * not been tried yet; one whose error has `permanent: true` is not.
   */
  work: <Data extends object>(queue: JobQueue<Data>, work: (data: Data) => Promise<void>) => Promise<void>
  /** Takes no more jobs and waits for those that run, at most 5 s. What is left waits for the next start. */
  stop: () => Promise<void>
}

/**
 * About four days of trying: first after seconds, then every quarter of an hour. A job whose server was killed comes
 * back after a minute; so no attempt may take longer. What is done is deleted within the hour: jobs name people.
 */
const retryPolicy = {
  retryLimit: 400,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 60,
  retentionSeconds: 4 * 86_400,
  deleteAfterSeconds: 3_600,
  notify: false,
}

/** After this time, the transaction that enqueued a job has usually committed; otherwise polling finds the job. */
const commitMs = 20

const stopWithinMs = 5_000

/** Starts the job queue on the portal's own database, and makes its tables where they are missing. */
export async function openJobs(open: OpenDatabase, report: Report): Promise<Jobs> {
  const boss = new PgBoss({ ...open.forJobs, schedule: false, reindex: false, monitorVacuum: false })
  boss.on('error', (error) => report(error))
  try {
    await boss.start()
  } catch (error) {
    // A server that waits for its database repeats this: connections must not add up.
    await boss.stop({ graceful: false })
    throw error
  }
  const runners = new Map<string, ReturnType<typeof runQueue>>()
  return {
    enqueue: async (trx, queue, data) => {
      await boss.send(queue.name, data, {
        db: fromKysely(trx.withoutPlugins()),
        group: { id: queue.groupOf(data) },
      })
      setTimeout(() => runners.get(queue.name)?.wake(), commitMs).unref()
    },
    work: async (queue, work) => {
      await boss.createQueue(queue.name, retryPolicy)
      // A queue that an earlier version made keeps its options otherwise.
      await boss.updateQueue(queue.name, retryPolicy)
      runners.set(
        queue.name,
        runQueue(boss, queue, (data) => work(data as never), report),
      )
    },
    stop: async () => {
      const stopped = Promise.all([...runners.values()].map((runner) => runner.stop()))
      const given = new AbortController()
      await Promise.race([stopped, sleep(stopWithinMs, undefined, given).catch(() => {})])
      given.abort()
      await boss.stop({ graceful: false })
    },
  }
}
