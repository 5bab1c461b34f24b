import { withoutTimeouts } from './db/database.ts'
import { accountMails, sendAccountMail } from './features/accounts/send-mail.ts'
import { deleteLeftovers } from './features/accounts/service.ts'
import { notifySite, partnerLogouts } from './features/oidc/logout-service.ts'
import { deleteOverdue } from './features/oidc/service.ts'
import { webhookMessages } from './ledger/events/announce.ts'
import { deliverWebhook } from './features/partner-api/webhook-service.ts'
import { deleteOldWaiting } from './ledger/waiting/delete-old.ts'
import { foldCounters } from './ledger/counters.ts'
import { deleteExpiredSessions } from './features/sessions/service.ts'
import type { Mailer } from './lib/mail/mailer.ts'
import type { AppContext } from './lib/context/app-context.ts'
import { deleteEndedWindows } from './lib/rate-limit/rate-limit.ts'

/** Milliseconds between runs of each background job. */
const intervals = { foldCounters: 2_000, cleanUp: 600_000 }

/**
 * Starts the background jobs: mails, webhooks, logout notifications, counters, clean-up.
 * @param report receives the error of a failed run; the job runs again after its interval
 * @param print writes an information line
 * @returns stops the jobs and resolves when the current runs have ended
 */
export async function startBackgroundJobs(
  context: AppContext,
  mailer: Mailer,
  report: (error: unknown) => void,
  print: (line: string) => void,
): Promise<() => Promise<void>> {
  await context.jobs.work(accountMails, (mail) => sendAccountMail({ ...context, mailer }, mail))
  await context.jobs.work(webhookMessages, (message) => deliverWebhook(context, message))
  await context.jobs.work(partnerLogouts, (logout) => notifySite(context, logout))
  const stops = [
    every(intervals.foldCounters, () => withoutTimeouts(context.db, (db) => foldCounters({ db })), report),
    every(
      intervals.cleanUp,
      () => withoutTimeouts(context.db, (db) => clean({ ...context, db }, print)),
      report,
    ),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function clean(context: AppContext, print: (line: string) => void): Promise<void> {
  await deleteExpiredSessions(context)
  await deleteLeftovers(context)
  await deleteOverdue(context)
  const removed = await deleteOldWaiting(context)
  if (removed > 0) print(`Removed ${removed} deliveries that waited longer than WAITING_MAX_AGE.`)
  await deleteEndedWindows(context.db, context.clock.now())
}

/** Repeats `work` with `pause` milliseconds between runs. Runs never overlap. */
function every(
  pause: number,
  work: () => Promise<unknown>,
  report: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout
  let current: Promise<unknown> = Promise.resolve()
  let isStopped = false
  const wait = () => {
    if (!isStopped) timer = setTimeout(run, pause)
  }
  const run = () => {
    current = work().catch(report).finally(wait)
  }
  wait()
  return async () => {
    isStopped = true
    clearTimeout(timer)
    await current
  }
}
