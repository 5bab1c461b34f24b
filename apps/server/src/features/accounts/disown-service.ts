import { endSessions } from '#server/features/sessions/service.ts'
import { byVisitor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf, returnTry, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { accountMails } from './send-mail.ts'
import type { Trx } from '#server/db/database.ts'
import * as queries from './queries.ts'
import { decodeUid } from '#server/lib/security/uid.ts'

/** Removes every second factor of an account. */
export type RemoveSecondFactors = (trx: Trx, userId: number) => Promise<void>

/**
 * Handles the link 'Δεν ήσασταν εσείς;' of an activation mail: a stranger signed up with the address. Deletes the
 * account if it is not activated. Otherwise removes its password and second factors, ends all its sessions and queues a reset mail.
 * @throws ApiError uid_invalid, token_invalid (unknown, used or expired token, or closed account), throttled
 */
export async function disown(
  context: AppContext,
  given: { uid: string; token: string; ip: string; removeSecondFactors: RemoveSecondFactors },
): Promise<void> {
  const { db, clock, jobs } = context
  await takeTry(context, 'linkByAddress', networkOf(given.ip))
  const id = decodeUid(given.uid)
  const account = id === undefined ? undefined : await queries.findAccount(db, id)
  if (!account) throw new ApiError('uid_invalid')
  const now = clock.now()
  const of = { userId: account.id, purpose: 'disown' } as const
  const token = await queries.findToken(db, hashToken(given.token), of, now)
  if (!token) throw new ApiError('token_invalid')
  await returnTry(context, 'linkByAddress', networkOf(given.ip))
  await db.transaction().execute(async (trx) => {
    if (!(await queries.useToken(trx, token.tokenHash, now))) throw new ApiError('token_invalid')
    const entry = { action: 'account.disown', subjectId: account.id } as const
    await writeAudit({ db: trx, clock }, byVisitor(given.ip), entry)
    if (await queries.deleteUnactivatedAccount(trx, account.id)) return
    if (!(await queries.voidPassword(trx, account.id))) throw new ApiError('token_invalid')
    await queries.deleteTokens(trx, account.id, ['password', 'disown'])
    await given.removeSecondFactors(trx, account.id)
    await endSessions(trx, account.id)
    await jobs.enqueue(trx, accountMails, { kind: 'reset', email: account.email, query: '' })
  })
}
