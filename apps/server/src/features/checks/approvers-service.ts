import { tellOfConfirmation } from '#server/features/accounts/staff-service.ts'
import {
  confirmAppointment,
  findAppointment,
  listWaiting,
  lockStaff,
} from '#server/features/approvers/service.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { holdRights } from '#server/lib/rights/rights.ts'

/** Managers who wait for a confirmation, and when the reader approves (null: not confirmed yet). */
export async function listApprovers({ db }: Pick<AppContext, 'db'>, reader: Pick<Actor, 'id'>) {
  const own = await findAppointment(db, reader.id)
  return { from: own?.approvesFrom ?? null, waiting: await listWaiting(db) }
}

/**
 * Confirms that a manager may approve, and tells the person and the operators.
 * @param by an approver; a command without an account: accepted only while there is no other approver
 * @throws ApiError not_found, already_decided, request_own, approver_pending, approver_waiting, not_permitted
 */
export const confirmApprover = (
  context: Pick<AppContext, 'db' | 'clock' | 'jobs'>,
  by: AuditActor,
  id: number,
): Promise<void> =>
  context.db.transaction().execute(async (trx) => {
    await lockStaff(trx)
    // After the lock, as changes of staff do: in the other order both could wait for each other.
    await holdRights(trx, by)
    await confirmAppointment(trx, id, by.id, context.clock.now())
    await writeAudit({ ...context, db: trx }, by, { action: 'approver.confirm', subjectId: id })
    await tellOfConfirmation(context, trx, by, id)
  })
