import { endpoints } from '@portal/contract/list/endpoint-list.ts'
import type { ErrorDetail } from '@portal/contract/error-codes.ts'
import { codesOf, machineErrorOf, statusOf, toDialect } from '@portal/contract/dialect.ts'
import { errorHeader } from '@portal/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#server/db/unavailable-errors.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { logRejection } from './log.ts'

/** Converts Fastify's 4xx errors to ApiError. @returns undefined for other errors */
function errorOf(error: unknown, request: FastifyRequest): ApiError | undefined {
  if (error instanceof ApiError) return error
  const { code, statusCode } = error as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ApiError('too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_INVALID_TYPE')
    return new ApiError('media_type_unsupported', {
      type: (request.headers['content-type'] ?? '').slice(0, 100),
    })
  if (statusCode && statusCode >= 400 && statusCode < 500) return new ApiError('request_unreadable')
  return undefined
}

/**
 * Sends errors in the API's dialect, with their codes in a header, and Retry-After or WWW-Authenticate where they apply.
 * Partners' programs also receive `code`, `final` and `params`.
 */
export function sendError(reply: FastifyReply, errors: readonly ErrorDetail[]): FastifyReply {
  const [first] = errors
  void reply.header(errorHeader, codesOf(errors))
  if (first?.code === 'throttled') void reply.header('Retry-After', String(first.params?.seconds ?? 60))
  // The cap applies until midnight, unless a manager raises it.
  if (first?.code === 'cap_reached') void reply.header('Retry-After', '3600')
  // Most outages end within seconds.
  if (first?.code === 'unavailable') void reply.header('Retry-After', String(first.params?.seconds ?? 2))
  if (first?.code === 'encoding_unsupported') void reply.header('Accept-Encoding', 'identity')
  if (first?.code === 'not_signed_in') void reply.header('WWW-Authenticate', 'Session realm="api"')
  if (first?.code === 'access_token_invalid')
    void reply.header('WWW-Authenticate', 'Bearer error="invalid_token"')
  if (first?.code === 'scope_missing')
    void reply.header(
      'WWW-Authenticate',
      `Bearer error="insufficient_scope", scope="${first.params?.scope ?? ''}"`,
    )
  const forPrograms = reply.request.url.startsWith('/api/partner') ? machineErrorOf(errors) : {}
  return reply.code(statusOf(errors)).send({ ...toDialect(errors), ...forPrograms })
}

const maxRestMs = 2_000

/**
 * Keeps the connection open while the rest of a rejected body arrives, for 2 seconds at most. Fastify would close it, so that
 * TCP resets it and the response may be lost (RFC 9112 §9.6): Caddy then responded with 502 instead of 413.
 */
function readRest({ raw }: FastifyRequest, reply: FastifyReply): void {
  void reply.removeHeader('connection')
  const timer = setTimeout(() => raw.destroy(), maxRestMs).unref()
  raw.once('end', () => clearTimeout(timer))
}

/** Converts every thrown error to a response. A 500 contains no details, only the request id. */
export function setErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const rejection = errorOf(error, request)
    if (rejection) {
      const code = rejection.errors[0]?.code
      logRejection(request, rejection)
      if (code === 'too_large') readRest(request, reply)
      return sendError(reply, rejection.errors)
    }
    if (isUnavailable(error)) {
      request.log.warn({ error: describeError(error) }, 'the database is unavailable')
      return sendError(reply, [{ code: 'unavailable' }])
    }
    request.log.error({ error: describeError(error) }, 'internal server error')
    return sendError(reply, [{ code: 'server_fault', params: { request: request.id } }])
  })
}

const known = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** Responds to a call under /api/ without a route: 405 if the path exists for another method, else 404. */
export function sendUnknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
  if (methods.size === 0) return sendError(reply, [{ code: 'not_found' }])
  const allow = [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  void reply.header('Allow', allow.join(', '))
  return sendError(reply, [{ code: 'method_not_allowed', params: { method: request.method } }])
}
