import type { Trx } from '#server/db/database.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { hours, later } from '#server/lib/time/clock.ts'
import { requestApproval } from '#server/ledger/approvals/approvals.ts'
import * as addresses from '../addresses/queries.ts'
import { emailChangeHours } from '../mail-texts/link-lifetimes.ts'
import { mailOwner } from '../owner-mail-service.ts'
import { assertChangeable } from './email-change-service.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs'>

/** @throws ApiError not_found, email_same, email_change_recent, email_taken */
async function lockChangeable(trx: Trx, id: number, email: string, now: Date) {
  const owner = await addresses.lockOwner(trx, id)
  if (!owner || owner.isStaff) throw new ApiError('not_found')
  await assertChangeable(trx, owner, email, now)
  if (await addresses.isTaken(trx, email, now)) throw new ApiError('email_taken')
  return owner
}

/**
 * Requests another address for a citizen's account; a second person has to approve. Replaces an earlier request of staff.
 * @returns the id of the request
 * @throws ApiError not_found, email_same, email_change_recent, email_taken, throttled
 */
export async function requestParticipantEmail(
  context: Context & Pick<AppContext, 'config'>,
  author: AuditActor & { id: number },
  participantId: number,
  { email, reason }: { email: string; reason: string },
): Promise<number> {
  const { db, clock } = context
  // The answer tells whether an address has an account.
  await takeTry(context, 'emailChangeByStaff', String(author.id))
  return changeAs(db, author, async (trx) => {
    const now = clock.now()
    const owner = await lockChangeable(trx, participantId, email, now)
    const payload = { participantId, reason }
    const request = { kind: 'email_changed', payload, points: null } as const
    const approvalId = await requestApproval({ clock }, trx, author, request)
    await addresses.insertChange(trx, {
      userId: owner.id,
      oldEmail: owner.email,
      newEmail: email,
      approvalId,
      requestedAt: now,
      expiresAt: null,
    })
    await writeAudit({ db: trx, clock }, author, {
      action: 'account.email_change',
      subjectId: owner.id,
      details: { step: 'requested', approval: approvalId },
    })
    return approvalId
  })
}

/**
 * Queues the mail to the new address of an approved request.
 * @throws ApiError not_found: replaced, erased or confirmed by the person meanwhile; email_same, email_change_recent, email_taken
 */
export async function approveEmailChange(
  { clock, jobs }: Pick<Context, 'clock' | 'jobs'>,
  trx: Trx,
  decider: AuditActor,
  approval: number,
): Promise<void> {
  const now = clock.now()
  const change = await addresses.findRequest(trx, approval)
  if (!change) throw new ApiError('not_found')
  const owner = await lockChangeable(trx, change.userId, change.newEmail, now)
  await addresses.setExpiry(trx, change.id, later(now, hours(emailChangeHours.byStaff)))
  await mailOwner(
    { jobs },
    trx,
    { ...owner, email: change.newEmail },
    { kind: 'email-change', change: change.id },
  )
  await writeAudit({ db: trx, clock }, decider, {
    action: 'account.email_change',
    subjectId: owner.id,
    details: { step: 'approved', approval },
  })
}

/** Deletes the address of a rejected request. */
export const rejectEmailChange = (trx: Trx, approval: number) => addresses.deleteRequest(trx, approval)
