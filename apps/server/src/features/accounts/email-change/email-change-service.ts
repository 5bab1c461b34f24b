import type { EmailChange } from '@portal/contract/accounts.ts'
import type { Trx } from '#server/db/database.ts'
import { emailKeyOf } from '#server/db/email-key.ts'
import { type AuditActor, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { hasTry, networkOf, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { changeSessionsAs } from '#server/lib/rights/rights.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { days, hours, later } from '#server/lib/time/clock.ts'
import { hasSecondFactor, isConfirmed, lockFactors } from '#server/features/sessions/second-step-service.ts'
import { endSessions } from '#server/features/sessions/service.ts'
import * as addresses from '../addresses/queries.ts'
import { mailOwner, mailReset } from '../owner-mail-service.ts'
import { deleteTokens, isLocked, voidPassword } from '../queries.ts'
import { emailChangeHours } from '../mail-texts/link-lifetimes.ts'
import { type Link, readLink, useLink } from '../service.ts'

export { deleteChangesOf, findUndoUntil } from '../addresses/queries.ts'

/** How long the old address can take a change back. */
const undoDays = 7
/** How long a change is kept after its confirmation: for questions and complaints. */
const keptDays = 90

type Owner = { id: number; email: string }

/** @throws ApiError email_same; email_change_recent: the old address can still take the last change back */
export async function assertChangeable(trx: Trx, owner: Owner, email: string, now: Date): Promise<void> {
  if (emailKeyOf(email) === emailKeyOf(owner.email)) throw new ApiError('email_same')
  const until = await addresses.findUndoUntil(trx, owner.id, now)
  if (until) throw new ApiError('email_change_recent', { from: athensTime(until) })
}

export async function showEmailChange(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { id }: Pick<Actor, 'id'>,
): Promise<EmailChange> {
  const now = clock.now()
  const pending = await addresses.findPending(db, id, now)
  const until = await addresses.findUndoUntil(db, id, now)
  return {
    pending: pending?.expiresAt
      ? { email: pending.newEmail, expires_at: athensTime(pending.expiresAt) }
      : null,
    next_from: until ? athensTime(until) : null,
  }
}

/**
 * Requests another address for the signed-in account. The new address gets a link that confirms it; if it has an account, a mail that
 * says so, which the mail job finds out: the answer and its duration are the same. Sends no mail once the limit of the mailbox is used
 * up, as for activation mails.
 * @throws ApiError confirmation_required, email_same, email_change_recent, throttled
 */
export async function requestEmailChange(context: AppContext, actor: Actor, email: string): Promise<void> {
  const { db, clock } = context
  if (!(await isConfirmed(context, actor))) throw new ApiError('confirmation_required')
  await takeTry(context, 'emailChangeByNetwork', actor.network)
  await takeTry(context, 'emailChangeByAccount', String(actor.id))
  const isMailed = await hasTry(context, 'signUpByAccountTotal', `change ${email}`)
  const now = clock.now()
  await changeSessionsAs(db, actor, async (trx) => {
    const owner = await addresses.lockOwner(trx, actor.id)
    if (!owner) throw new ApiError('not_signed_in')
    await assertChangeable(trx, owner, email, now)
    const change = await addresses.insertChange(trx, {
      userId: owner.id,
      oldEmail: owner.email,
      newEmail: email,
      approvalId: null,
      requestedAt: now,
      expiresAt: later(now, hours(emailChangeHours.own)),
    })
    if (isMailed) await mailOwner(context, trx, { ...owner, email }, { kind: 'email-change', change })
    await writeAudit({ db: trx, clock }, byActor(actor), {
      action: 'account.email_change',
      subjectId: owner.id,
      details: { step: 'requested' },
    })
  })
}

/** Links are opened without a session; only the mailbox proves who acts. */
const actorOf = ({ id, isStaff }: { id: number; isStaff: boolean }, ip: string) =>
  byActor({ id, isStaff, network: networkOf(ip) })

/** Links that went to the earlier address. */
const earlierLinks = ['password', 'disown', 'erasure', 'erasure_cancel', 'email_change'] as const

/** Repeats the error of a unique index as that of a taken address: another account took it at the same moment. */
async function orTaken(change: Promise<void>): Promise<void> {
  try {
    await change
  } catch (error) {
    throw (error as { code?: string }).code === '23505' ? new ApiError('email_taken') : error
  }
}

/** What a change of the address does with a scheduled erasure, in its transaction. */
export type ErasureSteps = {
  cancel: (
    context: Pick<AppContext, 'clock'>,
    trx: Trx,
    userId: number,
    actor: AuditActor,
  ) => Promise<unknown>
  /** Also mails the new address when it is due, and how to cancel it. */
  postpone: (
    context: Pick<AppContext, 'jobs'>,
    trx: Trx,
    owner: { id: number; email: string },
    until: Date,
  ) => Promise<unknown>
}

/**
 * Changes the address of an account with the link that the new one received, and queues the mail to the old one. Sessions continue,
 * the links that the old address received end, and a scheduled erasure waits until the change cannot be taken back. A link that the person asked for changes nothing while staff lock the account.
 * @throws ApiError uid_invalid, token_invalid, email_taken (since the mail was sent), throttled
 */
export async function confirmEmailChange(
  context: AppContext,
  given: Link,
  erasures: ErasureSteps,
): Promise<void> {
  const { db, clock } = context
  const link = await readLink(context, given, 'email_change')
  const now = clock.now()
  await orTaken(
    db.transaction().execute(async (trx) => {
      const owner = await addresses.lockOwner(trx, link.account.id)
      const change = await addresses.findConfirmable(trx, link.emailChangeId ?? 0, now)
      if (!owner || !change || !(await useLink(trx, link, now))) throw new ApiError('token_invalid')
      if (change.approvalId === null && (await isLocked(trx, owner.id, now)))
        throw new ApiError('token_invalid')
      await addresses.updateEmail(trx, owner.id, change.newEmail)
      if (await addresses.isKept(trx, change.newEmail, now)) throw new ApiError('email_taken')
      const undoUntil = later(now, days(undoDays))
      await addresses.markConfirmed(trx, change.id, { confirmedAt: now, undoUntil })
      await addresses.deleteUnconfirmed(trx, owner.id, { ofStaff: true })
      await deleteTokens(trx, owner.id, [...earlierLinks])
      await erasures.postpone(context, trx, { id: owner.id, email: change.newEmail }, undoUntil)
      await mailOwner(context, trx, owner, { kind: 'email-changed', change: change.id })
      await writeAudit({ db: trx, clock }, actorOf(owner, given.ip), {
        action: 'account.email_change',
        subjectId: owner.id,
        details: { step: 'confirmed', approval: change.approvalId },
      })
    }),
  )
}

/**
 * Takes a change back with the link that the old address received, whatever was changed since: the old address is that of the account
 * again, all sessions end, the password and the links become void, an erasure is cancelled, and a reset mail goes to the old address.
 * Second factors remain: the mailbox alone must not open an account that has one.
 * @throws ApiError uid_invalid, token_invalid, throttled
 */
export async function restoreEmail(context: AppContext, given: Link, erasures: ErasureSteps): Promise<void> {
  const { db, clock } = context
  const link = await readLink(context, given, 'email_restore')
  const now = clock.now()
  await db.transaction().execute(async (trx) => {
    const owner = await addresses.lockOwner(trx, link.account.id)
    const change = await addresses.findRestorable(trx, link.emailChangeId ?? 0, now)
    if (!owner || !change || !(await useLink(trx, link, now))) throw new ApiError('token_invalid')
    await addresses.updateEmail(trx, owner.id, change.oldEmail)
    await addresses.markUndone(trx, change.id, now)
    await addresses.deleteUnconfirmed(trx, owner.id, { ofStaff: true })
    await deleteTokens(trx, owner.id, [...earlierLinks, 'email_restore'])
    await lockFactors(trx, owner.id)
    const keepsFactor = await hasSecondFactor({ db: trx }, owner.id)
    await voidPassword(trx, owner.id)
    await endSessions(trx, owner.id)
    await erasures.cancel(context, trx, owner.id, actorOf(owner, given.ip))
    await writeAudit({ db: trx, clock }, actorOf(owner, given.ip), {
      action: 'account.email_restore',
      subjectId: owner.id,
      details: keepsFactor ? { second_factor: 'kept' } : {},
    })
    const { id, oldEmail, newEmail } = change
    if (keepsFactor)
      await mailOwner(context, trx, { ...owner, email: oldEmail }, { kind: 'second-factor-kept' })
    await mailReset(context, trx, { email: oldEmail })
    await mailOwner(context, trx, { ...owner, email: newEmail }, { kind: 'email-restored', change: id })
  })
}

/** Deletes requests that were not confirmed in time, and changes of long ago. */
export const deleteOldEmailChanges = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> =>
  addresses.deleteOld(db, clock.now(), later(clock.now(), -days(keptDays)))
