import type { Language } from '@portal/contract/words/language.ts'
import { isPersonName, isTelephone } from '@portal/contract/words/person-fields.ts'
import { cleanLine } from '@portal/contract/words/pasted-text.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import { days, later, minutes } from '#server/lib/time/clock.ts'
import { addMark, findMark } from '#server/lib/security/known-browsers.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'
import { byActor, byVisitor, writeAudit } from '#server/lib/audit/audit.ts'
import type { Trx } from '#server/db/database.ts'
import type { Mailer } from '#server/lib/mail/mailer.ts'
import type { Actor, AppContext, Profile } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import {
  hasTry,
  networkOf,
  returnTry,
  subjectOf,
  takeAccountTry,
  takeTry,
} from '#server/lib/rate-limit/rate-limit.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import { assertMunicipality } from '#server/features/municipalities/service.ts'
import { isTaken } from './addresses/queries.ts'
import { mailTexts } from './mail-texts/mail-texts.ts'
import { mailOf } from './mails.ts'
import { mailOwner } from './owner-mail-service.ts'
import { assertStrongPassword } from './password-policy.ts'
import { activationDays } from './mail-texts/link-lifetimes.ts'
import { queueToAddress, senderTo } from './send-mail.ts'
import * as queries from './queries.ts'
import { decodeUid } from '#server/lib/security/uid.ts'
import { changeAs } from '#server/lib/rights/rights.ts'

export { activationDays, disownDays, resetHours } from './mail-texts/link-lifetimes.ts'

type SignUp = {
  email: string
  firstName: string
  lastName: string
  telephone: string
  municipality: number
  password: string
  repeated: string
  /** Sent by Djoser clients; always the e-mail address. */
  username?: unknown
  /** Query string of the page, repeated in the mailed link. */
  query: string
  language: Language | undefined
  ip: string
  /** Known-browsers cookie (lib/security/known-browsers.ts). */
  browser: string | undefined
}

/**
 * Creates an inactive account and queues its activation mail in the same transaction.
 * @returns the new value of the known-browsers cookie: the activation checks that this browser signed up
 * @throws ApiError in this order: pk_unknown, email_taken, password rules, passwords_differ (wire.md); throttled
 */
export async function signUp(context: AppContext, given: SignUp): Promise<{ browser: string }> {
  const { db, clock } = context
  await takeTry(context, 'signUpByNetwork', networkOf(given.ip))

  await assertMunicipality(db, given.municipality)
  if (await isTaken(db, given.email, clock.now())) throw emailTaken(given)
  assertStrongPassword(given.password, given, 'password')
  if (given.password !== given.repeated) throw new ApiError('passwords_differ')
  await takeTry(context, 'signUpByAccount', subjectOf({ ...given, mark: undefined }))
  await takeTry(context, 'signUpByAccountTotal', given.email)

  // Hashing is slow and runs before the transaction. The mail is queued inside: it is sent only if the account exists.
  const passwordHash = await hashPassword(given.password)
  const id = await db.transaction().execute(async (trx) => {
    const account = await queries.insertAccount(trx, {
      email: given.email,
      firstName: given.firstName,
      lastName: given.lastName,
      telephone: given.telephone,
      municipalityId: given.municipality,
      role: null,
      isActive: false,
      passwordHash,
      createdAt: clock.now(),
      activatedAt: null,
      language: given.language,
    })
    if (!account) throw emailTaken(given)
    await mailOwner(context, trx, { ...account, ...given }, { kind: 'activation', query: given.query })
    const entry = { action: 'account.sign_up', subjectId: account.id } as const
    await writeAudit({ db: trx, clock }, byVisitor(given.ip), entry)
    return account.id
  })
  return { browser: await addMark(context, given.browser, { id, passwordHash }) }
}

function emailTaken({ username }: SignUp): ApiError {
  const errors: ErrorDetail[] = [{ code: 'email_taken' }]
  if (username !== undefined) errors.push({ code: 'username_taken' })
  return new ApiError(errors)
}

/**
 * Queues another activation mail. The mail job checks if the account still needs it. Sends no mail once the limit per
 * account is used up: the mailbox already contains valid links.
 * @throws ApiError throttled (limits by account and network, and by network)
 */
export async function resendActivation(
  context: AppContext,
  given: { email: string; query: string; ip: string },
): Promise<void> {
  await takeAccountTry(context, 'signUp', { ...given, mark: undefined })
  // Separate counter: otherwise requests of strangers would block the owner of the address from signing up.
  if (!(await hasTry(context, 'signUpByAccountTotal', `again ${given.email}`))) return
  await queueToAddress(context, { kind: 'activation-again', email: given.email, query: given.query })
}

/** Returns the stored query string of a mailed link, also of a used one; undefined if there is none. */
export const findLinkQuery = ({ db }: Pick<AppContext, 'db'>, token: string): Promise<string | undefined> =>
  queries.findLinkQuery(db, hashToken(token))

/** Lifetime of the token that lets a browser that did not sign up set a new password after the activation. */
const newPasswordMinutes = 30

/**
 * Activates the account of a mailed link.
 * @param given.browser known-browsers cookie
 * @returns the account's address, and a token that sets a new password if this browser did not sign up: a stranger may
 * have chosen the password
 * @throws ApiError uid_invalid, token_invalid, activation_stale (already activated), throttled
 */
export async function activate(
  context: Pick<AppContext, 'db' | 'clock' | 'config'>,
  given: Link & { browser: string | undefined },
): Promise<{ email: string; newPassword: string | undefined }> {
  const { db, clock } = context
  const { account, tokenHash } = await readLink(context, given, 'activation')
  const now = clock.now()
  const stored = await queries.findPasswordHash(db, account.id)
  const signedUpHere = await findMark(context, given.browser, stored && { id: account.id, ...stored })
  const newPassword = signedUpHere === undefined ? newToken() : undefined
  await db.transaction().execute(async (trx) => {
    // Also fails for an account that was closed after its activation: links do not reopen it.
    if (!(await queries.activateAccount(trx, account.id, now))) throw new ApiError('activation_stale')
    await queries.useToken(trx, tokenHash, now)
    const entry = { action: 'account.activate', subjectId: account.id } as const
    await writeAudit({ db: trx, clock }, byVisitor(given.ip), entry)
    if (newPassword !== undefined)
      await queries.insertToken(trx, {
        tokenHash: hashToken(newPassword),
        userId: account.id,
        purpose: 'password',
        createdAt: now,
        expiresAt: later(now, minutes(newPasswordMinutes)),
      })
  })
  // The sign-up was a real person's: those who sign up behind the same address are not blocked by it.
  await returnTry(context, 'signUpByNetwork', networkOf(given.ip))
  return { email: account.email, newPassword }
}

type ProfileChange = { firstName?: string; lastName?: string; telephone?: string; municipalityId?: number }

/**
 * Changes the profile of the signed-in account. Absent fields keep their values. An unchanged name or telephone is not
 * validated: forms send all fields, and imported values may violate the current rules.
 * @throws ApiError not_signed_in, name_invalid, telephone_invalid, pk_unknown
 */
export async function updateMe(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  actor: Actor,
  change: ProfileChange,
): Promise<Profile> {
  const account = actor.profile
  const errors: ErrorDetail[] = []
  for (const [name, field] of [
    ['firstName', 'first_name'],
    ['lastName', 'last_name'],
  ] as const)
    if (isEdited(change[name], account[name]) && !isPersonName(change[name]))
      errors.push({ code: 'name_invalid', field })
  if (isEdited(change.telephone, account.telephone) && !isTelephone(change.telephone))
    errors.push({ code: 'telephone_invalid', field: 'telephone' })
  if (errors.length > 0) throw new ApiError(errors)

  if (change.municipalityId !== undefined) await assertMunicipality(db, change.municipalityId)
  const changed = Object.entries(change).filter(([name, value]) => value !== account[name as keyof Profile])
  if (changed.length === 0) return account
  return changeAs(db, actor, async (trx) => {
    const updated = await queries.updateAccount(trx, actor.id, change)
    if (!updated) throw new ApiError('not_signed_in')
    await writeAudit({ db: trx, clock }, byActor(actor), {
      action: 'account.update',
      subjectId: actor.id,
      // Without the values: the audit log contains no personal data.
      details: { fields: changed.map(([name]) => name).join(' ') },
    })
    return { ...account, ...updated }
  })
}

const isEdited = (value: string | undefined, stored: string): value is string =>
  value !== undefined && value !== cleanLine(stored)

/** Finds an active staff account by its address. */
export async function findStaff(
  { db }: Pick<AppContext, 'db'>,
  email: string,
): Promise<{ id: number; role: Role } | undefined> {
  const found = await queries.findAccountByEmail(db, email)
  return found?.isActive && found.role ? { id: found.id, role: found.role } : undefined
}

/** Returns the id of an active participant by its address. */
export async function findActiveParticipant(
  { db }: Pick<AppContext, 'db'>,
  email: string,
): Promise<number | undefined> {
  const found = await queries.findAccountByEmail(db, email)
  return found?.isActive && !found.isStaff ? found.id : undefined
}

export type Link = { uid: string; token: string; ip: string }

/** Purposes of links that work for accounts that are not active: not yet, or closed. */
const forInactive = new Set(['activation', 'disown', 'password'])

/**
 * Finds the account and the unexpired token of a mailed link, for a password also unused.
 * @throws ApiError uid_invalid, token_invalid, throttled
 */
export async function readLink(
  context: Pick<AppContext, 'db' | 'clock' | 'config'>,
  { uid, token, ip }: Link,
  purpose: queries.Purpose,
) {
  const { db, clock } = context
  await takeTry(context, 'linkByNetwork', networkOf(ip))
  const id = decodeUid(uid)
  const account = id === undefined ? undefined : await queries.findAccount(db, id)
  if (!account || !(account.isActive || forInactive.has(purpose))) throw new ApiError('uid_invalid')
  const found = await queries.findToken(db, hashToken(token), { userId: account.id, purpose }, clock.now())
  if (!found || (found.usedAt && purpose === 'password')) throw new ApiError('token_invalid')
  await returnTry(context, 'linkByNetwork', networkOf(ip))
  return { account, tokenHash: found.tokenHash, emailChangeId: found.emailChangeId }
}

/** Marks the token of a link as used, in the transaction of what the link does. @returns false if it was used before */
export const useLink = (trx: Trx, { tokenHash }: { tokenHash: string }, now: Date): Promise<boolean> =>
  queries.useToken(trx, tokenHash, now)

/**
 * Tells a person that the account is erased. Sent directly: a queued mail would store the address.
 * @throws MailError
 */
export function sendErasedMail(
  { config, mailer }: Pick<AppContext, 'config'> & { mailer: Mailer },
  to: { email: string; firstName: string; language: Language | null },
): Promise<void> {
  const sender = senderTo({ isStaff: false, language: to.language }, config.brand)
  return mailer.send(mailOf(to, sender, mailTexts.erased[sender.language](sender.product)))
}

/** Deletes expired tokens, and accounts that were not activated within `activationDays`. */
export async function deleteLeftovers({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<void> {
  const now = clock.now()
  await queries.deleteExpiredTokens(db, now)
  await queries.deleteUnactivatedAccounts(db, later(now, -days(activationDays)))
}
