import type { Trx } from '#server/db/database.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { forgetTries, hasTry, returnTry, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { type Credential, verifyAssertion } from './passkeys.ts'
import * as queries from './queries.ts'
import { isRecoveryCode, placeOf } from './recovery-codes.ts'
import { openSecret } from './service.ts'
import { findStep } from './totp.ts'

/** Whose factor is tried, and the network of the call (`networkOf`). */
export type Trier = { userId: number; isStaff: boolean; network: string }

/** A factor that a caller presents. */
export type Presented =
  | { code: string }
  | { recoveryCode: string }
  /** With the challenge that the caller has used up; undefined: there was none. */
  | { credential: Credential; challenge: string | undefined }

/** Uses a factor up in a transaction. @throws ApiError second_factor_wrong, passkey_rejected: another call used it */
export type UseFactor = (trx: Trx) => Promise<void>

/** What a right factor does: `use` in the transaction of its purpose, `succeeded` after it. */
type Verified = { use: UseFactor; succeeded: () => Promise<void> }

/** Limits of wrong codes of an app over days. */
const appCodeTotals = ['appCodeByAccountDay', 'appCodeByAccountMonth'] as const

/** All limits of wrong factors from any network. */
export const accountTotals = ['secondFactorByAccountTotal', ...appCodeTotals] as const

/**
 * Verifies a second factor. Tries are counted before: by account and network, by account, and those of six digits also in
 * total over days, which neither a right code nor a new password resets. Wrong ones are mailed to the owner.
 * @throws ApiError second_factor_wrong, passkey_rejected, throttled
 */
export async function verifyFactor(
  context: AppContext,
  trier: Trier,
  presented: Presented,
): Promise<Verified> {
  const account = String(trier.userId)
  const nearby = `${account} ${trier.network}`
  await takeTry(context, 'secondFactorByAccount', nearby)
  await takeTry(context, 'secondFactorByAccountTotal', account)
  const limited = 'code' in presented ? appCodeTotals : []
  for (const limit of limited) await takeTry(context, limit, account)
  const use = await check(context, trier, presented)
  if (!use) {
    await tellOfWrong(context, trier)
    const isPasskey = 'credential' in presented
    throw new ApiError(isPasskey ? 'passkey_rejected' : 'second_factor_wrong')
  }
  const succeeded = async () => {
    await forgetTries(context, 'secondFactorByAccount', nearby)
    await forgetTries(context, 'secondFactorByAccountTotal', account)
    for (const limit of limited) await returnTry(context, limit, account)
  }
  return { use, succeeded }
}

/** Mails the owner once a day: a caller who presents wrong factors knows the password. */
async function tellOfWrong(context: AppContext, { userId }: Trier): Promise<void> {
  if (await hasTry(context, 'secondFactorUnreported', String(userId))) return
  if (!(await hasTry(context, 'secondFactorMailByAccount', String(userId)))) return
  await context.db.transaction().execute(async (trx) => {
    await mailOwner(context, trx, await queries.findOwner(trx, userId), { kind: 'second-factor-wrong' })
  })
}

/** @returns undefined if the factor is wrong */
async function check(
  context: AppContext,
  trier: Trier,
  presented: Presented,
): Promise<UseFactor | undefined> {
  const { db, clock } = context
  const { userId } = trier
  if ('code' in presented) {
    const totp = await queries.findTotp(db, userId)
    const secret = totp && openSecret(context, totp.secret)
    const step = secret && findStep(secret, presented.code, clock.now(), totp.lastStep)
    if (!step) return undefined
    return async (trx) =>
      orThrow(await queries.useStep(trx, userId, totp.secret, step), 'second_factor_wrong')
  }
  if ('recoveryCode' in presented) {
    const found = await queries.findRecoveryCode(db, userId, placeOf(presented.recoveryCode))
    if (!found || !(await isRecoveryCode(context, trier, presented.recoveryCode, found.codeHash)))
      return undefined
    return async (trx) => {
      orThrow(await queries.useRecoveryCode(trx, userId, found.codeHash, clock.now()), 'second_factor_wrong')
      await mailOwner(context, trx, await queries.findOwner(trx, userId), { kind: 'recovery-code-used' })
    }
  }
  const { credential, challenge } = presented
  if (challenge === undefined) return undefined
  const passkeys = await queries.listPasskeys(db, userId)
  const passkey = passkeys.find(({ credentialId }) => credentialId === credential['id'])
  const counter = passkey && (await verifyAssertion(context, credential, challenge, passkey))
  if (passkey === undefined || counter === undefined) return undefined
  return async (trx) =>
    orThrow(await queries.usePasskey(trx, passkey, { counter, lastUsedAt: clock.now() }), 'passkey_rejected')
}

const orThrow = (used: boolean, code: 'second_factor_wrong' | 'passkey_rejected') => {
  if (!used) throw new ApiError(code)
}
