import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/lib/errors/api-error.ts'

/**
 * Parses JSON and URL-encoded bodies. An empty body becomes an empty object, so that the response lists the missing
 * fields. Other media types are rejected with 415.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    try {
      done(null, JSON.parse(text))
    } catch (error) {
      done(new ApiError('json_unreadable', { reason: positionOf(error) }))
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

/** Returns the position of a JSON syntax error. V8's message quotes the body, which may contain passwords. */
function positionOf(error: unknown): string {
  const position = error instanceof Error ? /line \d+ column \d+/.exec(error.message)?.[0] : undefined
  return position ? `Expecting value: ${position}` : 'Expecting value'
}
