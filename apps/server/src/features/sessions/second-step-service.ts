import type { Language } from '@portal/contract/words/language.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import { addMark, findMark } from '#server/lib/security/known-browsers.ts'
import type { Actor, AppContext, PendingSignIn } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf } from '#server/lib/rate-limit/rate-limit.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import { openSession, type SecondStep } from './service.ts'
import * as queries from './second-step-queries.ts'

export { setChallenge, useChallenge } from './second-step-queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>

/** How long a confirmation allows changes of the second factors, in milliseconds. */
const confirmedForMs = minutes(5)

export async function hasSecondFactor({ db }: Pick<AppContext, 'db'>, userId: number): Promise<boolean> {
  const { totp, passkey } = await queries.findFactors(db, userId)
  return totp || passkey
}

/** Finds the sign-in of a token whose second factor is missing. @returns undefined if it is unknown or expired */
export async function findPending(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  token: string,
  ip: string,
): Promise<PendingSignIn | undefined> {
  const pending = await queries.findPending(db, hashToken(token), clock.now())
  return pending && { ...pending, network: networkOf(ip) }
}

/**
 * Opens the session of a sign-in whose second factor was verified.
 * @param use uses up the factor in the transaction; throws if another call has used it
 * @returns the session token, its lifetime in milliseconds and the new value of the known-browsers cookie
 * @throws ApiError not_signed_in (the password was changed meanwhile)
 */
export async function finishSignIn(
  context: Context,
  pending: PendingSignIn,
  from: SecondStep,
  use: (trx: Trx) => Promise<void>,
): Promise<{ token: string; expiresInMs: number; browser: string; language: Language | null }> {
  const { opened, account } = await context.db.transaction().execute(async (trx) => {
    const account = await queries.lockAccount(trx, pending.userId)
    const begun = account && (await queries.deletePending(trx, pending.tokenHash))
    if (!begun) throw new ApiError('not_signed_in')
    await use(trx)
    const isKnown = (await findMark({ ...context, db: trx }, from.browser, account)) !== undefined
    const announce = isKnown ? undefined : from.announce
    return { opened: await openSession(context, trx, account, from, announce, begun.replaces), account }
  })
  return { ...opened, browser: await addMark(context, from.browser, account) }
}

/**
 * Whether the password, and a present factor, were given in this session, at the sign-in or since.
 * @param withinMs default: the last five minutes
 */
export async function isConfirmed(
  { db, clock }: Context,
  actor: Pick<Actor, 'sessionHash'>,
  withinMs = confirmedForMs,
) {
  const session = await queries.findConfirmation(db, actor.sessionHash)
  if (!session) return false
  const since = later(clock.now(), -withinMs)
  return session.createdAt > since || (session.confirmedAt !== null && session.confirmedAt > since)
}

/** Records that the owner has confirmed who acts in this session. */
export const confirmSession = async (db: Db, actor: Pick<Actor, 'sessionHash'>, now: Date): Promise<void> => {
  await queries.setConfirmation(db, actor.sessionHash, now)
}

/** Locks an account, so that concurrent changes of its second factors wait. */
export const lockFactors = async (trx: Db, userId: number): Promise<void> => {
  await trx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute()
}
