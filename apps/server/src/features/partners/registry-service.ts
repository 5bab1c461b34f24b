import type { Db } from '#server/db/database.ts'
import { hours, later } from '#server/lib/time/clock.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { hashToken, newToken } from '#server/lib/security/tokens.ts'
import * as queries from './queries.ts'
import { errorsOfRegistration, type Registration } from './registration.ts'

export type { Registration } from './registration.ts'

/** What an operator said of a partner won't do. */
export class PartnerError extends Error {
  override name = 'PartnerFault'
  constructor(errors: readonly string[]) {
    super(errors.join('\n'))
  }
}

type Context = Pick<Portal, 'db' | 'clock'>

/** Random, and easy to tell from a secret. */
const newClientId = () => `site-${newToken().replace(/[-_]/g, '').slice(0, 12).toLowerCase()}`

/**
 * Registers a partner.
 * @param clientId chosen by the operator; undefined: a random one
 * @returns the secret, which is kept nowhere else
 * @throws PartnerError
 */
export async function addPartner(
  { db, clock }: Context,
  given: Registration,
  clientId = newClientId(),
): Promise<{ clientId: string; secret: string }> {
  const errors = errorsOfRegistration(given)
  if (!/^[a-z0-9][a-z0-9-]{2,63}$/.test(clientId))
    errors.push(`client-id: '${clientId}' is not made of 3 to 64 small letters, digits and hyphens.`)
  if (errors.length > 0) throw new PartnerError(errors)
  const secret = newToken()
  const added = await queries.insertPartner(db, {
    ...given,
    clientId,
    secretHash: hashToken(secret),
    createdAt: clock.now(),
  })
  if (!added) throw new PartnerError([`client-id: '${clientId}' is taken.`])
  return { clientId, secret }
}

/**
 * Changes a partner; fields that are absent stay. Sign-ins end where a first party becomes a third party.
 * @throws PartnerError
 */
export async function changePartner(
  { db }: Pick<Context, 'db'>,
  clientId: string,
  change: Partial<Registration>,
): Promise<void> {
  const { id, ...kept } = await find(db, clientId)
  const { name, homeUrl, redirectUris, postLogoutRedirectUris, backchannelLogoutUri } = kept
  const { initiateLoginUri, scopes, descriptions, origins, firstParty } = kept
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
    ...change,
  }
  const errors = errorsOfRegistration(changed)
  if (errors.length > 0) throw new PartnerError(errors)
  await queries.updatePartner(db, id, changed)
  // A first party has no consents.
  if (firstParty && !changed.firstParty) await queries.deleteSignIns(db, id)
}

export const listPartners = ({ db }: Pick<Context, 'db'>) => queries.listPartners(db)

/**
 * Gives a partner a new secret.
 * @param keepFor for so many hours the one before is taken, too; 0 where it has leaked
 * @throws PartnerError
 */
export async function rotateSecret(
  { db, clock }: Context,
  clientId: string,
  keepFor: number,
): Promise<{ secret: string }> {
  const { id, secretHash } = await find(db, clientId)
  const secret = newToken()
  await queries.updateSecret(db, id, {
    secretHash: hashToken(secret),
    previousSecretHash: keepFor > 0 ? secretHash : null,
    previousSecretUntil: keepFor > 0 ? later(clock.now(), hours(keepFor)) : null,
  })
  return { secret }
}

/** Shuts a partner out, at once: its tokens, its secret, signing in there. What it wrote stays. @throws PartnerError */
export async function disablePartner({ db, clock }: Context, clientId: string): Promise<void> {
  const { id } = await find(db, clientId)
  await queries.updateDisabled(db, id, clock.now())
}

/** @throws PartnerError */
export async function enablePartner({ db }: Pick<Context, 'db'>, clientId: string): Promise<void> {
  const { id } = await find(db, clientId)
  await queries.updateDisabled(db, id, null)
}

async function find(db: Db, clientId: string) {
  const partner = await queries.findPartner(db, clientId)
  if (!partner) throw new PartnerError([`There is no partner '${clientId}'; 'partner list' shows all.`])
  return partner
}
