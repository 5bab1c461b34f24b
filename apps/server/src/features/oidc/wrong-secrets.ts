import { errors } from 'oidc-provider'
import { isSecretOf } from '#server/features/partners/service.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf, assertNotExhausted, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { currentVisit, type Middleware } from './request-context.ts'

/** Where partners' programs show their secret. */
const paths = new Set(['/token', '/token/introspection', '/token/revocation'])

/** The provider answers at /TOKEN/ as at /token. */
const isAsked = (path: string) => paths.has(path.toLowerCase().replace(/\/$/, ''))

class TooManyCalls extends errors.OIDCProviderError {
  override error_description = 'too many calls of this client'
  constructor() {
    super(429, 'temporarily_unavailable')
  }
}

/**
 * Whether a secret is the client's. Calls with the right secret are limited by client, wrong ones separately, so that
 * wrong secrets from any number of networks do not block the right one. A guess of 256 random bits
 * needs no other limit; the count ends the attempts' cost for the database.
 */
export async function checkSecret(portal: Portal, clientId: string, secret: string): Promise<boolean> {
  const visit = currentVisit()
  try {
    const isRight = await isSecretOf(portal, clientId, secret)
    visit.wrongSecret = !isRight
    await takeTry(portal, isRight ? 'partnerTokens' : 'partnerSecretByPartner', clientId)
    return isRight
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    visit.retryAfter = Number(error.errors[0]?.params?.seconds ?? 60)
    throw new TooManyCalls()
  }
}

/**
 * Limits how often an address may send a wrong secret, or an unknown client id. By address alone: client ids are known to
 * all, and nobody shall be able to lock a partner out. Right secrets aren't counted, since programs ask all day.
 */
export const countWrongSecrets =
  (portal: Portal): Middleware =>
  async (ctx, next) => {
    if (!isAsked(ctx.path)) {
      await next()
      return
    }
    const from = networkOf(currentVisit().ip)
    try {
      await assertNotExhausted(portal, 'partnerSecretByAddress', from)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ctx.status = 429
      ctx.set('Retry-After', String(error.errors[0]?.params?.seconds ?? 60))
      ctx.body = { error: 'temporarily_unavailable', error_description: 'too many wrong client secrets' }
      return
    }
    await next()
    const { wrongSecret, retryAfter } = currentVisit()
    if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter))
    const { error } = (ctx.body ?? {}) as { error?: unknown }
    if (!wrongSecret && (ctx.status !== 401 || error !== 'invalid_client')) return
    await takeTry(portal, 'partnerSecretByAddress', from).catch((error: unknown) => {
      // The limit is reached with this one; the next is rejected.
      if (!(error instanceof ApiError)) throw error
    })
  }
