import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import * as queries from './queries.ts'

export {
  deleteEnded as removeEndedAppointments,
  findAppointment,
  listConfirmed,
  listWaiting,
} from './queries.ts'

/** Time between the confirmation of an approver and the first approval, so that others notice it. */
const waitingTime = days(1)

/** Serializes changes of staff and approvers until the transaction ends. */
export const lockStaff = (trx: Trx) =>
  sql`select pg_advisory_xact_lock(hashtext('portal staff'))`.execute(trx)

/**
 * Appoints a manager. An existing approver has to confirm it, except for the first approver that the portal ever has. While
 * there are no points, in a new portal, that one does not wait either. Call after `lockStaff`.
 * @param askedBy the operator; undefined: a command
 * @returns whether it needs a confirmation
 */
export async function appoint(
  trx: Trx,
  userId: number,
  askedBy: number | undefined,
  now: Date,
): Promise<boolean> {
  const { hadApprover, hasPoints } = await queries.findHistory(trx)
  await queries.insertAppointment(trx, {
    userId,
    askedBy: askedBy ?? null,
    askedAt: now,
    confirmedAt: hadApprover ? null : now,
    approvesFrom: hadApprover ? null : hasPoints ? later(now, waitingTime) : now,
  })
  return hadApprover
}

/** Ends the appointment of an account that is not a manager any more, or disabled. Call after `lockStaff`. */
export const dismiss = (trx: Trx, userId: number, now: Date): Promise<unknown> =>
  queries.endAppointment(trx, userId, now)

/**
 * Rejects accounts that do not approve yet. Call it in the transaction of what a second person decides.
 * @throws ApiError approver_pending: no approver has confirmed the account; approver_waiting
 */
export async function assertApproves(db: Db, userId: number, now: Date): Promise<void> {
  const from = (await queries.findAppointment(db, userId))?.approvesFrom
  if (!from) throw new ApiError('approver_pending')
  if (now < from) throw new ApiError('approver_waiting', { from: athensTime(from) })
}

/**
 * Confirms an appointment. Call after `lockStaff`.
 * @param confirmedBy an approver; undefined: a command, which is accepted only while there is no other approver
 * @throws ApiError not_found, already_decided, request_own, approver_pending, approver_waiting
 */
export async function confirmAppointment(
  trx: Trx,
  userId: number,
  confirmedBy: number | undefined,
  now: Date,
): Promise<void> {
  if (confirmedBy !== undefined) await assertApproves(trx, confirmedBy, now)
  const found = await queries.findAppointment(trx, userId)
  if (!found) throw new ApiError('not_found')
  if (found.confirmedAt) throw new ApiError('already_decided')
  if (confirmedBy === userId || (confirmedBy !== undefined && confirmedBy === found.askedBy))
    throw new ApiError('request_own')
  if (confirmedBy === undefined && (await queries.listConfirmed(trx)).length > 0)
    throw new ApiError('not_permitted')
  await queries.confirmAppointment(trx, found.id, {
    confirmedBy: confirmedBy ?? null,
    confirmedAt: now,
    approvesFrom: later(now, waitingTime),
  })
}
