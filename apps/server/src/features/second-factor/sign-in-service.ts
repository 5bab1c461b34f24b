import type { Trx } from '#server/db/database.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { finishSignIn, setChallenge, useChallenge } from '#server/features/sessions/second-step-service.ts'
import type { SecondStep as From } from '#server/features/sessions/service.ts'
import type { AppContext, PendingSignIn } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { forgetTries, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { verifyPassword } from '#server/lib/security/passwords.ts'
import { type Credential, requestOptions, verifyAssertion } from './passkeys.ts'
import * as queries from './queries.ts'
import { placeOf } from './recovery-codes.ts'
import { openSecret } from './service.ts'
import { findStep } from './totp.ts'

type SignedIn = Awaited<ReturnType<typeof finishSignIn>>

const networkSubject = ({ userId, network }: PendingSignIn) => `${userId} ${network}`

/** Counts a try, by account and network and by account. @throws ApiError throttled */
async function takeFactorTry(context: AppContext, pending: PendingSignIn): Promise<void> {
  await takeTry(context, 'secondFactorByAccount', networkSubject(pending))
  await takeTry(context, 'secondFactorByAccountTotal', String(pending.userId))
}

async function finish(
  context: AppContext,
  pending: PendingSignIn,
  from: From,
  use: (trx: Trx) => Promise<void>,
): Promise<SignedIn> {
  const signedIn = await finishSignIn(context, pending, from, use)
  await forgetTries(context, 'secondFactorByAccount', networkSubject(pending))
  await forgetTries(context, 'secondFactorByAccountTotal', String(pending.userId))
  return signedIn
}

const orThrow = (used: boolean, code: 'second_factor_wrong' | 'passkey_rejected') => {
  if (!used) throw new ApiError(code)
}

/** Finishes a sign-in with a code of an app. @throws ApiError second_factor_wrong, throttled, not_signed_in */
export async function verifyCode(
  context: AppContext,
  pending: PendingSignIn,
  code: string,
  from: From,
): Promise<SignedIn> {
  await takeFactorTry(context, pending)
  const totp = await queries.findTotp(context.db, pending.userId)
  const secret = totp && openSecret(context, totp.secret)
  const step = secret && findStep(secret, code, context.clock.now(), totp.lastStep)
  if (!step) throw new ApiError('second_factor_wrong')
  return finish(context, pending, from, async (trx) =>
    orThrow(await queries.useStep(trx, pending.userId, totp.secret, step), 'second_factor_wrong'),
  )
}

/**
 * Finishes a sign-in with a recovery code and mails the owner.
 * @throws ApiError second_factor_wrong, throttled, not_signed_in
 */
export async function verifyRecoveryCode(
  context: AppContext,
  pending: PendingSignIn,
  code: string,
  from: From,
): Promise<SignedIn> {
  const { userId } = pending
  await takeFactorTry(context, pending)
  const found = await queries.findRecoveryCode(context.db, userId, placeOf(code))
  if (!found || !(await verifyPassword(code, found.codeHash, 'known')))
    throw new ApiError('second_factor_wrong')
  return finish(context, pending, from, async (trx) => {
    const now = context.clock.now()
    orThrow(await queries.useRecoveryCode(trx, userId, found.codeHash, now), 'second_factor_wrong')
    await mailOwner(context, trx, await queries.findOwner(trx, userId), 'recovery-code-used')
  })
}

/** Stores a new challenge. @returns the options for the browser */
export async function beginPasskey(context: AppContext, pending: PendingSignIn) {
  const options = await requestOptions(context, await queries.listPasskeys(context.db, pending.userId))
  await setChallenge(context.db, pending.tokenHash, options.challenge)
  return { ...options }
}

/**
 * Finishes a sign-in with a passkey. A challenge is used once, also by a rejected response.
 * @throws ApiError passkey_rejected, throttled, not_signed_in
 */
export async function verifyPasskey(
  context: AppContext,
  pending: PendingSignIn,
  credential: Credential,
  from: From,
): Promise<SignedIn> {
  await takeFactorTry(context, pending)
  const { challenge } = pending
  if (challenge === null || !(await useChallenge(context.db, pending.tokenHash, challenge)))
    throw new ApiError('passkey_rejected')
  const passkeys = await queries.listPasskeys(context.db, pending.userId)
  const passkey = passkeys.find(({ credentialId }) => credentialId === credential['id'])
  const counter = passkey && (await verifyAssertion(context, credential, challenge, passkey))
  if (passkey === undefined || counter === undefined) throw new ApiError('passkey_rejected')
  return finish(context, pending, from, async (trx) => {
    const used = { counter, lastUsedAt: context.clock.now() }
    orThrow(await queries.usePasskey(trx, passkey, used), 'passkey_rejected')
  })
}
