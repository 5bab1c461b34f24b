import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/lib/errors/api-error.ts'

/**
 * Parses JSON and URL-encoded bodies. JSON of `unparsedFrom` bytes and more is left to the handler. An empty body becomes an
 * empty object, so that the response lists the missing fields. Other media types and compressed bodies are rejected with 415.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addHook('preParsing', (request, _reply, _payload, done) => {
    const encoding = request.headers['content-encoding']?.trim().toLowerCase() ?? 'identity'
    done(
      encoding === 'identity'
        ? null
        : new ApiError('encoding_unsupported', { encoding: encoding.slice(0, 100) }),
    )
  })
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length >= (request.routeOptions.config.unparsedFrom ?? Infinity)) return done(null, body)
    try {
      done(null, parseJson(body.toString()))
    } catch (error) {
      done(error as ApiError)
    }
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, body, done) => {
      done(null, Object.fromEntries(new URLSearchParams(String(body))))
    },
  )
}

/** Also reads JSON that begins with a byte order mark (RFC 8259 §8.1). @throws ApiError json_unreadable */
export function parseJson(given: string): unknown {
  const text = given.replace(/^\ufeff/, '')
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ApiError('json_unreadable', { reason: positionOf(error) })
  }
}

/** Returns the position of a JSON syntax error. V8's message quotes the body, which may contain passwords. */
function positionOf(error: unknown): string {
  const position = error instanceof Error ? /line \d+ column \d+/.exec(error.message)?.[0] : undefined
  return position ? `Expecting value: ${position}` : 'Expecting value'
}
