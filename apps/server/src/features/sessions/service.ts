import type { Db } from '#server/db/database.ts'
import { days, later } from '#server/platform/clock.ts'
import {
  decoyHash,
  equalizeFailure,
  hashPassword,
  isOutdated,
  verifyPassword,
} from '#server/platform/passwords.ts'
import type { Actor, Portal } from '#server/platform/portal.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { forgetTries, networkOf, takeTry } from '#server/platform/throttle.ts'
import { hashToken, newToken } from '#server/platform/tokens.ts'
import * as queries from './queries.ts'

/** Fourteen days from the sign-in (wire.md), however often the portal is used meanwhile. */
export const sessionLength = days(14)

type Context = Pick<Portal, 'db' | 'clock' | 'config'>

/**
 * Signs in. Unknown address, wrong password and account not yet activated are one answer in the same time: each costs
 * one password hash.
 * @returns the session's token, for the cookie
 * @throws Refusal credentials_wrong, throttled (by account and by network address)
 */
export async function login(
  context: Context,
  given: { email: string; password: string; ip: string },
): Promise<{ token: string }> {
  const { db } = context
  await takeTry(context, 'signInByAddress', networkOf(given.ip))
  await takeTry(context, 'signInByAccount', given.email)

  // A NUL is no text for the database, and in no address; the check costs the same all the same.
  const account = given.email.includes('\0')
    ? undefined
    : await queries.findCredentials(db, given.email.trim())
  const kept = account?.passwordHash ?? decoyHash
  const fits = await verifyPassword(given.password, kept)
  if (!account || !account.isActive || !account.passwordHash || !fits) {
    await equalizeFailure(kept, await queries.findDearestDjangoHash(db))
    throw new Refusal('credentials_wrong')
  }

  await forgetTries(context, 'signInByAccount', given.email)
  // People who came with an import keep their password; only its keeping is brought up to date.
  if (isOutdated(account.passwordHash))
    await queries.updatePasswordHash(db, account.id, await hashPassword(given.password))
  return openSession(context, account.id)
}

/** Opens a session for an account that has shown who it is. */
export async function openSession(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  userId: number,
): Promise<{ token: string }> {
  const token = newToken()
  const createdAt = clock.now()
  await queries.insertSession(db, {
    tokenHash: hashToken(token),
    userId,
    createdAt,
    expiresAt: later(createdAt, sessionLength),
  })
  return { token }
}

/** Who a session cookie stands for; undefined where it is unknown, over, or its account is closed. */
export async function findActor(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  token: string,
): Promise<Actor | undefined> {
  const session = await queries.findSession(db, hashToken(token), clock.now())
  return session && { id: session.id, isStaff: session.isStaff, sessionHash: session.tokenHash }
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
