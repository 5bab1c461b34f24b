import type { Db } from '#server/db/database.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { inTurn } from '#server/lib/security/hash-queue.ts'
import { addMark, findMark } from '#server/lib/security/known-browsers.ts'
import { hashPassword, isOutdated, verifyEvenly, verifyPassword } from '#server/lib/security/passwords.ts'
import type { Actor, Portal } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import {
  forgetTries,
  returnTry,
  subjectOf,
  takeAccountTry,
  takeTry,
} from '#server/lib/rate-limit/rate-limit.ts'
import { accountTagOf, hashToken, newToken } from '#server/lib/security/tokens.ts'
import * as queries from './queries.ts'

/** Fourteen days from the sign-in (wire.md), however often the portal is used meanwhile. */
export const sessionLength = days(14)

/** Of one account. The oldest ends where there would be more: a right password may be used any number of times. */
export const mostSessions = 100

type Context = Pick<Portal, 'db' | 'clock' | 'config'>

type SignIn = {
  email: string
  password: string
  ip: string
  /** The cookie that says which accounts the browser has signed in to. */
  browser: string | undefined
  /** The token of the session that the request brings along: it ends. */
  replaces: string | undefined
}

/**
 * Signs in. Unknown address, wrong password and account not yet activated are one answer in the same time.
 * @returns the session's token and the browser's marks, for the cookies
 * @throws ApiError credentials_wrong, throttled, unavailable (too many passwords are being checked)
 */
export async function login(context: Context, given: SignIn): Promise<{ token: string; browser: string }> {
  const { db } = context
  // A NUL is no text for the database, and in no address; the check costs the same all the same.
  const account = given.email.includes('\0')
    ? undefined
    : await queries.findCredentials(db, given.email.trim())
  const mark = await findMark(context, given.browser, account)
  const origin = { email: given.email, ip: given.ip, mark }
  await takeAccountTry(context, 'signIn', origin)
  if (mark === undefined) await takeTry(context, 'signInByAccountTotal', given.email)

  // Without this the time of the last of several parallel tries reveals how long each check takes.
  // Known browsers of one account take turns: its owner could otherwise fill the queue with right passwords.
  const turn = mark === undefined ? subjectOf(origin) : `account ${account?.id}`
  const fits = await inTurn(turn, async () =>
    verifyEvenly(
      given.password,
      { hash: account?.passwordHash ?? null, accepts: account?.isActive ?? false },
      await queries.findSlowestHashes(db),
      mark === undefined ? 'stranger' : 'known',
    ),
  ).catch(async (error: unknown) => {
    // Not checked: tries in a rush must not lock the owner out afterwards.
    if (error instanceof ApiError) {
      await returnTry(context, 'signInByAccount', subjectOf(origin))
      if (mark === undefined) await returnTry(context, 'signInByAccountTotal', given.email)
    }
    throw error
  })
  if (!fits || !account?.passwordHash) throw new ApiError('credentials_wrong')

  await forgetTries(context, 'signInByAccount', subjectOf(origin))
  if (mark === undefined) await returnTry(context, 'signInByAccountTotal', given.email)
  const passwordHash = await renewHash(
    db,
    { id: account.id, passwordHash: account.passwordHash },
    given.password,
  )
  const token = await db.transaction().execute(async (trx) => {
    // A reset may have come in between: it has ended all sessions already.
    if (!(await queries.holdPassword(trx, account.id, passwordHash))) throw new ApiError('credentials_wrong')
    if (given.replaces !== undefined) await queries.deleteSession(trx, hashToken(given.replaces))
    return openSession({ ...context, db: trx }, account.id)
  })
  return { token, browser: await addMark(context, given.browser, { id: account.id, passwordHash }) }
}

/**
 * Renews the hash of an imported account; its password stays.
 * @returns the current hash
 * @throws ApiError credentials_wrong where a new password was set meanwhile
 */
async function renewHash(
  db: Db,
  account: { id: number; passwordHash: string },
  password: string,
): Promise<string> {
  if (!isOutdated(account.passwordHash)) return account.passwordHash
  const passwordHash = await hashPassword(password, 'known')
  if (await queries.replacePasswordHash(db, account.id, account.passwordHash, passwordHash))
    return passwordHash
  // Another sign-in may have renewed it.
  const kept = (await queries.findPasswordHash(db, account.id))?.passwordHash
  if (!kept || !(await verifyPassword(password, kept, 'known'))) throw new ApiError('credentials_wrong')
  return kept
}

/** Opens a session for an authenticated account. @returns its token */
async function openSession({ db, clock }: Pick<Portal, 'db' | 'clock'>, userId: number): Promise<string> {
  const token = newToken()
  const createdAt = clock.now()
  await queries.insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    createdAt,
    expiresAt: later(createdAt, sessionLength),
  })
  await queries.deleteSessionsBeyond(db, userId, mostSessions)
  return token
}

/** Continues a session under a new token. @returns the token, and for how many milliseconds it lasts */
export async function renewToken(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  { sessionHash }: Pick<Actor, 'sessionHash'>,
): Promise<{ token: string; lasts: number }> {
  const token = newToken()
  const session = await queries.replaceToken(db, sessionHash, hashToken(token))
  if (!session) throw new ApiError('not_signed_in')
  return { token, lasts: session.expiresAt.getTime() - clock.now().getTime() }
}

/** Who a session cookie stands for; undefined where it is unknown, over, or its account is closed. */
export async function findActor(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  token: string,
): Promise<Actor | undefined> {
  const session = await queries.findSession(db, hashToken(token), clock.now())
  if (!session) return undefined
  const { id, isStaff, tokenHash, sub } = session
  return { id, isStaff, sessionHash: tokenHash, account: accountTagOf(sub) }
}

/** Signs out: the session ends on the server. */
export const logout = ({ db }: Pick<Portal, 'db'>, actor: Pick<Actor, 'sessionHash'>) =>
  queries.deleteSession(db, actor.sessionHash)

/** Ends an account's sessions: all, or all but the one that asks. Whoever stole one loses it. */
export const endSessions = (db: Db, userId: number, except?: string) =>
  queries.deleteSessionsOf(db, userId, except)

/** Removes sessions that are over. */
export const deleteExpiredSessions = ({ db, clock }: Pick<Portal, 'db' | 'clock'>) =>
  queries.deleteExpiredSessions(db, clock.now())
