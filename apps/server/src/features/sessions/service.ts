import type { Db } from '#server/db/database.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { inTurn } from '#server/lib/security/hash-queue.ts'
import { addMark, findMark } from '#server/lib/security/known-browsers.ts'
import { hashPassword, isOutdated, verifyEvenly, verifyPassword } from '#server/lib/security/passwords.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
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

/** Fixed session lifetime in milliseconds: 14 days from the sign-in (wire.md), not extended by use. */
export const sessionLength = days(14)

/** Maximum sessions per account; a new one ends the oldest. Needed because successful sign-ins are not limited. */
export const maxSessions = 100

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

type SignIn = {
  email: string
  password: string
  ip: string
  /** Known-browsers cookie (lib/security/known-browsers.ts). */
  browser: string | undefined
  /** Session token of the request; that session ends. */
  replaces: string | undefined
}

/**
 * Signs in. Unknown address, wrong password and inactive account give the same answer in the same time.
 * @returns the session token and the new value of the known-browsers cookie
 * @throws ApiError credentials_wrong, throttled, unavailable (the hash queue is full)
 */
export async function login(context: Context, given: SignIn): Promise<{ token: string; browser: string }> {
  const { db } = context
  // PostgreSQL text cannot contain NUL. The password is still verified, so that the answer takes the same time.
  const account = given.email.includes('\0')
    ? undefined
    : await queries.findCredentials(db, given.email.trim())
  const mark = await findMark(context, given.browser, account)
  const origin = { email: given.email, ip: given.ip, mark }
  await takeAccountTry(context, 'signIn', origin)
  if (mark === undefined) await takeTry(context, 'signInByAccountTotal', given.email)

  // Serialize tries: otherwise the duration of several parallel tries reveals how long each check takes.
  // Also serialize known browsers per account: its owner could otherwise fill the queue with correct passwords.
  const turn = mark === undefined ? subjectOf(origin) : `account ${account?.id}`
  const isCorrect = await inTurn(turn, async () =>
    verifyEvenly(
      given.password,
      { hash: account?.passwordHash ?? null, accepts: account?.isActive ?? false },
      await queries.findSlowestHashes(db),
      mark === undefined ? 'stranger' : 'known',
    ),
  ).catch(async (error: unknown) => {
    // The password was not checked: a burst of tries must not lock the owner out afterwards.
    if (error instanceof ApiError) {
      await returnTry(context, 'signInByAccount', subjectOf(origin))
      if (mark === undefined) await returnTry(context, 'signInByAccountTotal', given.email)
    }
    throw error
  })
  if (!isCorrect || !account?.passwordHash) throw new ApiError('credentials_wrong')

  await forgetTries(context, 'signInByAccount', subjectOf(origin))
  if (mark === undefined) await returnTry(context, 'signInByAccountTotal', given.email)
  const passwordHash = await renewHash(
    db,
    { id: account.id, passwordHash: account.passwordHash },
    given.password,
  )
  const token = await db.transaction().execute(async (trx) => {
    // A password reset may have run since the check; it has already ended all sessions.
    if (!(await queries.lockPassword(trx, account.id, passwordHash))) throw new ApiError('credentials_wrong')
    if (given.replaces !== undefined) await queries.deleteSession(trx, hashToken(given.replaces))
    return openSession({ ...context, db: trx }, account.id)
  })
  return { token, browser: await addMark(context, given.browser, { id: account.id, passwordHash }) }
}

/**
 * Replaces an imported hash by one with the current parameters; the password stays the same.
 * @returns the current hash
 * @throws ApiError credentials_wrong if the password was changed since the check
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
  // A concurrent sign-in may have replaced the hash.
  const stored = (await queries.findPasswordHash(db, account.id))?.passwordHash
  if (!stored || !(await verifyPassword(password, stored, 'known'))) throw new ApiError('credentials_wrong')
  return stored
}

/** Creates a session for an authenticated account. @returns its token */
async function openSession({ db, clock }: Pick<AppContext, 'db' | 'clock'>, userId: number): Promise<string> {
  const token = newToken()
  const createdAt = clock.now()
  await queries.insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    createdAt,
    expiresAt: later(createdAt, sessionLength),
  })
  await queries.deleteSessionsBeyond(db, userId, maxSessions)
  return token
}

/** Replaces the token of a session. @returns the new token and its remaining lifetime in milliseconds */
export async function renewToken(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  { sessionHash }: Pick<Actor, 'sessionHash'>,
): Promise<{ token: string; expiresInMs: number }> {
  const token = newToken()
  const session = await queries.replaceToken(db, sessionHash, hashToken(token))
  if (!session) throw new ApiError('not_signed_in')
  return { token, expiresInMs: session.expiresAt.getTime() - clock.now().getTime() }
}

/** Finds the account of a session token. @returns undefined if it is unknown or expired, or the account is closed */
export async function findActor(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  token: string,
): Promise<Actor | undefined> {
  const session = await queries.findSession(db, hashToken(token), clock.now())
  if (!session) return undefined
  const { id, isStaff, tokenHash, sub } = session
  return { id, isStaff, sessionHash: tokenHash, account: accountTagOf(sub) }
}

/** Signs out: deletes the session. */
export const logout = ({ db }: Pick<AppContext, 'db'>, actor: Pick<Actor, 'sessionHash'>) =>
  queries.deleteSession(db, actor.sessionHash)

/**
 * Ends the sessions of an account, so that stolen ones become invalid.
 * @param except token hash of a session to keep
 */
export const endSessions = (db: Db, userId: number, except?: string) =>
  queries.deleteSessionsOf(db, userId, except)

export const deleteExpiredSessions = ({ db, clock }: Pick<AppContext, 'db' | 'clock'>) =>
  queries.deleteExpiredSessions(db, clock.now())
