import { timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { isUnavailable } from '#server/db/unavailable.ts'
import { ConfigError } from '#server/lib/config/config.ts'
import type { Partner, Portal } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { secretOf } from '#server/lib/security/encryption.ts'
import { takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import * as queries from './queries.ts'

export { identityScopes, scopes } from './scopes.ts'

/**
 * Which partner's program an access token stands for. Looked up at every call, so that disabling a partner, or taking a
 * scope from it, takes effect at once.
 * @param token of the client credentials grant; one that stands for a person opens nothing here
 * @param scope what the call needs; undefined: a token of any scope will do
 * @throws ApiError access_token_invalid, scope_missing; throttled where the partner calls more often than it may
 */
export async function findPartner(
  context: Pick<Portal, 'db' | 'clock' | 'config'>,
  token: string | undefined,
  scope: string | undefined,
): Promise<Partner> {
  const { db, clock } = context
  const found = token ? await queries.findTokenOwner(db, hashToken(token), clock.now()) : undefined
  if (!found) throw new ApiError('access_token_invalid')
  await takeTry(context, 'partnerCalls', found.clientId)
  const { granted, payload, ...partner } = found
  const asked = typeof payload.scope === 'string' ? payload.scope.split(' ') : []
  const scopes = asked.filter((one) => granted.includes(one))
  if (scope && !scopes.includes(scope)) throw new ApiError('scope_missing', { scope })
  return { ...partner, scopes }
}

export type RegisteredPartner = NonNullable<Awaited<ReturnType<typeof queries.findPartner>>>

/** What is registered under a client id; undefined where nothing is, or the partner was disabled. */
export async function findClient(
  { db }: { db: Db },
  clientId: string,
): Promise<RegisteredPartner | undefined> {
  if (clientId.includes('\0')) return undefined
  const partner = await queries.findPartner(db, clientId)
  return partner && !partner.disabledAt ? partner : undefined
}

/** Whether a secret is the partner's; for a while after a rotation, also whether it was. */
export async function isSecretOf(
  { db, clock }: Pick<Portal, 'db' | 'clock'>,
  clientId: string,
  secret: string,
): Promise<boolean> {
  const partner = await findClient({ db }, clientId)
  if (!partner) return false
  const { secretHash, previousSecretHash, previousSecretUntil } = partner
  const given = Buffer.from(hashToken(secret))
  const isHash = (kept: string) => kept.length === given.length && timingSafeEqual(Buffer.from(kept), given)
  if (isHash(secretHash)) return true
  const stillTaken = previousSecretHash && previousSecretUntil && previousSecretUntil > clock.now()
  return stillTaken ? isHash(previousSecretHash) : false
}

/** For as long, other processes than the one that registers a partner don't know its origins. */
const originsLast = 5_000
type Origins = { all: string[]; firstParty: string[] }
const known = new WeakMap<Db, { origins: Origins; until: number }>()

/**
 * Origins of partners' sites, from a few seconds after their registration on: all of them may be named by `returnTo`, those
 * of first parties may show the settings in a frame. Kept in memory for so long, since every page asks.
 */
export async function listOrigins({ db, clock }: Pick<Portal, 'db' | 'clock'>): Promise<Origins> {
  const now = clock.now().getTime()
  const kept = known.get(db)
  if (kept && now < kept.until) return kept.origins
  try {
    const found = await queries.listOrigins(db)
    const unique = (of: typeof found) => [...new Set(of.map(({ origin }) => origin))]
    const origins = { all: unique(found), firstParty: unique(found.filter(({ firstParty }) => firstParty)) }
    known.set(db, { origins, until: now + originsLast })
    return origins
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // Pages are served while the database is away: with the origins read last, and without waiting for it each time.
    const origins = kept?.origins ?? { all: [], firstParty: [] }
    known.set(db, { origins, until: now + 1_000 })
    return origins
  }
}

/** @throws ConfigError where partners are registered, but the secret that the keys of their sign-in need is missing */
export async function assertSecret({ db, config }: Pick<Portal, 'db' | 'config'>): Promise<void> {
  if (secretOf(config) === undefined && (await queries.hasPartners(db)))
    throw new ConfigError([
      'PORTAL_SECRET: missing, and partner sites are registered whose sign-in needs it.',
    ])
}
