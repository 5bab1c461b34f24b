import type { FactorResetReason } from '@portal/contract/security/lock-reasons.ts'
import type { Trx } from '#server/db/database.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { hasSecondFactor, lockFactors } from '#server/features/sessions/second-step-service.ts'
import { forgetTries } from '#server/lib/rate-limit/rate-limit.ts'
import { endSessions } from '#server/features/sessions/service.ts'
import { type AuditActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'
import { accountTotals } from './verify-service.ts'

/**
 * Removes every second factor of an account, with its recovery codes. Callers tell its owner and write an audit entry.
 */
export async function removeSecondFactors(trx: Trx, userId: number): Promise<void> {
  await queries.deleteTotp(trx, userId)
  await queries.deletePasskeys(trx, userId)
  await queries.deleteRecoveryCodes(trx, userId)
}

/** The account, by its address on the command line; `reason`: of staff on screens. */
type Reset = ({ email: string } | { id: number }) & { isStaff: boolean; reason?: FactorResetReason }

/**
 * Removes the second factors of an account whose owner lost them, ends its sessions and mails the owner. Forgets the wrong codes
 * of the lost app: a stranger with the password could otherwise keep the owner's next one out for a month.
 * @throws ApiError not_found (no such account of this kind), second_factor_missing
 */
export async function resetSecondFactor(
  context: Pick<AppContext, 'db' | 'clock' | 'jobs' | 'config'>,
  actor: AuditActor,
  { isStaff, reason, ...of }: Reset,
): Promise<void> {
  const found =
    'id' in of ? await queries.findById(context.db, of.id) : await queries.findByEmail(context.db, of.email)
  if (found?.isStaff !== isStaff) throw new ApiError('not_found')
  await changeAs(context.db, actor, async (trx) => {
    await lockFactors(trx, found.id)
    if (!(await hasSecondFactor({ db: trx }, found.id))) throw new ApiError('second_factor_missing')
    await removeSecondFactors(trx, found.id)
    for (const limit of accountTotals) await forgetTries({ ...context, db: trx }, limit, String(found.id))
    await endSessions(trx, found.id)
    const entry = { action: 'second_factor.reset', subjectId: found.id } as const
    await writeAudit({ ...context, db: trx }, actor, {
      ...entry,
      ...(reason !== undefined && { details: { reason } }),
    })
    await mailOwner(context, trx, await queries.findOwner(trx, found.id), { kind: 'second-factor-reset' })
  })
}
