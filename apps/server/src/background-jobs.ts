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
import type { Mailer } from './lib/mail/mail.ts'
import type { Portal } from './lib/context/context.ts'
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
  portal: Portal,
  mailer: Mailer,
  report: (error: unknown) => void,
  print: (line: string) => void,
): Promise<() => Promise<void>> {
  await portal.jobs.work(accountMails, (mail) => sendAccountMail({ ...portal, mailer }, mail))
  await portal.jobs.work(webhookMessages, (message) => deliverWebhook(portal, message))
  await portal.jobs.work(partnerLogouts, (logout) => notifySite(portal, logout))
  const stops = [
    every(intervals.foldCounters, () => withoutTimeouts(portal.db, (db) => foldCounters({ db })), report),
    every(
      intervals.cleanUp,
      () => withoutTimeouts(portal.db, (db) => clean({ ...portal, db }, print)),
      report,
    ),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function clean(portal: Portal, print: (line: string) => void): Promise<void> {
  await deleteExpiredSessions(portal)
  await deleteLeftovers(portal)
  await deleteOverdue(portal)
  const removed = await deleteOldWaiting(portal)
  if (removed > 0) print(`Removed ${removed} deliveries that waited longer than WAITING_MAX_AGE.`)
  await deleteEndedWindows(portal.db, portal.clock.now())
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
