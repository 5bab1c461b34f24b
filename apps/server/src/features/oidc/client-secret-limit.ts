import { errors, type KoaContextWithOIDC } from 'oidc-provider'
import { isSecretOf } from '#server/features/partners/service.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf, assertNotExhausted, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { contextOf, currentContext, type Middleware } from './request-context.ts'

/** Endpoints with client authentication. */
export const secretPaths = new Set(['/token', '/token/introspection', '/token/revocation'])

/** The provider also matches /TOKEN/. */
const requiresSecret = (path: string) => secretPaths.has(path.toLowerCase().replace(/\/$/, ''))

/** The same for unknown clients, so that it does not tell which exist. */
const secretMissing =
  'send the client secret, by Basic or in the body; apps without a secret (single-page, mobile) are not supported'

class TooManyRequests extends errors.OIDCProviderError {
  override error_description = 'too many requests of this client'
  constructor() {
    super(429, 'temporarily_unavailable')
  }
}

/**
 * Checks a client secret. Requests with the right secret are limited per client, wrong ones separately, so that wrong
 * secrets from any number of networks do not block the right one. Secrets of 256 random bits cannot be guessed; the
 * limit of wrong ones only reduces the load on the database.
 */
export async function checkSecret(portal: AppContext, clientId: string, secret: string): Promise<boolean> {
  const context = currentContext()
  try {
    const isRight = await isSecretOf(portal, clientId, secret)
    context.wrongSecret = !isRight
    await takeTry(portal, isRight ? 'partnerTokens' : 'partnerSecretByPartner', clientId)
    return isRight
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    context.retryAfter = Number(error.errors[0]?.params?.seconds ?? 60)
    throw new TooManyRequests()
  }
}

/**
 * Limits wrong secrets and unknown client ids per network. Not per client: client ids are public, and others must not
 * be able to lock a partner out. Right secrets are not counted.
 */
export const limitWrongSecrets =
  (portal: AppContext): Middleware =>
  async (ctx, next) => {
    if (!requiresSecret(ctx.path)) {
      await next()
      return
    }
    const network = networkOf(ctx.ip)
    try {
      await assertNotExhausted(portal, 'partnerSecretByNetwork', network)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ctx.status = 429
      ctx.set('Retry-After', String(error.errors[0]?.params?.seconds ?? 60))
      ctx.body = { error: 'temporarily_unavailable', error_description: 'too many wrong client secrets' }
      return
    }
    await next()
    const { wrongSecret, retryAfter } = contextOf(ctx)
    if (retryAfter !== undefined) ctx.set('Retry-After', String(retryAfter))
    const { error } = (ctx.body ?? {}) as { error?: unknown }
    if (!wrongSecret && (ctx.status !== 401 || error !== 'invalid_client')) return
    const { oidc } = ctx as KoaContextWithOIDC
    if (!ctx.get('authorization') && !oidc?.params?.client_secret)
      ctx.body = { error, error_description: secretMissing }
    const client = oidc?.client?.clientId
    contextOf(ctx).securityEvent = { name: 'partner.secret_rejected', client }
    await takeTry(portal, 'partnerSecretByNetwork', network).catch((error: unknown) => {
      // The limit is reached with this request; the next one is rejected.
      if (!(error instanceof ApiError)) throw error
    })
  }
