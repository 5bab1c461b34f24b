import { fromKysely, PgBoss } from 'pg-boss'
import type { OpenDatabase, Trx } from '#server/db/database.ts'

/**
 * A queue of work that must not get lost: its jobs stand in the database, are enqueued in the transaction of what causes
 * them, and are tried again until they succeed.
 */
export type JobQueue<Data extends object> = { name: string; data?: Data }

export type Jobs = {
  /** Puts a job into the queue: it exists if and only if the transaction is committed. */
  enqueue: <Data extends object>(trx: Trx, queue: JobQueue<Data>, data: Data) => Promise<void>
  /** Works on a queue's jobs, one at a time. A job whose work rejects is tried again, after growing pauses. */
  work: <Data extends object>(queue: JobQueue<Data>, work: (data: Data) => Promise<void>) => Promise<void>
  /** Ends after the job at hand. What is left waits for the next start. */
  stop: () => Promise<void>
}

/** Names a queue once, with the shape of its jobs. */
export const jobQueue = <Data extends object>(name: string): JobQueue<Data> => ({ name })

/**
 * About four days of trying: first after seconds, then every quarter of an hour. A job whose server was killed comes
 * back after a minute. What is done is deleted within the hour: jobs name people.
 */
const patience = {
  retryLimit: 400,
  retryDelay: 5,
  retryBackoff: true,
  retryDelayMax: 900,
  expireInSeconds: 60,
  retentionSeconds: 4 * 86_400,
  deleteAfterSeconds: 3_600,
}

type Report = (fault: unknown) => void

/**
 * Starts the job queue on the portal's own database, and makes its tables where they are missing.
 * @param supervise false for a process that enqueues only
 */
export async function openJobs(open: OpenDatabase, report: Report): Promise<Jobs> {
  const boss = new PgBoss({ ...open.forJobs, schedule: false, reindex: false, monitorVacuum: false })
  boss.on('error', report)
  await boss.start()
  const known = new Set<string>()
  const ready = async ({ name }: JobQueue<never>) => {
    if (known.has(name)) return
    await boss.createQueue(name, { ...patience, notify: true })
    known.add(name)
  }
  return {
    enqueue: async (trx, queue, data) => {
      await boss.send(queue.name, data, { db: fromKysely(trx.withoutPlugins()) })
    },
    work: async (queue, work) => {
      await ready(queue as JobQueue<never>)
      await boss.work<object>(
        queue.name,
        { pollingIntervalSeconds: 1, notifyPollingIntervalSeconds: 5 },
        async (jobs) => {
          for (const job of jobs) await work(job.data as never)
        },
      )
    },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}
