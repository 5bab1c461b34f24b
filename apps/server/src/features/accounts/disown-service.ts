import { hasSecondFactor, lockFactors } from '#server/features/sessions/second-step-service.ts'
import { endSessions } from '#server/features/sessions/service.ts'
import { byVisitor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf, returnTry, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { accountMails } from './send-mail.ts'
import { mailOwner } from './owner-mail-service.ts'
import { endUnconfirmed } from './password-service.ts'
import * as queries from './queries.ts'
import { decodeUid } from '#server/lib/security/uid.ts'

/**
 * Handles the link 'Δεν ήσασταν εσείς;' of an activation mail: a stranger signed up with the address. Deletes the
 * account if it is not activated. Otherwise removes its password, ends all its sessions and queues a reset mail. Second
 * factors remain: the mailbox alone must not open an account that has one. A mail says so.
 * @throws ApiError uid_invalid, token_invalid (unknown, used or expired token, or closed account), throttled
 */
export async function disown(
  context: AppContext,
  given: { uid: string; token: string; ip: string },
): Promise<void> {
  const { db, clock, jobs } = context
  await takeTry(context, 'linkByNetwork', networkOf(given.ip))
  const id = decodeUid(given.uid)
  const account = id === undefined ? undefined : await queries.findAccount(db, id)
  if (!account) throw new ApiError('uid_invalid')
  const now = clock.now()
  const of = { userId: account.id, purpose: 'disown' } as const
  const token = await queries.findToken(db, hashToken(given.token), of, now)
  if (!token) throw new ApiError('token_invalid')
  await returnTry(context, 'linkByNetwork', networkOf(given.ip))
  await db.transaction().execute(async (trx) => {
    if (!(await queries.useToken(trx, token.tokenHash, now))) throw new ApiError('token_invalid')
    await lockFactors(trx, account.id)
    const keepsFactor = await hasSecondFactor({ db: trx }, account.id)
    const details = keepsFactor ? { second_factor: 'kept' } : {}
    const entry = { action: 'account.disown', subjectId: account.id, details } as const
    await writeAudit({ db: trx, clock }, byVisitor(given.ip), entry)
    if (await queries.deleteUnactivatedAccount(trx, account.id)) return
    if (!(await queries.voidPassword(trx, account.id))) throw new ApiError('token_invalid')
    await queries.deleteTokens(trx, account.id, ['password', 'disown'])
    await endUnconfirmed(trx, account.id)
    await endSessions(trx, account.id)
    if (keepsFactor) await mailOwner(context, trx, account, 'second-factor-kept')
    await jobs.enqueue(trx, accountMails, { kind: 'reset', email: account.email, query: '' })
  })
}
