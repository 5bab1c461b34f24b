import type { Description } from '@portal/contract/descriptions.ts'
import type { Db } from '#server/db/database.ts'
import { hours, later } from '#server/lib/time/clock.ts'
import { byCommand, writeAudit } from '#server/lib/audit/audit.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import * as queries from './queries.ts'
import { errorsOfRegistration, type Registration } from './registration.ts'

export type { Registration } from './registration.ts'

/** Invalid settings of a partner, or an unknown partner; the message is printed by the CLI. */
export class PartnerError extends Error {
  override name = 'PartnerError'
  constructor(errors: readonly string[]) {
    super(errors.join('\n'))
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
  given: Registration,
  clientId = newClientId(),
): Promise<{ clientId: string; secret: string }> {
  const errors = errorsOfRegistration(given)
  if (!/^[a-z0-9][a-z0-9-]{2,63}$/.test(clientId))
    errors.push(
      `client-id: '${clientId}' must have 3 to 64 lowercase letters, digits and hyphens, and not begin with a hyphen.`,
    )
  if (errors.length > 0) throw new PartnerError(errors)
  const secret = newToken()
  await audited({ db, clock }, 'add', clientId, async (trx) => {
    const subjectType = given.subjectType ?? (given.firstParty ? 'public' : 'pairwise')
    const partner = { ...given, subjectType, clientId, secretHash: hashToken(secret), createdAt: clock.now() }
    if (!(await queries.insertPartner(trx, partner)))
      throw new PartnerError([`client-id: '${clientId}' is already used.`])
  })
  return { clientId, secret }
}

/** Makes a change and its audit entry in one transaction: that of `db`, or a new one. */
const audited = (
  { db, clock }: Context,
  change: 'add' | 'change' | 'rotate-secret' | 'disable' | 'enable',
  clientId: string,
  work: (trx: Db) => Promise<unknown>,
) => {
  const workAndAudit = async (trx: Db) => {
    // Waits for the calls that the partner is making (`holdRights`).
    await queries.lockPartner(trx, clientId)
    await work(trx)
    const entry = { action: 'partner.change', details: { partner: clientId, change } } as const
    await writeAudit({ db: trx, clock }, byCommand(`partner ${change}`), entry)
  }
  // The demonstration registers its site in a transaction of its own.
  return db.isTransaction ? workAndAudit(db) : db.transaction().execute(workAndAudit)
}

type PartsOf = Pick<Registration, 'scopes' | 'descriptions'>
type Parts = { add?: readonly string[] | undefined; remove?: readonly string[] | undefined }

/** @throws PartnerError if something to remove is not there */
function withParts(name: string, present: readonly string[], { add = [], remove = [] }: Parts): string[] {
  const missing = remove.filter((one) => !present.includes(one))
  if (missing.length > 0)
    throw new PartnerError(missing.map((one) => `remove-${name}: the partner does not have '${one}'.`))
  return [...new Set([...present, ...add])].filter((one) => !remove.includes(one))
}

/**
 * Changes the given settings of a partner. Ends its sign-ins if a first party becomes a third party.
 * @throws PartnerError
 */
export async function changePartner(
  { db, clock }: Context,
  clientId: string,
  given: Partial<Registration>,
  parts: { [List in keyof PartsOf]?: Parts } = {},
): Promise<void> {
  const { id, ...current } = await findRegistered(db, clientId)
  const { name, homeUrl, redirectUris, postLogoutRedirectUris, backchannelLogoutUri } = current
  const { initiateLoginUri, scopes, descriptions, origins, firstParty, subjectType } = current
  const changed = {
    name,
    homeUrl,
    redirectUris,
    postLogoutRedirectUris,
    backchannelLogoutUri,
    initiateLoginUri,
    scopes,
    descriptions,
    origins,
    firstParty,
    subjectType,
    ...given,
    ...(parts.scopes && { scopes: withParts('scope', scopes, parts.scopes) }),
    ...(parts.descriptions && {
      descriptions: withParts('writes', descriptions, parts.descriptions) as Description[],
    }),
  }
  const errors = errorsOfRegistration(changed)
  if (subjectType === 'pairwise' && changed.subjectType !== 'pairwise')
    errors.push('subject: pairwise subs are not changed back: the site would take its users for others.')
  if (errors.length > 0) throw new PartnerError(errors)
  await audited({ db, clock }, 'change', clientId, async (trx) => {
    await queries.updatePartner(trx, id, changed)
    if (subjectType !== changed.subjectType) await queries.keepSubjects(trx, id)
    // A first party has no consents.
    if (firstParty && !changed.firstParty) await queries.deleteSignIns(trx, id)
  })
}

export const listPartners = ({ db }: Pick<Context, 'db'>) => queries.listPartners(db)

/**
 * Sets a new secret.
 * @param keepFor hours for which the previous secret stays valid; 0 if it has leaked
 * @throws PartnerError
 */
export async function rotateSecret(
  { db, clock }: Context,
  clientId: string,
  keepFor: number,
): Promise<{ secret: string }> {
  const { id, secretHash } = await findRegistered(db, clientId)
  const secret = newToken()
  await audited({ db, clock }, 'rotate-secret', clientId, (trx) =>
    queries.updateSecret(trx, id, {
      secretHash: hashToken(secret),
      previousSecretHash: keepFor > 0 ? secretHash : null,
      previousSecretUntil: keepFor > 0 ? later(clock.now(), hours(keepFor)) : null,
    }),
  )
  return { secret }
}

/**
 * Disables a partner immediately: its tokens, its secret and sign-ins at its site. Its records are kept.
 * @throws PartnerError
 */
export async function disablePartner({ db, clock }: Context, clientId: string): Promise<void> {
  const { id } = await findRegistered(db, clientId)
  await audited({ db, clock }, 'disable', clientId, (trx) => queries.updateDisabled(trx, id, clock.now()))
}

/** @throws PartnerError */
export async function enablePartner({ db, clock }: Context, clientId: string): Promise<void> {
  const { id } = await findRegistered(db, clientId)
  await audited({ db, clock }, 'enable', clientId, (trx) => queries.updateDisabled(trx, id, null))
}

/** @throws PartnerError if there is no such partner */
export async function findRegistered(db: Db, clientId: string) {
  const partner = await queries.findPartner(db, clientId)
  if (!partner) throw new PartnerError([`There is no partner '${clientId}'. List all with 'partner list'.`])
  return partner
}
