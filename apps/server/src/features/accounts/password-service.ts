import { endSessions, renewToken } from '#server/features/sessions/service.ts'
import { inTurn } from '#server/lib/security/hash-queue.ts'
import { addMark, findMark } from '#server/lib/security/known-browsers.ts'
import { domainOf } from '#server/lib/mail/mail.ts'
import { hashPassword, verifyPassword } from '#server/lib/security/passwords.ts'
import type { Actor, Portal } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import {
  forgetTries,
  hasTry,
  networkOf,
  subjectOf,
  takeAccountTry,
  takeTry,
} from '#server/lib/rate-limit/rate-limit.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { assertStrongPassword } from './password-policy.ts'
import { accountMails } from './send-mail.ts'
import * as queries from './queries.ts'
import { decodeUid } from './uid.ts'

/**
 * Queues the mail with a reset link. Known and unknown addresses are one answer and cost the same: the mail's own job
 * looks whether there is an account. Earlier links stay valid. Beyond the account's total no mail is sent: links that
 * are still valid are in the mailbox already, and a rejection would let strangers block the owner's reset.
 * @param given.query the page's query string, which comes back in the link
 * @param given.browser the cookie that says which accounts the browser has signed in to
 * @throws ApiError throttled (by account and network, and by network)
 */
export async function resetPassword(
  portal: Portal,
  given: { email: string; query: string; ip: string; browser: string | undefined },
): Promise<void> {
  const { db, jobs } = portal
  const mark = await findMark(portal, given.browser, await queries.findCredentials(db, given.email))
  await takeAccountTry(portal, 'reset', { ...given, mark })
  if (mark === undefined && !(await hasTry(portal, 'resetByAccountTotal', given.email))) return
  await db
    .transaction()
    .execute((trx) =>
      jobs.enqueue(trx, accountMails, { kind: 'reset', email: given.email, query: given.query }),
    )
}

/**
 * Sets a new password with a link from a mail; every session ends and the account's other links are void. A rejected
 * password leaves the link as it was. Who opened the mail owns the address: the browser is known from then on.
 * @returns the browser's marks, for the cookie
 * @throws ApiError uid_invalid, token_invalid (unknown, used, over, or a link of another kind), the broken rules, throttled
 */
export async function confirmPasswordReset(
  portal: Portal,
  given: { uid: string; token: string; password: string; ip: string; browser: string | undefined },
): Promise<{ browser: string }> {
  const { db, clock, jobs } = portal
  await takeTry(portal, 'linkByAddress', networkOf(given.ip))
  const id = decodeUid(given.uid)
  const account = id === undefined ? undefined : await queries.findAccount(db, id)
  if (!account) throw new ApiError('uid_invalid')
  const now = clock.now()
  const token = await queries.findToken(
    db,
    hashToken(given.token),
    { userId: account.id, purpose: 'password' },
    now,
  )
  if (!token || token.usedAt) throw new ApiError('token_invalid')
  assertStrongPassword(given.password, account, 'new_password')

  const passwordHash = await inTurn(`account ${account.id}`, () => hashPassword(given.password, 'known'))
  await db.transaction().execute(async (trx) => {
    if (!(await queries.useToken(trx, token.tokenHash, now))) throw new ApiError('token_invalid')
    await queries.updatePasswordHash(trx, account.id, passwordHash)
    // The link 'Δεν ήσασταν εσείς;' too: the owner of the address has the account now.
    await queries.deleteTokens(trx, account.id, ['password', 'disown'])
    await endSessions(trx, account.id)
    const domain = domainOf(account.email)
    await jobs.enqueue(trx, accountMails, { kind: 'password-changed', userId: account.id, domain })
  })
  // Who was locked out by someone's guessing gets in with the new password at once.
  const { email } = account
  await forgetTries(portal, 'signInByAccount', subjectOf({ email, ip: given.ip, mark: undefined }))
  await forgetTries(portal, 'signInByAccountTotal', email)
  await forgetTries(portal, 'resetByAccountTotal', email)
  return { browser: await addMark(portal, given.browser, { id: account.id, passwordHash }) }
}

/**
 * Changes the password of the account that is signed in. Every other session of it ends, and this one continues under a
 * new token, so that a stolen one ends (OWASP ASVS 5.0, 7.2.4, 7.4.3). Other links are void, and a mail tells the owner.
 * @returns the session's new token and for how many milliseconds it lasts, and the browser's marks, for the cookies
 * @throws ApiError password_incorrect, the broken rules, throttled
 */
export async function setPassword(
  portal: Portal,
  actor: Actor,
  { current, next, browser }: { current: string; next: string; browser: string | undefined },
): Promise<{ token: string; lasts: number; browser: string }> {
  const { db, jobs } = portal
  const account = await queries.findAccount(db, actor.id)
  const kept = await queries.findPasswordHash(db, actor.id)
  if (!account || !kept?.passwordHash) throw new ApiError('not_signed_in')
  // Someone at an unattended computer shouldn't guess on. Successes count, too: each one sends a mail and voids reset links.
  await takeTry(portal, 'passwordByAccount', String(actor.id))
  if (!(await verifyPassword(current, kept.passwordHash, 'known'))) throw new ApiError('password_incorrect')
  assertStrongPassword(next, account, 'new_password')

  const passwordHash = await hashPassword(next, 'known')
  const session = await db.transaction().execute(async (trx) => {
    await queries.updatePasswordHash(trx, account.id, passwordHash)
    // Not the link 'Δεν ήσασταν εσείς;': a stranger may be signed in.
    await queries.deleteTokens(trx, account.id, ['password'])
    await endSessions(trx, account.id, actor.sessionHash)
    const domain = domainOf(account.email)
    await jobs.enqueue(trx, accountMails, { kind: 'password-changed', userId: account.id, domain })
    return renewToken({ ...portal, db: trx }, actor)
  })
  return { ...session, browser: await addMark(portal, browser, { id: account.id, passwordHash }) }
}
