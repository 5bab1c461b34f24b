import type { AccountLock } from '@portal/contract/participants.ts'
import type { LockReason } from '@portal/contract/security/lock-reasons.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { mailOwner, mailReset } from '#server/features/accounts/owner-mail-service.ts'
import { endUnconfirmed } from '#server/features/accounts/password-service.ts'
import { endSessions } from '#server/features/sessions/service.ts'
import { type AuditActor, byActor, writeAudit } from '#server/lib/audit/audit.ts'
import { lockBalance } from '#server/ledger/transaction/transaction.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { assertShown } from '#server/lib/restrictions/restrictions.ts'
import { athensDay, athensTime } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './lock-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'jobs'>

/** Runs a change of the sign-ins of a citizen's account, which is locked against sign-ins meanwhile. @throws ApiError not_found */
const change = (
  { db }: Context,
  by: AuditActor,
  id: number,
  work: (trx: Trx, owner: { id: number; email: string }) => Promise<void>,
): Promise<void> =>
  changeAs(db, by, async (trx) => {
    await lockBalance(trx, id)
    const owner = await queries.lockCitizen(trx, id)
    if (!owner) throw new ApiError('not_found')
    await work(trx, owner)
  })

/**
 * Locks a citizen's account: its sessions end, also at partner sites, and a sign-in is answered as with a wrong password. A
 * new password does not unlock it. What its owner asked for and did not confirm ends; a scheduled erasure waits. Deliveries are still
 * credited, nothing is redeemed. Replaces an earlier lock.
 * @param given.days from 1; absent: until it is unlocked
 * @throws ApiError not_found
 */
export const lockAccount = (
  context: Context,
  by: AuditActor,
  id: number,
  given: { reason: LockReason; days?: number | undefined },
): Promise<void> =>
  change(context, by, id, async (trx, owner) => {
    const lockedAt = context.clock.now()
    const { reason } = given
    const endsAt = given.days === undefined ? null : later(lockedAt, days(given.days))
    await queries.upsertLock(trx, { userId: id, reason, lockedAt, endsAt })
    await endUnconfirmed(trx, id)
    await endSessions(trx, id)
    await writeAudit({ ...context, db: trx }, by, {
      action: 'account.lock',
      subjectId: id,
      details: { reason, until: endsAt && athensDay(endsAt) },
    })
    const until = endsAt && endsAt.toISOString()
    await mailOwner(context, trx, owner, { kind: 'access', about: { change: 'locked', reason, until } })
  })

/** Unlocks an account. @throws ApiError not_found, also if it is not locked */
export const unlockAccount = (context: Context, by: AuditActor, id: number): Promise<void> =>
  change(context, by, id, async (trx, owner) => {
    if (!(await queries.deleteLock(trx, id))) throw new ApiError('not_found')
    await writeAudit({ ...context, db: trx }, by, { action: 'account.unlock', subjectId: id })
    await mailOwner(context, trx, owner, { kind: 'access', about: { change: 'unlocked' } })
  })

/** Ends all sessions of a citizen's account, also at partner sites. @throws ApiError not_found */
export const endParticipantSessions = (context: Context, by: AuditActor, id: number): Promise<void> =>
  change(context, by, id, async (trx, owner) => {
    const count = await endSessions(trx, id)
    await writeAudit({ ...context, db: trx }, by, {
      action: 'sessions.end_all',
      subjectId: id,
      details: { count },
    })
    await mailOwner(context, trx, owner, { kind: 'access', about: { change: 'signed-out' } })
  })

/**
 * Queues the mail with a link that sets a new password, to the address of the account. Staff do not see the link.
 * @throws ApiError not_found, processing_restricted; throttled, together with the requests of its owner
 */
export async function sendReset(context: AppContext, actor: Actor, id: number): Promise<void> {
  await assertShown(context.db, actor, id)
  await change(context, byActor(actor), id, async (trx, owner) => {
    await takeTry({ ...context, db: trx }, 'resetByAccountTotal', owner.email)
    await mailReset(context, trx, owner)
    await writeAudit({ ...context, db: trx }, byActor(actor), { action: 'account.send_reset', subjectId: id })
  })
}

/** Returns the lock of an account; null if there is none. */
export async function findLock(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  id: number,
): Promise<AccountLock | null> {
  const lock = await queries.findLock(db, id, clock.now())
  if (!lock) return null
  const { reason, lockedAt, endsAt } = lock
  return { reason, at: athensTime(lockedAt), ends_at: endsAt && athensTime(endsAt) }
}

/** Deletes the lock of an erased person. */
export const deleteLockOf = (trx: Trx, id: number) => queries.deleteLock(trx, id)

export const deleteEndedLocks = ({ db, clock }: { db: Db } & Pick<AppContext, 'clock'>) =>
  queries.deleteEndedLocks(db, clock.now())
