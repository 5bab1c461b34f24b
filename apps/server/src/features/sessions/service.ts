import type { Language } from '@portal/contract/words/language.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import { type BrowserLabel, browserLabelOf } from '#server/lib/security/browser-label.ts'
import { askerOf, oneAtATime, hashesOf } from '#server/lib/security/hash-queue.ts'
import { addMark, findMark } from '#server/lib/security/known-browsers.ts'
import { hashPassword, isOutdated, verifyEvenly, verifyPassword } from '#server/lib/security/passwords.ts'
import { byActor } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import {
  keyOf,
  networkOf,
  returnTry,
  subjectOf,
  takeAccountTry,
  takeTry,
  truncated,
} from '#server/lib/rate-limit/rate-limit.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { isLocked } from './account-lock.ts'
import { endOf, limitsOf } from './session-lifetimes.ts'
import * as queries from './queries.ts'
import { deleteExpiredPending, deletePendingOf } from './second-step-queries.ts'

/** Maximum sessions per account; a new one ends the oldest. Needed because successful sign-ins are not limited. */
export const maxSessions = 100

/** Time for the second factor after the password, in milliseconds. */
export const pendingLength = minutes(5)

/** Maximum pending sign-ins per account. */
const maxPending = 20

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** Where a sign-in came from, in words for the owner of the account. */
export type SignInPlace = BrowserLabel & { network: string }

/** Tells the owner of an account about a sign-in from a browser that has not signed in to it before. */
export type AnnounceSignIn = (
  trx: Trx,
  signIn: SignInPlace & { userId: number; email: string; at: Date },
) => Promise<void>

type SignIn = {
  email: string
  password: string
  ip: string
  userAgent: string | undefined
  /** Known-browsers cookie (lib/security/known-browsers.ts). */
  browser: string | undefined
  /** Language chosen in the browser. */
  language: Language | undefined
  /** Session token of the request; that session ends, or continues if it is of the same account. */
  replaces: string | undefined
  /** Called in the transaction of the sign-in. */
  announce: AnnounceSignIn
}

/** What the second step of a sign-in knows of the request. */
export type SecondStep = Pick<SignIn, 'ip' | 'userAgent' | 'browser' | 'language' | 'announce'>

type Opened = { token: string; expiresInMs: number }
type OpenedInLanguage = Opened & { /** null: none chosen. */ language: Language | null }
type SignedIn = OpenedInLanguage & { browser: string; factors?: never }
type Factors = { totp: boolean; passkey: boolean; recovery: boolean }
type Pending = { token: string; factors: Factors }

/**
 * Signs in. Unknown address, wrong password, inactive and locked account give the same answer in the same time.
 * @returns the session token, its lifetime in milliseconds and the new value of the known-browsers cookie; for an account
 *   with a second factor, the token of a pending sign-in and the account's factors
 * @throws ApiError credentials_wrong, throttled, unavailable (the hash queue is full)
 */
export async function login(context: Context, given: SignIn): Promise<SignedIn | Pending> {
  const { db } = context
  // PostgreSQL text cannot contain NUL. The password is still verified, so that the answer takes the same time.
  const account = given.email.includes('\0') ? undefined : await queries.findCredentials(db, given.email)
  const mark = await findMark(context, given.browser, account)
  const origin = { email: given.email, ip: given.ip, mark }
  await takeAccountTry(context, 'signIn', origin)
  if (mark === undefined) await takeTry(context, 'signInByAccountTotal', given.email)
  /** Of the limits that only failures use up, so that people behind one address do not block each other. */
  const returnTries = async () => {
    if (mark !== undefined) return
    await returnTry(context, 'signInByNetwork', networkOf(given.ip))
    await returnTry(context, 'signInByAccountTotal', given.email)
  }

  // Serialize tries: otherwise the duration of several parallel tries reveals how long each check takes.
  // Also serialize known browsers per account: its owner could otherwise fill the queue with correct passwords.
  const key = mark === undefined || !account ? subjectOf(origin) : hashesOf(account)
  const isCorrect = await oneAtATime(key, () =>
    verifyEvenly(
      given.password,
      { hash: account?.passwordHash ?? null, accepts: account !== undefined && accepts(context, account) },
      () => queries.findSlowestHashes(db),
      mark === undefined || !account ? 'stranger' : askerOf(account),
    ),
  ).catch(async (error: unknown) => {
    // The password was not checked: a burst of tries must not lock the owner out afterwards.
    if (error instanceof ApiError) {
      await returnTry(context, 'signInByAccount', subjectOf(origin))
      await returnTries()
    }
    throw error
  })
  if (!isCorrect || !account?.passwordHash) throw new ApiError('credentials_wrong')

  await returnTries()
  const passwordHash = await renewHash(
    db,
    { id: account.id, isStaff: account.isStaff, passwordHash: account.passwordHash },
    given.password,
  )
  const replaced = given.replaces === undefined ? null : hashToken(given.replaces)
  const session = newSession(context, account, given, replaced)
  const signIn = {
    ...session.row,
    checked: passwordHash,
    counted: await keyOf(context, 'signInByAccount', subjectOf(origin)),
    pendingEnds: later(session.row.at, pendingLength),
    maxPending,
  }
  // A password reset may have run since the check; it has already ended all sessions.
  const write = async (db: Db) =>
    (await queries.signIn(db, signIn)) ?? Promise.reject(new ApiError('credentials_wrong'))
  // Without anything else to write, the statement is its own transaction.
  const factors =
    mark !== undefined && !choosesLanguage(account, given.language)
      ? await write(db)
      : await db.transaction().execute(async (trx) => {
          const factors = await write(trx)
          const announce = mark === undefined ? given.announce : undefined
          if (!isPending(factors)) await completeSession(trx, session, account, given, announce)
          return factors
        })
  if (isPending(factors)) return { token: session.token, factors }
  // A known browser has passed every step of a sign-in.
  const browser = await addMark(context, given.browser, { id: account.id, passwordHash })
  return { ...openedOf(context, session, account, given.language), browser }
}

/** Whether an account can be signed in to with its password. */
const accepts = (
  { clock }: Pick<Context, 'clock'>,
  account: { isActive: boolean; lockedAt: Date | null; lockEndsAt: Date | null },
) => account.isActive && !isLocked(account, clock.now())

const isPending = ({ totp, passkey }: Factors) => totp || passkey

/**
 * Replaces an imported hash by one with the current parameters; the password stays the same.
 * @returns the current hash
 * @throws ApiError credentials_wrong if the password was changed since the check
 */
async function renewHash(
  db: Db,
  account: { id: number; isStaff: boolean; passwordHash: string },
  password: string,
): Promise<string> {
  // The hash may be of the password without white space around it, which the new one would reject.
  if (!isOutdated(account.passwordHash) || password.trim() !== password) return account.passwordHash
  const passwordHash = await hashPassword(password, askerOf(account))
  if (await queries.replacePasswordHash(db, account.id, account.passwordHash, passwordHash))
    return passwordHash
  // A concurrent sign-in may have replaced the hash.
  const stored = (await queries.findPasswordHash(db, account.id))?.passwordHash
  if (!stored || !(await verifyPassword(password, stored, askerOf(account))))
    throw new ApiError('credentials_wrong')
  return stored
}

type NewSession = ReturnType<typeof newSession>
type Account = { id: number; isStaff: boolean; email: string; language: Language | null }

/** Makes the token of a new session, and the row of its hash with what is stored about the sign-in. */
function newSession(
  context: Pick<AppContext, 'clock' | 'config'>,
  { id, isStaff }: Pick<Account, 'id' | 'isStaff'>,
  from: Pick<SignIn, 'ip' | 'userAgent'>,
  replaced: string | null,
) {
  const token = newToken()
  const at = context.clock.now()
  const place = truncated(from.ip)
  const { kind, network = null } = byActor({ id, isStaff, network: networkOf(from.ip) })
  const ends = endOf(context, { isStaff, createdAt: at, lastSeenAt: at })
  const label = browserLabelOf(from.userAgent)
  const sessionOf = { account: id, token: hashToken(token), at, ends, maxSessions }
  const row = { ...sessionOf, ...label, place, kind, network, replaced }
  return { token, row }
}

/**
 * Creates a session for an authenticated account.
 * @param replaced token hash of a session of the account that continues instead
 * @param announce if the browser is new to the account
 * @returns its token and its longest lifetime in milliseconds
 */
export async function openSession(
  context: Pick<AppContext, 'clock' | 'config'>,
  trx: Trx,
  account: Account,
  from: Pick<SignIn, 'ip' | 'userAgent' | 'language'>,
  announce: AnnounceSignIn | undefined,
  replaced: string | null = null,
): Promise<OpenedInLanguage> {
  const session = newSession(context, account, from, replaced)
  await queries.openSession(trx, session.row)
  await completeSession(trx, session, account, from, announce)
  return openedOf(context, session, account, from.language)
}

/** Writes what only some sign-ins need: the mail to the owner, and the browser's language for an account without one. */
async function completeSession(
  trx: Trx,
  { row: { browser, system, place, at } }: NewSession,
  account: Account,
  { language }: Pick<SignIn, 'language'>,
  announce: AnnounceSignIn | undefined,
): Promise<void> {
  const { id: userId, email } = account
  await announce?.(trx, { browser, system, network: place, userId, email, at })
  if (language && choosesLanguage(account, language)) await queries.updateLanguage(trx, userId, language)
}

/** Whether the browser's language becomes that of the account: of a customer without one. Staff pages are Greek. */
const choosesLanguage = ({ isStaff, language }: Account, chosen: Language | undefined) =>
  !isStaff && !language && chosen !== undefined

const openedOf = (
  context: Pick<AppContext, 'config'>,
  { token }: NewSession,
  account: Account,
  chosen: Language | undefined,
): OpenedInLanguage => ({
  token,
  expiresInMs: limitsOf(context, account).longest,
  language: account.isStaff ? 'el' : (account.language ?? chosen ?? null),
})

/** Replaces the token of a session. @returns the new token and its longest remaining lifetime in milliseconds */
export async function renewToken(
  context: Context,
  actor: Pick<Actor, 'sessionHash' | 'isStaff'>,
): Promise<Opened> {
  const token = newToken()
  const session = await queries.replaceToken(context.db, actor.sessionHash, hashToken(token))
  if (!session) throw new ApiError('not_signed_in')
  const end = later(session.createdAt, limitsOf(context, actor).longest)
  return { token, expiresInMs: end.getTime() - context.clock.now().getTime() }
}

/** Signs out: deletes the session. */
export const logout = ({ db }: Pick<AppContext, 'db'>, actor: Pick<Actor, 'sessionHash'>) =>
  queries.deleteSession(db, actor.sessionHash)

/**
 * Ends the sessions and the pending sign-ins of an account, so that stolen ones become invalid.
 * @param except token hash of a session to keep
 * @returns the number of ended sessions
 */
export async function endSessions(db: Db, userId: number, except?: string): Promise<number> {
  const ended = await queries.deleteSessionsOf(db, userId, except)
  await deletePendingOf(db, userId)
  return ended
}

export async function deleteExpiredSessions({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  await queries.deleteExpiredSessions(db, clock.now())
  await deleteExpiredPending(db, clock.now())
}
