import type { Trx } from '#server/db/database.ts'
import { maxPasskeys } from '@portal/contract/second-factor.ts'
import { mailOwner } from '#server/features/accounts/owner-mail-service.ts'
import { hasSecondFactor, isConfirmed, lockFactors } from '#server/features/sessions/second-step-service.ts'
import { endSessions } from '#server/features/sessions/service.ts'
import { byActor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { seal, secretOf, unseal } from '#server/lib/security/encryption.ts'
import { later, minutes } from '#server/lib/time/clock.ts'
import { creationOptions, type Credential, readNewPasskey } from './passkeys.ts'
import { qrCodeOf } from '#server/lib/html/qr-code.ts'
import { changeAs, changeSessionsAs } from '#server/lib/rights/rights.ts'
import * as queries from './queries.ts'
import { newRecoveryCodes } from './recovery-codes.ts'
import { findStep, newSecret, uriOf } from './totp.ts'

/** Time for installing an app and scanning the code, in milliseconds. */
const setUpLifetime = minutes(30)

const purpose = 'totp secret'

const isRequiredOf = ({ config }: Pick<AppContext, 'config'>, { isStaff }: Pick<Actor, 'isStaff'>) =>
  isStaff && config.staffSecondFactor === 'required'

/** Returns whether an account has to set up a second factor before calls of staff. */
export const mustSetUp = async (context: Pick<AppContext, 'db' | 'config'>, actor: Actor) =>
  isRequiredOf(context, actor) && !(await hasSecondFactor(context, actor.id))

/** @returns undefined if the secret was encrypted with another PORTAL_SECRET */
export const openSecret = ({ config }: Pick<AppContext, 'config'>, sealed: string): string | undefined =>
  unseal(secretOf(config) ?? '', purpose, sealed)

export async function showSecondFactor(context: AppContext, actor: Actor) {
  const { db, config } = context
  const totp = await queries.findTotp(db, actor.id)
  return {
    required: isRequiredOf(context, actor),
    confirmed: await isConfirmed(context, actor),
    hasSecret: secretOf(config) !== undefined,
    totpSince: totp?.createdAt,
    passkeys: await queries.listPasskeys(db, actor.id),
    recoveryCodesLeft: await queries.countRecoveryCodes(db, actor.id),
  }
}

/** @throws ApiError confirmation_required: password and factor were not given in the last five minutes */
async function assertConfirmed(context: AppContext, actor: Actor): Promise<void> {
  if (!(await isConfirmed(context, actor))) throw new ApiError('confirmation_required')
}

/** @throws ApiError confirmation_required, totp_unavailable */
export async function beginTotp(context: AppContext, actor: Actor) {
  const { db, config, clock } = context
  await assertConfirmed(context, actor)
  const key = secretOf(config)
  if (key === undefined) throw new ApiError('totp_unavailable')
  const { email } = await queries.findOwner(db, actor.id)
  const secret = newSecret()
  const uri = uriOf(secret, { issuer: config.brand.product, email })
  const setUp = { sessionHash: actor.sessionHash, kind: 'totp', secret: seal(key, purpose, secret) } as const
  const expiresAt = later(clock.now(), setUpLifetime)
  await changeAs(db, actor, (trx) => queries.putSetUp(trx, { ...setUp, expiresAt }))
  return { secret, uri, qr: qrCodeOf(uri) }
}

/**
 * Activates the app of `beginTotp` with a first code, which is used up.
 * @returns recovery codes, if the account has none
 * @throws ApiError second_factor_wrong, set_up_expired, throttled
 */
export async function addTotp(context: AppContext, actor: Actor, code: string): Promise<string[]> {
  const { db, clock } = context
  const now = clock.now()
  const setUp = { sessionHash: actor.sessionHash, kind: 'totp' } as const
  const sealed = (await queries.findSetUp(db, setUp, now))?.secret
  const secret = sealed && openSecret(context, sealed)
  if (!secret) throw new ApiError('set_up_expired')
  const step = findStep(secret, code, now, 0)
  if (step === undefined) throw new ApiError('second_factor_wrong')
  return add(context, actor, 'totp', async (trx) => {
    if ((await queries.takeSetUp(trx, setUp, now))?.secret !== sealed) throw new ApiError('set_up_expired')
    const isReplaced = await queries.deleteTotp(trx, actor.id)
    await queries.insertTotp(trx, { userId: actor.id, secret: sealed, createdAt: now, lastStep: step })
    return isReplaced
  })
}

/** @throws ApiError confirmation_required, passkeys_full */
export async function beginAddPasskey(context: AppContext, actor: Actor) {
  const { db, clock } = context
  await assertConfirmed(context, actor)
  const present = await queries.listPasskeys(db, actor.id)
  assertRoom(present.length)
  const { sub, email, firstName, lastName } = await queries.findOwner(db, actor.id)
  const name = `${firstName} ${lastName}`.trim() || email
  const options = await creationOptions(context, { sub, email, name }, present)
  const setUp = { sessionHash: actor.sessionHash, kind: 'passkey', secret: options.challenge } as const
  const expiresAt = later(clock.now(), setUpLifetime)
  await changeAs(db, actor, (trx) => queries.putSetUp(trx, { ...setUp, expiresAt }))
  return { ...options }
}

/**
 * Adds the passkey that a browser created with the options of `beginAddPasskey`. A challenge is used once, also by a
 * rejected response.
 * @returns recovery codes, if the account has none
 * @throws ApiError passkey_rejected, set_up_expired, passkeys_full, throttled
 */
export async function addPasskey(
  context: AppContext,
  actor: Actor,
  { name, credential }: { name: string; credential: Credential },
): Promise<string[]> {
  const { db, clock } = context
  const now = clock.now()
  const of = { sessionHash: actor.sessionHash, kind: 'passkey' } as const
  const setUp = await changeAs(db, actor, (trx) => queries.takeSetUp(trx, of, now))
  if (!setUp) throw new ApiError('set_up_expired')
  const passkey = await readNewPasskey(context, credential, setUp.secret)
  if (!passkey) throw new ApiError('passkey_rejected')
  return add(context, actor, 'passkey', async (trx) => {
    assertRoom((await queries.listPasskeys(trx, actor.id)).length)
    const isNew = await queries.insertPasskey(trx, { ...passkey, userId: actor.id, name, createdAt: now })
    if (!isNew) throw new ApiError('passkey_rejected')
    return false
  })
}

function assertRoom(present: number): void {
  if (present >= maxPasskeys) throw new ApiError('passkeys_full', { max: maxPasskeys })
}

/**
 * Adds a factor. The first one ends the account's other sessions, which began without it, and makes recovery codes; one
 * that replaces another ends them, too.
 * @param insert returns whether it replaced a factor
 * @returns the new recovery codes
 */
async function add(
  context: AppContext,
  actor: Actor,
  method: 'totp' | 'passkey',
  insert: (trx: Trx) => Promise<boolean>,
): Promise<string[]> {
  await takeTry(context, 'secondFactorChangeByAccount', String(actor.id))
  // Before the transaction: without PORTAL_SECRET, hashing ten codes takes 0.3 s.
  const made = (await hasSecondFactor(context, actor.id))
    ? undefined
    : await newRecoveryCodes(context, ownerOf(actor))
  return changeSessionsAs(context.db, actor, async (trx) => {
    const isFirst = !(await hasSecondFactor({ db: trx }, actor.id))
    const isReplaced = await insert(trx)
    if (isFirst || isReplaced) await endSessions(trx, actor.id, actor.sessionHash)
    await report(context, trx, actor, {
      event: isReplaced ? 'second-factor-replaced' : 'second-factor-added',
      action: 'second_factor.add',
      details: { method, ...(isReplaced && { replaced: true }) },
    })
    if (!isFirst || !made) return []
    await replaceRecoveryCodes(context, trx, actor, made.rows)
    return made.codes
  })
}

const ownerOf = ({ id: userId, isStaff }: Actor) => ({ userId, isStaff })

const replaceRecoveryCodes = async (
  context: AppContext,
  trx: Trx,
  actor: Actor,
  rows: { place: string; codeHash: string }[],
) => {
  await queries.deleteRecoveryCodes(trx, actor.id)
  await queries.insertRecoveryCodes(
    trx,
    rows.map((row) => ({ ...row, userId: actor.id, usedAt: null })),
  )
  await writeAudit({ ...context, db: trx }, byActor(actor), {
    action: 'recovery_codes.make',
    subjectId: actor.id,
  })
}

const report = async (
  context: AppContext,
  trx: Trx,
  actor: Actor,
  change: {
    event: 'second-factor-added' | 'second-factor-replaced' | 'second-factor-removed'
    action: 'second_factor.add' | 'second_factor.remove'
    details: Record<string, string | boolean>
  },
) => {
  const { action, event, details } = change
  await writeAudit({ ...context, db: trx }, byActor(actor), { action, subjectId: actor.id, details })
  await mailOwner(context, trx, await queries.findOwner(trx, actor.id), { kind: event })
}

/** @throws ApiError confirmation_required, not_found, second_factor_last, throttled */
export const removeTotp = (context: AppContext, actor: Actor): Promise<void> =>
  remove(context, actor, 'totp', (trx) => queries.deleteTotp(trx, actor.id))

/** @throws ApiError confirmation_required, not_found, second_factor_last, throttled */
export const removePasskey = (context: AppContext, actor: Actor, id: number): Promise<void> =>
  remove(context, actor, 'passkey', (trx) => queries.deletePasskey(trx, actor.id, id))

/** Removes a factor and ends the account's other sessions. With the last factor, removes the recovery codes. */
async function remove(
  context: AppContext,
  actor: Actor,
  method: 'totp' | 'passkey',
  deleteFactor: (trx: Trx) => Promise<boolean>,
): Promise<void> {
  await assertConfirmed(context, actor)
  await takeTry(context, 'secondFactorChangeByAccount', String(actor.id))
  await changeSessionsAs(context.db, actor, async (trx) => {
    if (!(await deleteFactor(trx))) throw new ApiError('not_found')
    if (!(await hasSecondFactor({ db: trx }, actor.id))) {
      if (isRequiredOf(context, actor)) throw new ApiError('second_factor_last')
      await queries.deleteRecoveryCodes(trx, actor.id)
    }
    await endSessions(trx, actor.id, actor.sessionHash)
    await report(context, trx, actor, {
      event: 'second-factor-removed',
      action: 'second_factor.remove',
      details: { method },
    })
  })
}

/** Replaces the recovery codes and tells the owner. @throws ApiError confirmation_required, second_factor_missing, throttled */
export async function makeRecoveryCodes(context: AppContext, actor: Actor): Promise<string[]> {
  await assertConfirmed(context, actor)
  if (!(await hasSecondFactor(context, actor.id))) throw new ApiError('second_factor_missing')
  await takeTry(context, 'secondFactorChangeByAccount', String(actor.id))
  const { codes, rows } = await newRecoveryCodes(context, ownerOf(actor))
  await changeAs(context.db, actor, async (trx) => {
    await lockFactors(trx, actor.id)
    if (!(await hasSecondFactor({ db: trx }, actor.id))) throw new ApiError('second_factor_missing')
    await replaceRecoveryCodes(context, trx, actor, rows)
    await mailOwner(context, trx, await queries.findOwner(trx, actor.id), { kind: 'recovery-codes-made' })
  })
  return codes
}
