import { endpoints } from '@portal/contract/endpoints.ts'
import type { Fault } from '@portal/contract/error-codes.ts'
import { statusOf, toDialect } from '@portal/contract/dialect.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#server/db/unavailable.ts'
import { Refusal } from '#server/lib/errors/api-error.ts'

/** What Fastify itself refuses, in the portal's codes. */
function refusalOf(fault: unknown, request: FastifyRequest): Refusal | undefined {
  if (fault instanceof Refusal) return fault
  const { code, statusCode } = fault as { code?: string; statusCode?: number }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new Refusal('too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE' || code === 'FST_ERR_CTP_INVALID_TYPE')
    return new Refusal('media_type_unsupported', {
      type: (request.headers['content-type'] ?? '').slice(0, 100),
    })
  if (statusCode && statusCode >= 400 && statusCode < 500) return new Refusal('request_unreadable')
  return undefined
}

/** Sends a refusal in the wire's words, with the headers that belong to it. */
export function sendRefusal(reply: FastifyReply, faults: readonly Fault[]): FastifyReply {
  const [first] = faults
  if (first?.code === 'throttled') void reply.header('Retry-After', String(first.params?.seconds ?? 60))
  // Most outages end within seconds; for others there is no better number.
  if (first?.code === 'unavailable') void reply.header('Retry-After', String(first.params?.seconds ?? 2))
  if (first?.code === 'not_signed_in') void reply.header('WWW-Authenticate', 'Session realm="api"')
  if (first?.code === 'access_token_invalid')
    void reply.header('WWW-Authenticate', 'Bearer error="invalid_token"')
  if (first?.code === 'scope_missing')
    void reply.header(
      'WWW-Authenticate',
      `Bearer error="insufficient_scope", scope="${first.params?.scope ?? ''}"`,
    )
  return reply.code(statusOf(faults)).send(toDialect(faults))
}

/** A SQLSTATE; codes of Node such as EPIPE have no digit. */
const sqlState = /^(?=.*\d)[0-9A-Z]{5}$/

/**
 * What of a fault may stand in the log. A database's message can quote what a person typed, so of those only the code
 * and the names of table and constraint are kept. The job queue reports copies of errors, plain objects with the same
 * fields; a connection that fails on several addresses is an AggregateError without a message of its own.
 */
export function describeFault(fault: unknown): Record<string, unknown> {
  if (typeof fault !== 'object' || fault === null) return { type: typeof fault }
  const { name, message, stack, code, constraint, table, routine, queue, cause, errors } = fault as Record<
    string,
    unknown
  >
  const lines = typeof stack === 'string' ? stack.split('\n') : []
  const fromDatabase = typeof code === 'string' && sqlState.test(code)
  const frames = lines.filter((line) => line.startsWith('    at ')).slice(0, 12)
  return {
    type: name ?? /^\w+/.exec(lines[0] ?? '')?.[0] ?? 'object',
    ...{ code, constraint, table, routine, queue },
    ...(!fromDatabase && { message }),
    frames: frames.length > 0 ? frames : undefined,
    cause: cause === undefined ? undefined : describeFault(cause),
    errors: Array.isArray(errors) ? errors.slice(0, 5).map(describeFault) : undefined,
  }
}

/** Writes a fault to the log that isn't the caller's, and changes nothing in the answer. */
export const reportTo = (request: FastifyRequest) => (fault: unknown) =>
  request.log.warn({ fault: describeFault(fault) }, 'fault in the background')

/** One place that turns whatever goes wrong into an answer; nothing of the inside leaves with a 500. */
export function setErrorHandlers(app: FastifyInstance): void {
  app.setErrorHandler((fault, request, reply) => {
    const refusal = refusalOf(fault, request)
    if (refusal) return sendRefusal(reply, refusal.faults)
    if (isUnavailable(fault)) {
      request.log.warn({ fault: describeFault(fault) }, 'the database is unavailable')
      return sendRefusal(reply, [{ code: 'unavailable' }])
    }
    request.log.error({ fault: describeFault(fault) }, 'fault')
    return sendRefusal(reply, [{ code: 'server_fault', params: { request: request.id } }])
  })
}

const known = Object.values(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replace(/\/$/, '').replace(/\{\w+\}/g, '[^/]+')}/?$`),
}))

/** Answers a call under /api/ that no route took: 405 where the path exists for another method, else 404. */
export function sendUnknownCall(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const path = request.url.split('?')[0] ?? ''
  const methods = new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method))
  if (methods.size === 0) return sendRefusal(reply, [{ code: 'not_found' }])
  const allow = [...methods].flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  void reply.header('Allow', allow.join(', '))
  return sendRefusal(reply, [{ code: 'method_not_allowed', params: { method: request.method } }])
}
