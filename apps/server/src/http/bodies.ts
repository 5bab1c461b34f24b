import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/lib/errors/api-error.ts'

/**
 * Which bodies are read: JSON and forms, alike. An empty one is an empty object, so that the answer names the fields
 * that are missing. Anything else is rejected as an unsupported media type.
 */
export function readBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    const text = String(body)
    if (text.trim() === '') return done(null, {})
    try {
      done(null, JSON.parse(text))
    } catch (error) {
      done(new ApiError('json_unreadable', { reason: placeOf(error) }))
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

/** Where JSON stopped making sense; V8's own message would quote the body, passwords and all. */
function placeOf(error: unknown): string {
  const place = error instanceof Error ? /line \d+ column \d+/.exec(error.message)?.[0] : undefined
  return place ? `Expecting value: ${place}` : 'Expecting value'
}
