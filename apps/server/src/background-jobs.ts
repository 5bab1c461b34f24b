import { withoutTimeouts } from './db/direct.ts'
import { loadBrand } from './features/brand/service.ts'
import { accountMails, sendAccountMail } from './features/accounts/send-mail.ts'
import { deleteOldEmailChanges } from './features/accounts/email-change/email-change-service.ts'
import { deleteLeftovers } from './features/accounts/service.ts'
import { announceNotice, announcements } from './features/notices/service.ts'
import { notifySite, partnerLogouts } from './features/oidc/logout-service.ts'
import { liftEnded } from './features/data-requests/restriction-service.ts'
import { deleteEndedLocks } from './features/participants/lock-service.ts'
import { deleteOverdue } from './features/oidc/service.ts'
import { webhookMessages } from './ledger/events/announce.ts'
import { deleteOldDeskRows } from './features/desk/cleaning-service.ts'
import { deleteOldImports } from './features/imports/service.ts'
import { runImports } from './features/imports/run-service.ts'
import { deleteOldRejections } from './features/partner-api/rejections-service.ts'
import { deliverWebhook } from './features/partner-api/webhook-service.ts'
import { deleteOldPartnerDays } from './ledger/caps/caps.ts'
import { deleteOldWaiting } from './ledger/waiting/delete-old.ts'
import { deleteOldGifts } from './ledger/offers/give-coupon.ts'
import { deleteOldDays, returnExpired } from './ledger/offers/return-coupon.ts'
import { foldCounters } from './ledger/counters.ts'
import { adviseOnRetention, carryOutRetention } from './features/privacy/retention-service.ts'
import { removeExpired, textOf } from './features/privacy/periods-service.ts'
import { type Erasing, eraseDue } from './features/privacy/request-service.ts'
import { openErasureLog } from './features/privacy/repeat-service.ts'
import { deleteOldCards } from './features/card/service.ts'
import { deleteExpiredStreams } from './features/live/service.ts'
import { queuePointsMails } from './features/points-mails/service.ts'
import { deleteExpiredSessions } from './features/sessions/service.ts'
import { deleteOldTexts } from './lib/audit/audit.ts'
import { deleteOldPeopleRead } from './lib/audit/staff-reads.ts'
import { openSealing } from './lib/chain/seal.ts'
import { listHeads } from './lib/chain/verify-chain.ts'
import type { Mailer } from './lib/mail/mailer.ts'
import { later } from './lib/time/clock.ts'
import type { AppContext } from './lib/context/app-context.ts'
import { deleteEndedWindows } from './lib/rate-limit/rate-limit.ts'

/**
 * Starts the background jobs: mails, webhooks, logout notifications, counters, hash chains, erasures, clean-up,
 * retention periods. Warns first if many accounts are inactive.
 * @param report receives the error of a failed run; the job runs again after its interval
 * @param lines `print` writes an information line, `announce` one of the start-up
 * @returns stops the jobs and resolves when the current runs have ended
 */
export async function startBackgroundJobs(
  context: AppContext,
  mailer: Mailer,
  report: (error: unknown) => void,
  { print, announce }: Record<'print' | 'announce', (line: string) => void>,
): Promise<() => Promise<void>> {
  await context.jobs.work(accountMails, (mail) => sendAccountMail({ ...context, mailer }, mail))
  await context.jobs.work(webhookMessages, (message) => deliverWebhook(context, message))
  await context.jobs.work(partnerLogouts, (logout) => notifySite(context, logout))
  await context.jobs.work(announcements, async ({ page }) => {
    await announceNotice(context, page, { dryRun: false })
  })
  const ending = new AbortController()
  const { db } = context
  /** Milliseconds between the runs of each job. */
  const jobs: [pause: number, work: () => Promise<unknown>][] = [
    [2_000, () => withoutTimeouts(db, (db) => foldCounters({ db }))],
    [2_000, () => loadBrand(context)],
    [10_000, openSealing(context)],
    [3_600_000, () => logHeads(context, print)],
    [10_000, () => withoutTimeouts(db, (db) => eraseDue({ ...context, db, mailer }, report))],
    [10_000, openErasureLog(context, print)],
    [1_000, () => runImports(context, report, ending.signal)],
    [3_600_000, () => withoutTimeouts(db, (db) => endOffers({ ...context, db }, print))],
    [30_000, () => queuePointsMails(context)],
    [600_000, () => withoutTimeouts(db, (db) => clean({ ...context, db }, print))],
    [600_000, () => withoutTimeouts(db, (db) => retain({ ...context, db, mailer }, report, print))],
  ]
  const stops = jobs.map(([pause, work]) => every(pause, work, report))
  const advice = await withoutTimeouts(db, (db) => adviseOnRetention({ ...context, db }))
  if (advice) announce(advice)
  return async () => {
    ending.abort()
    await Promise.all(stops.map((stop) => stop()))
  }
}

/** Writes the heads of the hash chains to the log, which is a copy outside the database. */
async function logHeads({ db }: AppContext, print: (line: string) => void): Promise<void> {
  for (const head of await listHeads({ db }))
    print(JSON.stringify({ level: 30, time: Date.now(), event: 'chain_head', ...head }))
}

async function endOffers(context: AppContext, print: (line: string) => void): Promise<void> {
  const returned = await returnExpired(context)
  if (returned > 0) print(`Returned the points of ${returned} expired coupons.`)
  await deleteOldDays(context)
  await deleteOldGifts(context)
}

async function clean(context: AppContext, print: (line: string) => void): Promise<void> {
  await deleteExpiredSessions(context)
  await deleteExpiredStreams(context)
  await deleteLeftovers(context)
  await deleteOldEmailChanges(context)
  await deleteEndedLocks(context)
  await liftEnded(context)
  await deleteOverdue(context)
  const removed = await deleteOldWaiting(context)
  if (removed > 0) print(`Removed ${removed} deliveries that waited longer than WAITING_MAX_AGE.`)
  await deleteOldPartnerDays(context)
  await deleteOldPeopleRead(context)
  await deleteOldRejections(context)
  await deleteOldImports(context)
  await deleteOldDeskRows(context)
  await deleteOldCards(context)
  await deleteOldTexts(context.db, later(context.clock.now(), -context.config.auditTextMaxAge))
  await deleteEndedWindows(context.db, context.clock.now())
}

async function retain(
  context: AppContext & Erasing,
  report: (error: unknown) => void,
  print: (line: string) => void,
): Promise<void> {
  const removed = await removeExpired(context, report)
  if (removed && Object.values(removed).some((n) => n > 0)) print(`Removed ${textOf(removed)}.`)
  const done = await carryOutRetention(context, report)
  if (!done || done.warned + done.erased === 0) return
  print(`Inactive accounts: ${done.warned} warned by mail, ${done.erased} erased.`)
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
