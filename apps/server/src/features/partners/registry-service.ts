import type { Description } from '@portal/contract/words/descriptions.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import type { Db, Trx } from '#server/db/database.ts'
import { hours, later } from '#server/lib/time/clock.ts'
import { type AuditActor, type AuditEntry, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { changeAs } from '#server/lib/rights/rights.ts'
import { secretOf } from '#server/lib/security/encryption.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import * as queries from './queries.ts'
import {
  differences,
  errorsOfRegistration,
  messageOf,
  type Registration,
  settingNames,
} from './registration.ts'

export type { Registration } from './registration.ts'

/** Invalid settings of a partner, or an unknown partner; the message is printed by the CLI. */
export class PartnerError extends Error {
  override name = 'PartnerError'
  readonly errors: readonly ErrorDetail[]
  constructor(errors: readonly ErrorDetail[], message = errors.map(messageOf).join('\n')) {
    super(message)
    this.errors = errors
  }
}

type Context = Pick<AppContext, 'db' | 'clock'>

/** Generates a random client id; the prefix distinguishes it from secrets. */
const newClientId = () => `site-${newToken().replace(/[-_]/g, '').slice(0, 12).toLowerCase()}`

/**
 * Registers a partner.
 * @param clientId default: a random one
 * @returns the client id and the secret, of which only a hash is stored
 * @throws PartnerError
 */
export async function addPartner(
  { db, clock }: Context,
  by: AuditActor,
  given: Registration,
  clientId = newClientId(),
): Promise<{ clientId: string; secret: string }> {
  const errors = errorsOfRegistration(given)
  const params = { value: clientId }
  if (!/^[a-z0-9][a-z0-9-]{2,63}$/.test(clientId))
    errors.push({ code: 'client_id_invalid', field: 'client_id', params })
  if (errors.length > 0) throw new PartnerError(errors)
  const secret = newToken()
  await auditedChange({ db, clock }, by, 'add', clientId, async (trx) => {
    const subjectType = given.subjectType ?? (given.firstParty ? 'public' : 'pairwise')
    const partner = { ...given, subjectType, clientId, secretHash: hashToken(secret), createdAt: clock.now() }
    if (!(await queries.insertPartner(trx, partner)))
      throw new PartnerError([{ code: 'client_id_taken', field: 'client_id', params }])
    return differences({}, { ...given, subjectType })
  })
  return { clientId, secret }
}

/** @throws PartnerError: partners need PORTAL_SECRET */
export function assertPortalSecret({ config }: Pick<AppContext, 'config'>): void {
  if (secretOf(config) === undefined) throw new PartnerError([{ code: 'portal_secret_missing' }])
}

type Details = NonNullable<AuditEntry['details']>

/** Makes a change and its audit entry in one transaction: that of `db`, or a new one. `work` returns more details. */
export const auditedChange = (
  { db, clock }: Context,
  by: AuditActor,
  change:
    | 'add'
    | 'change'
    | 'rotate-secret'
    | 'disable'
    | 'enable'
    | 'webhook'
    | 'test-webhook'
    | 'retry-webhook',
  clientId: string,
  work: (trx: Trx) => Promise<Details>,
): Promise<void> => {
  const workAndAudit = async (trx: Trx) => {
    // Waits for the calls that the partner is making (`holdRights`).
    await queries.lockPartner(trx, clientId)
    const more = await work(trx)
    const entry = { action: 'partner.change', details: { partner: clientId, change, ...more } } as const
    await writeAudit({ db: trx, clock }, by, entry)
  }
  return changeAs(db, by, workAndAudit)
}

type PartsOf = Pick<Registration, 'scopes' | 'descriptions'>
type Parts = { add?: readonly string[] | undefined; remove?: readonly string[] | undefined }

/** @throws PartnerError if something to remove is not there */
function withParts(
  { field, option }: (typeof settingNames)[keyof PartsOf],
  present: readonly string[],
  { add = [], remove = [] }: Parts,
): string[] {
  const missing = remove.filter((one) => !present.includes(one))
  if (missing.length > 0)
    throw new PartnerError(
      missing.map((choice) => ({ code: 'choice_invalid', field, params: { choice } })),
      missing.map((one) => `remove-${option}: the partner does not have '${one}'.`).join('\n'),
    )
  return [...new Set([...present, ...add])].filter((one) => !remove.includes(one))
}

/** @throws PartnerError if the partner was changed after its settings were read */
export function assertVersion(current: number, version: number | undefined): void {
  if (version !== undefined && version !== current) throw new PartnerError([{ code: 'changed_meanwhile' }])
}

/**
 * Changes the given settings of a partner. Ends its sign-ins if a first party becomes a third party.
 * @param options.version of the settings that the change is based on
 * @throws PartnerError
 */
export const changePartner = (
  { db, clock }: Context,
  by: AuditActor,
  clientId: string,
  given: Partial<Registration>,
  { version, ...parts }: { [List in keyof PartsOf]?: Parts } & { version?: number } = {},
): Promise<void> =>
  auditedChange({ db, clock }, by, 'change', clientId, async (trx) => {
    const { id, ...current } = await findRegistered(trx, clientId)
    assertVersion(current.version, version)
    const present = registrationIn(current)
    const changed = {
      ...present,
      ...given,
      ...(parts.scopes && { scopes: withParts(settingNames.scopes, present.scopes, parts.scopes) }),
      ...(parts.descriptions && {
        descriptions: withParts(
          settingNames.descriptions,
          present.descriptions,
          parts.descriptions,
        ) as Description[],
      }),
    }
    const errors = errorsOfRegistration(changed)
    if (present.subjectType === 'pairwise' && changed.subjectType !== 'pairwise')
      errors.push({ code: 'subject_final', field: settingNames.subjectType.field })
    if (errors.length > 0) throw new PartnerError(errors)
    await queries.updatePartner(trx, id, changed)
    if (present.subjectType !== changed.subjectType) await queries.keepSubjects(trx, id)
    // A first party has no consents.
    if (present.firstParty && !changed.firstParty) await queries.deleteSignIns(trx, id)
    return differences(present, changed)
  })

/** The settings in a row of the registry. */
const registrationIn = (row: Omit<Registered, 'id'>) => {
  const { name, homeUrl, redirectUris, postLogoutRedirectUris, backchannelLogoutUri, initiateLoginUri } = row
  const { scopes, descriptions, origins, firstParty, dailyCap, personCap } = row
  const { company, purpose, purposeEn, privacyUrl, subjectType } = row
  const sites = { redirectUris, postLogoutRedirectUris, backchannelLogoutUri, initiateLoginUri, origins }
  const asks = { firstParty, company, purpose, purposeEn, privacyUrl, subjectType }
  return { name, homeUrl, ...sites, scopes, descriptions, dailyCap, personCap, ...asks }
}

export const listPartners = ({ db }: Pick<Context, 'db'>) => queries.listPartners(db)

/**
 * Sets a new secret.
 * @param keepFor hours for which the previous secret stays valid; 0 if it has leaked
 * @param version of the registration that the operator saw
 * @throws PartnerError
 */
export async function rotateSecret(
  { db, clock }: Context,
  by: AuditActor,
  clientId: string,
  keepFor: number,
  version?: number,
): Promise<{ secret: string }> {
  const secret = newToken()
  await auditedChange({ db, clock }, by, 'rotate-secret', clientId, async (trx) => {
    const current = await findRegistered(trx, clientId)
    assertVersion(current.version, version)
    await queries.updateSecret(trx, current.id, {
      secretHash: hashToken(secret),
      previousSecretHash: keepFor > 0 ? current.secretHash : null,
      previousSecretUntil: keepFor > 0 ? later(clock.now(), hours(keepFor)) : null,
    })
    return { secret: 'changed', keep_old_for: keepFor }
  })
  return { secret }
}

const setDisabled = (context: Context, by: AuditActor, clientId: string, disabled: boolean) =>
  auditedChange(context, by, disabled ? 'disable' : 'enable', clientId, async (trx) => {
    const { id, disabledAt } = await findRegistered(trx, clientId)
    // A second one keeps the time of the first.
    await queries.updateDisabled(trx, id, disabled ? (disabledAt ?? context.clock.now()) : null)
    return {}
  })

/**
 * Disables a partner immediately: its tokens, its secret and sign-ins at its site. Its records are kept.
 * @throws PartnerError
 */
export const disablePartner = (context: Context, by: AuditActor, clientId: string): Promise<void> =>
  setDisabled(context, by, clientId, true)

/** @throws PartnerError */
export const enablePartner = (context: Context, by: AuditActor, clientId: string): Promise<void> =>
  setDisabled(context, by, clientId, false)

type Registered = NonNullable<Awaited<ReturnType<typeof queries.findPartner>>>

/** @throws PartnerError if there is no such partner */
export async function findRegistered(db: Db, clientId: string): Promise<Registered> {
  const partner = await queries.findPartner(db, clientId)
  if (!partner)
    throw new PartnerError(
      [{ code: 'not_found' }],
      `There is no partner '${clientId}'. List all with 'partner list'.`,
    )
  return partner
}
