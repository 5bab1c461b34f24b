import { assertPassword } from '#server/features/accounts/password-service.ts'
import { confirmSession, hasSecondFactor } from '#server/features/sessions/second-step-service.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { type Credential, requestOptions } from './passkeys.ts'
import * as queries from './queries.ts'
import { type Presented, verifyFactor } from './verify-service.ts'

/** Time for answering the browser's question, in milliseconds. */
const challengeLifetime = minutes(5)

/** Stores a new challenge of the session. @returns the options for the browser */
export async function beginConfirmation(context: AppContext, actor: Actor) {
  const { db, clock } = context
  const options = await requestOptions(context, await queries.listPasskeys(db, actor.id))
  const setUp = { sessionHash: actor.sessionHash, kind: 'confirmation', secret: options.challenge } as const
  const expiresAt = later(clock.now(), challengeLifetime)
  await changeAs(db, actor, (trx) => queries.putSetUp(trx, { ...setUp, expiresAt }))
  return { ...options }
}

export type Confirmation = {
  password: string
  code?: string | undefined
  recoveryCode?: string | undefined
  credential?: Credential | undefined
}

/**
 * Allows changes of the factors for five minutes. The password alone is enough only for an account without factors: with
 * the password of another person, one could otherwise replace them.
 * @throws ApiError password_incorrect, confirmation_factor, second_factor_wrong, passkey_rejected, throttled, not_signed_in
 */
export async function confirm(context: AppContext, actor: Actor, given: Confirmation): Promise<void> {
  const { db, clock } = context
  await assertPassword(context, actor, given.password)
  if (!(await hasSecondFactor(context, actor.id)))
    return changeAs(db, actor, (trx) => confirmSession(trx, actor, clock.now()))
  const { id: userId, isStaff, network } = actor
  const presented = await presentedOf(context, actor, given)
  const { use, succeeded } = await verifyFactor(context, { userId, isStaff, network }, presented)
  await changeAs(db, actor, async (trx) => {
    await use(trx)
    await confirmSession(trx, actor, clock.now())
  })
  await succeeded()
}

/** @throws ApiError confirmation_factor: none is given */
async function presentedOf(
  { db, clock }: AppContext,
  actor: Actor,
  { code, recoveryCode, credential }: Confirmation,
): Promise<Presented> {
  if (code !== undefined) return { code }
  if (recoveryCode !== undefined) return { recoveryCode }
  if (credential === undefined) throw new ApiError('confirmation_factor')
  // A challenge is used once, also by a rejected response.
  const setUp = { sessionHash: actor.sessionHash, kind: 'confirmation' } as const
  const taken = await changeAs(db, actor, (trx) => queries.takeSetUp(trx, setUp, clock.now()))
  return { credential, challenge: taken?.secret }
}
