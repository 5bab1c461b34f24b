import type { ErrorCode } from '@portal/contract/error-codes.ts'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { limitsOfSecrets } from '#server/lib/config/limits.ts'
import type { ApiError } from '#server/lib/errors/api-error.ts'
import { logSecurityEvent, type SecurityEvent } from '#server/lib/log/security-events.ts'
import { callDurations } from '#server/lib/metrics/metrics.ts'
import { networkOf } from '#server/lib/rate-limit/rate-limit.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Keyed hash of the typed e-mail address (`addressHash`); set by sign-ins. */
    addressHash: string | undefined
  }
}

/** Security events of rejected calls, by error code. */
const events: Partial<Record<ErrorCode, SecurityEvent>> = {
  credentials_wrong: 'auth.sign_in_failed',
  second_factor_wrong: 'auth.second_factor_failed',
  passkey_rejected: 'auth.second_factor_failed',
  password_incorrect: 'auth.password_wrong',
  uid_invalid: 'link.rejected',
  token_invalid: 'link.rejected',
  activation_stale: 'link.rejected',
  not_permitted: 'access.denied',
  csrf_cookie_missing: 'csrf.rejected',
  csrf_token_wrong: 'csrf.rejected',
  csrf_other_site: 'csrf.rejected',
  throttled: 'limit.reached',
  access_token_invalid: 'partner.token_rejected',
  scope_missing: 'partner.scope_missing',
}

/** Logs the security event of a rejected call, if its error code is one. */
export function logRejection(request: FastifyRequest, { errors: [first], limit }: ApiError): void {
  const event = first && events[first.code]
  if (event) logForRequest(request, limit && limitsOfSecrets.has(limit) ? 'auth.locked_out' : event)
}

/** Logs a security event with the facts of a request. @param partner client id, if the request has no access token */
export const logForRequest = (request: FastifyRequest, event: SecurityEvent, partner?: string): void =>
  logSecurityEvent(request.log, event, {
    route: request.routeOptions.url ?? 'none',
    network: networkOf(request.ip),
    account: request.actor?.id ?? request.pending?.userId,
    address: request.addressHash,
    partner: partner ?? request.partner?.clientId,
  })

/**
 * Logs one line per response: method, route pattern, status, milliseconds. Not the URL: paths and queries contain tokens and
 * names. Counts it in the metrics.
 */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions } = request
    const [route, status] = [routeOptions.url ?? 'none', reply.statusCode]
    const ms = Math.round(reply.elapsedTime * 10) / 10
    // Of a stream the time that it was open: not a duration of the server's work.
    const isLasting = routeOptions.config.lasting === true
    if (!isLasting) callDurations.observe({ method, route, status }, reply.elapsedTime / 1_000)
    request.log.info({ method, route, status, ...(isLasting ? { open_ms: ms } : { ms }) }, 'answered')
    done()
  })
}
