import { timingSafeEqual } from 'node:crypto'
import type { Db } from '#server/db/database.ts'
import { isUnavailable } from '#server/db/unavailable-errors.ts'
import { ConfigError } from '#server/lib/config/config.ts'
import type { Partner, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { reportError } from '#server/lib/errors/describe-error.ts'
import { secretOf } from '#server/lib/security/encryption.ts'
import { errorsOf, keyOf, networkOf, takeTries, triesOf } from '#server/lib/rate-limit/rate-limit.ts'
import { minutes } from '#server/lib/time/clock.ts'
import { hashToken } from '#server/lib/security/tokens.ts'
import * as queries from './queries.ts'

export { identityScopes, scopes } from './scopes.ts'

/** Maximum tokens of which `partnerFinder` remembers the client id. */
const maxKnown = 1_000

/**
 * Returns a function that authenticates a partner by access token. Queries the database after every call, so that disabling
 * a partner or removing a scope takes effect immediately.
 *
 * With `again` the call was counted before.
 *
 * Its token is an access token of the client credentials grant; tokens of users are rejected. It throws ApiError
 * access_token_invalid, and throttled if the partner exceeds its rate limit.
 */
export function partnerFinder(
  context: Pick<AppContext, 'db' | 'clock' | 'config'>,
): (token: string | undefined, ip: string, options?: { again: boolean }) => Promise<Partner> {
  const limit = 'partnerCalls'
  /** The client id of each token at its last look-up and the key of its limit: the calls are counted in the next one. */
  const known = new Map<string, { client: string; key: string }>()
  const remember = async (id: string, client: string) => {
    if (known.size >= maxKnown) known.clear()
    known.set(id, { client, key: await keyOf(context, limit, client) })
  }
  const findAndCount = async (id: string) => {
    const { client, key } = known.get(id) ?? { client: '', key: '' }
    const tries = triesOf(context, limit, key, 1)
    const found = await queries.findTokenOwner(context.db, id, { client, ...tries })
    if (!found) return undefined
    const { counted, ...owner } = found
    if (!counted) await remember(id, owner.clientId)
    const [error] = counted
      ? errorsOf(context, limit, tries, counted)
      : await takeTries(context, limit, owner.clientId, 1)
    return { owner, error }
  }
  /** When the last call of each partner was written here. */
  const noted = new Map<number, number>()
  const noteCall = async (id: number) => {
    const now = context.clock.now()
    if (now.getTime() - (noted.get(id) ?? 0) < minutes(1)) return
    noted.set(id, now.getTime())
    // The call is answered anyway: the time is only for operators.
    await queries.noteCall(context.db, id, now).catch((error: unknown) => reportError(error))
  }
  const findAgain = async (id: string) => {
    const owner = await queries.findTokenOwner(context.db, id, {
      client: '',
      ...triesOf(context, limit, '', 0),
    })
    if (!owner) return undefined
    const { counted: _, ...partner } = owner
    return { owner: partner, error: undefined }
  }
  return async (token, ip, { again } = { again: false }) => {
    const tokenHash = hashToken(token ?? '')
    const found = token ? await (again ? findAgain : findAndCount)(tokenHash) : undefined
    if (!found) throw new ApiError('access_token_invalid')
    if (!again) await noteCall(found.owner.id)
    if (found.error) throw found.error
    const { granted, payload, ...partner } = found.owner
    const requested = typeof payload.scope === 'string' ? payload.scope.split(' ') : []
    const scopes = requested.filter((name) => granted.includes(name))
    return { ...partner, tokenHash, scopes, network: networkOf(ip) }
  }
}

/** @throws ApiError scope_missing */
export function requireScope({ scopes }: Partner, scope: string): void {
  if (!scopes.includes(scope)) throw new ApiError('scope_missing', { scope })
}

export type RegisteredPartner = NonNullable<Awaited<ReturnType<typeof queries.findPartner>>>

/** Finds an enabled partner by client id. */
export async function findClient(
  { db }: { db: Db },
  clientId: string,
): Promise<RegisteredPartner | undefined> {
  if (clientId.includes('\0')) return undefined
  const partner = await queries.findPartner(db, clientId)
  return partner && !partner.disabledAt ? partner : undefined
}

/** Checks a client secret. After a rotation, the previous secret is accepted until `previousSecretUntil`. */
export async function isSecretOf(
  { db, clock }: Pick<AppContext, 'db' | 'clock'>,
  clientId: string,
  secret: string,
): Promise<boolean> {
  const partner = await findClient({ db }, clientId)
  if (!partner) return false
  const { secretHash, previousSecretHash, previousSecretUntil } = partner
  const given = Buffer.from(hashToken(secret))
  const isHash = (hash: string) => hash.length === given.length && timingSafeEqual(Buffer.from(hash), given)
  if (isHash(secretHash)) return true
  const isValid = previousSecretHash && previousSecretUntil && previousSecretUntil > clock.now()
  if (!isValid || !isHash(previousSecretHash)) return false
  // The call is answered anyway: the time is only for operators.
  await queries.notePreviousSecret(db, partner.id, clock.now()).catch((error: unknown) => reportError(error))
  return true
}

/** Cache lifetime of the origins in milliseconds. */
const originsMaxAgeMs = 5_000
type Origins = { all: string[]; firstParty: string[] }
const known = new WeakMap<Db, { origins: Origins; until: number }>()

/**
 * Returns the origins of enabled partners: `all` are allowed in `returnTo`, `firstParty` may embed the settings in a
 * frame. Cached for 5 seconds, because every page needs them; changes take effect after that time.
 */
export async function listOrigins({ db, clock }: Pick<AppContext, 'db' | 'clock'>): Promise<Origins> {
  const now = clock.now().getTime()
  const cached = known.get(db)
  if (cached && now < cached.until) return cached.origins
  try {
    const found = await queries.listOrigins(db)
    const unique = (of: typeof found) => [...new Set(of.map(({ origin }) => origin))]
    const origins = { all: unique(found), firstParty: unique(found.filter(({ firstParty }) => firstParty)) }
    known.set(db, { origins, until: now + originsMaxAgeMs })
    return origins
  } catch (error) {
    if (!isUnavailable(error)) throw error
    // Serve pages while the database is unavailable: use the last origins, and retry at most once a second.
    const origins = cached?.origins ?? { all: [], firstParty: [] }
    known.set(db, { origins, until: now + 1_000 })
    return origins
  }
}

/** @throws ConfigError if partners are registered but PORTAL_SECRET is missing */
export async function assertSecret({ db, config }: Pick<AppContext, 'db' | 'config'>): Promise<void> {
  if (secretOf(config) === undefined && (await queries.hasPartners(db)))
    throw new ConfigError(['PORTAL_SECRET: missing. It is required because partner sites are registered.'])
}
