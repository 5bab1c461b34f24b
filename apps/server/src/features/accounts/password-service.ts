import type { Trx } from '#server/db/database.ts'
import { endSessions, renewToken } from '#server/features/sessions/service.ts'
import { askerOf, oneAtATime, hashesOf } from '#server/lib/security/hash-queue.ts'
import { addMark, findMark } from '#server/lib/security/known-browsers.ts'
import { hashPassword, verifyPassword } from '#server/lib/security/passwords.ts'
import { byActor, byVisitor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import {
  forgetTries,
  hasTry,
  networkOf,
  returnTry,
  subjectOf,
  takeAccountTry,
  takeTry,
} from '#server/lib/rate-limit/rate-limit.ts'
import { assertStrongPassword } from './password-policy.ts'
import { deleteUnconfirmed } from './addresses/queries.ts'
import { mailOwner } from './owner-mail-service.ts'
import { queueToAddress } from './send-mail.ts'
import * as queries from './queries.ts'
import { type Link, readLink, useLink } from './service.ts'
import { changeSessionsAs } from '#server/lib/rights/rights.ts'

/**
 * Queues the mail with a reset link. The answer and its duration are the same for known and unknown addresses: the mail
 * job looks up the account. Earlier links stay valid. Sends no mail once `resetByAccountTotal` is used up: the mailbox
 * already contains valid links, and an error would let strangers block the owner's reset.
 * @param given.query query string of the page, repeated in the link
 * @param given.browser known-browsers cookie (lib/security/known-browsers.ts)
 * @throws ApiError throttled (limits by account and network, and by network)
 */
export async function resetPassword(
  context: AppContext,
  given: { email: string; query: string; ip: string; browser: string | undefined },
): Promise<void> {
  const mark = await findMark(context, given.browser, await queries.findCredentials(context.db, given.email))
  await takeAccountTry(context, 'reset', { ...given, mark })
  if (mark === undefined && !(await hasTry(context, 'resetByAccountTotal', given.email))) return
  await queueToAddress(context, { kind: 'reset', email: given.email, query: given.query })
}

/** Checks a mailed link without using it up. @throws ApiError as `readLink` */
export async function checkPasswordReset(context: AppContext, given: Link): Promise<void> {
  await readLink(context, given, 'password')
}

/**
 * Sets a new password with the token of a mailed link. Ends all sessions and deletes the account's other reset and
 * disown tokens. A rejected password does not use up the token. Marks the browser as known: its user has access to
 * the mailbox.
 * @returns the new value of the known-browsers cookie
 * @throws ApiError uid_invalid, token_invalid (unknown, used or expired token, or other purpose), broken password
 * rules, throttled
 */
export async function confirmPasswordReset(
  context: AppContext,
  given: Link & { password: string; browser: string | undefined },
): Promise<{ email: string; browser: string }> {
  const { db, clock } = context
  const link = await readLink(context, given, 'password')
  const { account } = link
  const now = clock.now()
  assertStrongPassword(given.password, account, 'new_password')

  const passwordHash = await oneAtATime(hashesOf(account), () =>
    hashPassword(given.password, askerOf(account)),
  )
  await db.transaction().execute(async (trx) => {
    if (!(await useLink(trx, link, now))) throw new ApiError('token_invalid')
    await queries.updatePasswordHash(trx, account.id, passwordHash)
    // Also deletes the disown token ('Δεν ήσασταν εσείς;'): the account now belongs to the owner of the address.
    await queries.deleteTokens(trx, account.id, ['password', 'disown'])
    await endUnconfirmed(trx, account.id)
    await endSessions(trx, account.id)
    await mailOwner(context, trx, account, { kind: 'password-changed' })
    const entry = { action: 'account.password_change', subjectId: account.id } as const
    await writeAudit({ db: trx, clock }, byVisitor(given.ip), { ...entry, details: { link: true } })
  })
  // Reset the limits, so that an owner who was locked out by failed tries of others can sign in immediately.
  const { email } = account
  await forgetTries(context, 'signInByAccount', subjectOf({ email, ip: given.ip, mark: undefined }))
  await forgetTries(context, 'signInByAccountTotal', email)
  await forgetTries(context, 'resetByAccountTotal', email)
  await returnTry(context, 'resetByNetwork', networkOf(given.ip))
  return { email, browser: await addMark(context, given.browser, { id: account.id, passwordHash }) }
}

/**
 * Ends what the account asked for and did not confirm by mail: another address, and an erasure. Another person may have asked for
 * it with the earlier password.
 */
export async function endUnconfirmed(trx: Trx, userId: number): Promise<void> {
  await deleteUnconfirmed(trx, userId, { ofStaff: false })
  await queries.deleteTokens(trx, userId, ['erasure'])
}

/**
 * Asks for the password again, before a call with consequences. Limits guessing on an unattended computer. Also counts
 * successes: they send mails, or delete reset tokens.
 * @throws ApiError not_signed_in (the account is gone or has no password), password_incorrect, throttled
 */
export async function assertPassword(context: AppContext, actor: Actor, password: string) {
  const account = await queries.findAccount(context.db, actor.id)
  const stored = await queries.findPasswordHash(context.db, actor.id)
  if (!account || !stored?.passwordHash) throw new ApiError('not_signed_in')
  await takeTry(context, 'passwordByAccount', String(actor.id))
  const { passwordHash } = stored
  const isRight = await oneAtATime(hashesOf(actor), () =>
    verifyPassword(password, passwordHash, askerOf(actor)),
  )
  if (!isRight) throw new ApiError('password_incorrect')
  return account
}

/**
 * Changes the password of the signed-in account. Ends all other sessions and replaces the token of this one, so that a
 * stolen token becomes invalid (OWASP ASVS 5.0, 7.2.4, 7.4.3). Deletes reset tokens and queues a mail to the owner.
 * @returns the new session token, its remaining lifetime in milliseconds and the new value of the known-browsers cookie
 * @throws ApiError not_signed_in (the account is gone or has no password), password_incorrect, broken password rules,
 * throttled
 */
export async function setPassword(
  context: AppContext,
  actor: Actor,
  { current, next, browser }: { current: string; next: string; browser: string | undefined },
): Promise<{ token: string; expiresInMs: number; browser: string }> {
  const { db, clock } = context
  const account = await assertPassword(context, actor, current)
  assertStrongPassword(next, account, 'new_password')

  const passwordHash = await oneAtATime(hashesOf(actor), () => hashPassword(next, askerOf(actor)))
  const session = await changeSessionsAs(db, actor, async (trx) => {
    await queries.updatePasswordHash(trx, account.id, passwordHash)
    // Keeps the disown token ('Δεν ήσασταν εσείς;'): the session may belong to a stranger.
    await queries.deleteTokens(trx, account.id, ['password'])
    await endUnconfirmed(trx, account.id)
    await endSessions(trx, account.id, actor.sessionHash)
    await mailOwner(context, trx, account, { kind: 'password-changed' })
    const entry = { action: 'account.password_change', subjectId: account.id } as const
    await writeAudit({ db: trx, clock }, byActor(actor), entry)
    return renewToken({ ...context, db: trx }, actor)
  })
  return { ...session, browser: await addMark(context, browser, { id: account.id, passwordHash }) }
}
