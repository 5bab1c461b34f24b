import { hasSecondFactor, lockFactors } from '#server/features/sessions/second-step-service.ts'
import { endSessions } from '#server/features/sessions/service.ts'
import { byVisitor, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { mailOwner, mailReset } from './owner-mail-service.ts'
import { endUnconfirmed } from './password-service.ts'
import * as queries from './queries.ts'
import { type Link, readLink, useLink } from './service.ts'

/**
 * Handles the link 'Δεν ήσασταν εσείς;' of an activation mail: a stranger signed up with the address. Deletes the
 * account if it is not activated. Otherwise removes its password, ends all its sessions and queues a reset mail. Second
 * factors remain: the mailbox alone must not open an account that has one. A mail says so.
 * @throws ApiError uid_invalid, token_invalid (unknown, used or expired token, or closed account), throttled
 */
export async function disown(context: AppContext, given: Link): Promise<void> {
  const { db, clock } = context
  const link = await readLink(context, given, 'disown')
  const { account } = link
  await db.transaction().execute(async (trx) => {
    if (!(await useLink(trx, link, clock.now()))) throw new ApiError('token_invalid')
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
    if (keepsFactor) await mailOwner(context, trx, account, { kind: 'second-factor-kept' })
    await mailReset(context, trx, account)
  })
}
