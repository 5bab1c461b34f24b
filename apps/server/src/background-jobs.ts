import { withoutTimeouts } from './db/database.ts'
import { accountMails, sendAccountMail } from './features/accounts/send-mail.ts'
import { deleteLeftovers } from './features/accounts/service.ts'
import { notifySites } from './features/oidc/logout-service.ts'
import { deleteOverdue } from './features/oidc/service.ts'
import { webhookMessages } from './ledger/events/announce.ts'
import { deliverWebhook } from './features/partner-api/webhook-service.ts'
import { deleteOldWaiting } from './ledger/waiting/delete-old.ts'
import { foldCounters } from './ledger/counters.ts'
import { deleteExpiredSessions } from './features/sessions/service.ts'
import type { Mailer } from './lib/mail/mail.ts'
import type { Portal } from './lib/context/context.ts'
import { deleteEndedWindows } from './lib/rate-limit/rate-limit.ts'

/** Every few seconds the counters take in what was recorded since; every ten minutes what is over is removed. */
const rhythm = { fold: 2_000, tell: 2_000, clean: 600_000 }

/**
 * What the server does beside answering: mails, what sites are told, counters, cleaning.
 * @param report is told of what fails; the work goes on at the next turn
 * @param say writes a line of information
 * @returns ends it, after the turn at hand
 */
export async function startBackgroundJobs(
  portal: Portal,
  mailer: Mailer,
  report: (error: unknown) => void,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  await portal.jobs.work(accountMails, (mail) => sendAccountMail({ ...portal, mailer }, mail))
  await portal.jobs.work(webhookMessages, (message) => deliverWebhook(portal, message))
  const stops = [
    every(rhythm.tell, () => notifySites(portal, report), report),
    every(rhythm.fold, () => withoutTimeouts(portal.db, (db) => foldCounters({ db })), report),
    every(rhythm.clean, () => withoutTimeouts(portal.db, (db) => clean({ ...portal, db }, say)), report),
  ]
  return async () => {
    await Promise.all(stops.map((stop) => stop()))
  }
}

async function clean(portal: Portal, say: (line: string) => void): Promise<void> {
  await deleteExpiredSessions(portal)
  await deleteLeftovers(portal)
  await deleteOverdue(portal)
  const removed = await deleteOldWaiting(portal)
  if (removed > 0) say(`Removed ${removed} deliveries that waited longer than WAITING_MAX_AGE.`)
  await deleteEndedWindows(portal.db, portal.clock.now())
}

/** Repeats work with pauses between, never two at a time. */
function every(
  pause: number,
  work: () => Promise<unknown>,
  report: (error: unknown) => void,
): () => Promise<void> {
  let timer: NodeJS.Timeout
  let turn: Promise<unknown> = Promise.resolve()
  let over = false
  const wait = () => {
    if (!over) timer = setTimeout(run, pause)
  }
  const run = () => {
    turn = work().catch(report).finally(wait)
  }
  wait()
  return async () => {
    over = true
    clearTimeout(timer)
    await turn
  }
}
