import { finishSignIn, setChallenge, useChallenge } from '#server/features/sessions/second-step-service.ts'
import type { SecondStep as From } from '#server/features/sessions/service.ts'
import type { AppContext, PendingSignIn } from '#server/lib/context/app-context.ts'
import { type Credential, requestOptions } from './passkeys.ts'
import * as queries from './queries.ts'
import { type Presented, verifyFactor } from './verify-service.ts'

type SignedIn = Awaited<ReturnType<typeof finishSignIn>>

/**
 * Finishes a sign-in with a code of an app or a recovery code.
 * @throws ApiError second_factor_wrong, throttled, not_signed_in
 */
export async function verifyCode(
  context: AppContext,
  pending: PendingSignIn,
  presented: Presented,
  from: From,
): Promise<SignedIn> {
  const { use, succeeded } = await verifyFactor(context, pending, presented)
  const signedIn = await finishSignIn(context, pending, from, use)
  await succeeded()
  return signedIn
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
  const { challenge } = pending
  const isUsed = challenge !== null && (await useChallenge(context.db, pending.tokenHash, challenge))
  return verifyCode(context, pending, { credential, challenge: isUsed ? challenge : undefined }, from)
}
