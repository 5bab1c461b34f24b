import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { fromKysely, PgBoss } from 'pg-boss'
import type { Db, OpenDatabase, Trx } from '#server/db/database.ts'
import { spellingsOf } from '#server/db/email-key.ts'
import { MigrationMismatch } from '#server/db/migrate.ts'
import { type JobAnswer, type Queue, type Report, runQueue } from './job-runner.ts'
import { retryPolicy } from './retry-policy.ts'

/**
 * A durable queue: its jobs are rows in the database, are enqueued in the caller's transaction, and are retried until
 * they succeed.
 */
export type JobQueue<Data extends object> = Queue & {
  /** Returns the group whose concurrency is limited: the recipient's domain of a mail, the partner of a webhook. */
  groupOf: (data: Data) => string
}

export type Jobs = {
  /** Adds a job to the queue as part of a transaction. */
  enqueue: <Data extends object>(trx: Trx, queue: JobQueue<Data>, data: Data) => Promise<void>
  /**
   * Registers the worker of a queue. If `work` rejects, the job is retried with increasing delays and a lower priority
   * than new jobs, unless the error has `permanent: true`.
   */
  work: <Data extends object>(
    queue: JobQueue<Data>,
    work: (data: Data) => Promise<JobAnswer | undefined | void>,
  ) => Promise<void>
  /** Runs the new jobs of a queue now and waits until they have ended, at most `timeoutMs`. Never throws. */
  runNew: (queue: Queue, timeoutMs: number) => Promise<void>
  /** Fetches no more jobs and waits up to 5 s for the running ones. The others run after the next start. */
  stop: () => Promise<void>
}

/**
 * Delay before polling for a new job: its transaction has usually committed by then. Otherwise regular polling finds
 * it.
 */
const commitMs = 20

const stopTimeoutMs = 5_000

async function waitFor(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  const timeout = new AbortController()
  await Promise.race([work, sleep(timeoutMs, undefined, timeout).catch(() => {})])
  timeout.abort()
}

const optionsOf = ({ forJobs }: OpenDatabase) => ({
  ...forJobs,
  schedule: false,
  reindex: false,
  monitorVacuum: false,
})

/** Creates or updates the tables of the job queue, with the indexes that pg-boss builds in the background. */
export async function migrateJobs(open: OpenDatabase): Promise<void> {
  const boss = new PgBoss(optionsOf(open))
  const errors: unknown[] = []
  boss.on('error', (error) => errors.push(error))
  try {
    await boss.start()
    const isBuilding = async () =>
      (await boss.getBamStatus()).some(({ status }) => status === 'pending' || status === 'in_progress')
    while ((await isBuilding()) && errors.length === 0) await sleep(200)
    if (errors.length > 0) throw errors[0]
  } finally {
    await boss.stop({ graceful: false })
  }
}

/**
 * Starts the job queue on the portal's database.
 * @param options.asOwner whether the connection may create the queue's tables or update them
 * @throws MigrationMismatch if it may not and has to
 */
export async function openJobs(
  open: OpenDatabase,
  report: Report,
  { asOwner }: { asOwner: boolean } = { asOwner: true },
): Promise<Jobs> {
  const boss = new PgBoss({ ...optionsOf(open), migrate: asOwner })
  boss.on('error', (error) => report(error))
  try {
    await boss.start()
  } catch (error) {
    // A server that waits for its database repeats this call: without `stop`, connections would accumulate.
    await boss.stop({ graceful: false })
    if (error instanceof Error && /^pg-boss (is not installed|database requires)/.test(error.message))
      throw new MigrationMismatch(`The job queue: ${error.message}. Run: npm run portal -- migrate`)
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
      // `createQueue` does not change the options of an existing queue.
      await boss.updateQueue(queue.name, retryPolicy)
      runners.set(
        queue.name,
        runQueue(boss, queue, async (data) => (await work(data as never)) ?? undefined, report),
      )
    },
    runNew: async ({ name }, timeoutMs) => {
      const runner = runners.get(name)
      if (runner) await waitFor(runner.runNew().catch(report), timeoutMs)
    },
    stop: async () => {
      await waitFor(Promise.all([...runners.values()].map((runner) => runner.stop())), stopTimeoutMs)
      await boss.stop({ graceful: false })
    },
  }
}

/** Deletes the mails, also finished ones, to an account or to its address. @returns their number */
export async function deleteJobsAbout(db: Db, { id, email }: { id: number; email: string }): Promise<number> {
  const { rows } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db)
  // A command may run before the first start of the server, which creates the tables of the queue.
  if (!rows[0]?.exists) return 0
  const sent = await spellingsOf(db, email, {
    email: sql`(data ->> 'email')`,
    source: sql`from pgboss.job where true`,
  })
  const { numAffectedRows } = await sql`
    delete from pgboss.job
    where data ->> 'userId' = ${String(id)}
      or data ->> 'email' = any(${sent}::text[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}
