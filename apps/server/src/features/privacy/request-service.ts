import { setTimeout as sleep } from 'node:timers/promises'
import type { Trx } from '#server/db/database.ts'
import {
  type ErasureSteps,
  findUndoUntil,
} from '#server/features/accounts/email-change/email-change-service.ts'
import { assertPassword } from '#server/features/accounts/password-service.ts'
import { findLock } from '#server/features/participants/lock-service.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { type Link, readLink, sendErasedMail, useLink } from '#server/features/accounts/service.ts'
import { type AuditActor, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import { networkOf, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { changeAs, lockPresent } from '#server/lib/rights/rights.ts'
import { type ErasedPerson, eraseParticipant, forgetStatistics } from './erase-service.ts'
import * as queries from './queries.ts'

/** Returns the scheduled erasure of the signed-in account, and what an erasure would forfeit. */
export async function describeErasure({ db, config }: Pick<AppContext, 'db' | 'config'>, actor: Actor) {
  const erasure = await queries.findErasure(db, actor.id)
  return {
    dueAt: erasure?.dueAt ?? null,
    available: await queries.findAvailable(db, actor.id),
    coolingOffDays: Math.ceil(config.erasureCoolingOff / days(1)),
  }
}

/**
 * Queues the mail whose link confirms the erasure of the signed-in account.
 * @throws ApiError not_permitted for staff, whom operators disable; password_incorrect, throttled
 */
export async function requestErasure(context: AppContext, actor: Actor, password: string): Promise<void> {
  if (actor.isStaff) throw new ApiError('not_permitted')
  const account = await assertPassword(context, actor, password)
  await takeTry(context, 'dataByAccount', String(actor.id))
  await changeAs(context.db, actor, async (trx) => {
    await mailOwner(context, trx, account, { kind: 'erasure-requested' })
    await writeAudit({ ...context, db: trx }, byActor(actor), {
      action: 'erasure.request',
      subjectId: actor.id,
      details: { step: 'requested' },
    })
  })
}

/**
 * Schedules the erasure of a mailed link, after the cooling-off period. Repeating it changes nothing.
 * @returns when the account is erased
 * @throws ApiError uid_invalid, token_invalid (also if the erasure was cancelled since, or staff lock the account), throttled
 */
export async function confirmErasure(context: AppContext, given: Link): Promise<Date> {
  const { clock, config } = context
  const link = await readLink(context, given, 'erasure')
  const { id, isStaff, email } = link.account
  if (isStaff) throw new ApiError('token_invalid')
  const now = clock.now()
  return context.db.transaction().execute(async (trx) => {
    // Waits for a lock or another address that is being set.
    const isPresent = await lockPresent(trx, id)
    if (!isPresent || (await findLock({ db: trx, clock }, id))) throw new ApiError('token_invalid')
    const isFirst = await useLink(trx, link, now)
    const scheduled = await queries.findErasure(trx, id)
    if (scheduled) return scheduled.dueAt
    if (!isFirst) throw new ApiError('token_invalid')
    // The old address can take a change of the address back: until then the account stays.
    const undoUntil = await findUndoUntil(trx, id, now)
    const dueAt = later(
      now,
      Math.max(config.erasureCoolingOff, undoUntil ? undoUntil.getTime() - now.getTime() : 0),
    )
    await queries.insertErasure(trx, { userId: id, confirmedAt: now, dueAt })
    await mailOwner(context, trx, { id, email }, { kind: 'erasure-scheduled' })
    await writeAudit({ ...context, db: trx }, actorOf(id, given), {
      action: 'erasure.request',
      subjectId: id,
      details: { step: 'confirmed', due_at: dueAt.toISOString() },
    })
    return dueAt
  })
}

/** Links are opened without a session; only the mailbox proves who acts. */
const actorOf = (id: number, { ip }: { ip: string }) =>
  byActor({ id, isStaff: false, network: networkOf(ip) })

/** Cancels the scheduled erasure of the signed-in account, if there is one. */
export const cancelErasure = (context: AppContext, actor: Actor): Promise<void> =>
  changeAs(context.db, byActor(actor), (trx) => cancel(context, trx, actor.id, byActor(actor)))

/** Cancels the erasure of a mailed link. @throws ApiError uid_invalid, token_invalid (also if it was used), throttled */
export async function cancelErasureByLink(context: AppContext, given: Link): Promise<void> {
  const link = await readLink(context, given, 'erasure_cancel')
  const { id } = link.account
  await context.db.transaction().execute(async (trx) => {
    if (!(await useLink(trx, link, context.clock.now()))) throw new ApiError('token_invalid')
    await cancel(context, trx, id, actorOf(id, given))
  })
}

/** Cancels a scheduled erasure, if there is one. Its links end. */
async function cancel(
  { clock }: Pick<AppContext, 'clock'>,
  trx: Trx,
  id: number,
  actor: AuditActor,
): Promise<void> {
  const isCancelled = await queries.deleteErasure(trx, id)
  await queries.deleteErasureLinks(trx, id)
  if (isCancelled) await writeAudit({ db: trx, clock }, actor, { action: 'erasure.cancel', subjectId: id })
}

/** What changes of the address do with a scheduled erasure. */
export const erasureSteps: ErasureSteps = {
  cancel,
  postpone: async (context, trx, owner, until) => {
    if (await queries.postponeErasure(trx, owner.id, until))
      await mailOwner(context, trx, owner, { kind: 'erasure-scheduled' })
  },
}

/** Maximum erasures per run; the next run continues. */
const maxPerRun = 100
const mailTries = 2
const mailPauseMs = 2_000

export type Erasing = { mailer: Mailer }

/**
 * Carries out the erasures whose cooling-off period has ended, and tells the people. The period begins again when a lock of
 * the account ends: only then the owner can cancel. Each is one transaction: a crash
 * leaves an account erased or not. The last mail is not retried later, because its address would have to be stored.
 * @param report receives the errors of erasures and mails; the others continue
 * @returns the number of erased accounts
 */
export async function eraseDue(
  context: AppContext & Erasing,
  report: (error: unknown) => void,
): Promise<number> {
  const { db, clock, config } = context
  await queries.postponeLocked(db, clock.now(), later(clock.now(), config.erasureCoolingOff))
  const due = await queries.listDue(db, clock.now(), maxPerRun)
  return eraseEach(
    context,
    due.map(({ userId }) => userId),
    report,
    (id) =>
      eraseParticipant(context, id, 'request', { guard: (trx) => queries.lockDue(trx, id, clock.now()) }),
  )
}

/** Erases accounts one after another, and tells the people. @returns the number of erased accounts */
export async function eraseEach(
  context: AppContext & Erasing,
  ids: number[],
  report: (error: unknown) => void,
  erase: (id: number) => ReturnType<typeof eraseParticipant>,
): Promise<number> {
  let erased = 0
  for (const id of ids)
    try {
      const done = await erase(id)
      if (!done) continue
      erased += 1
      await sendLastMail(context, done.to).catch(report)
    } catch (error) {
      report(error)
    }
  if (erased > 0) await forgetStatistics(context)
  return erased
}

/** @throws MailError if the mail was not accepted */
export async function sendLastMail(
  context: Pick<AppContext, 'config'> & { mailer: Mailer },
  to: ErasedPerson,
): Promise<void> {
  for (let tries = 1; ; tries += 1)
    try {
      await sendErasedMail(context, to)
      return
    } catch (error) {
      if (tries >= mailTries) throw error
      await sleep(mailPauseMs)
    }
}
