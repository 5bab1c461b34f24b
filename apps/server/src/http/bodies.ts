import type { FastifyInstance } from 'fastify'
import { ApiError } from '#server/lib/errors/api-error.ts'

/**
 * Parses JSON and URL-encoded bodies. An empty body becomes an
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
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, parseJson(String(body)))
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

/** Levels of objects and lists in a body; the API needs five. 1 MB of `[` takes 50 ms to parse, more than all other texts. */
const maxDepth = 20

/** Returns whether a JSON text has more levels, without parsing it. Of a text that is not JSON, the answer may be either. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let isInString = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text.charCodeAt(at)
    if (sign === 0x22) isInString = !isInString
    else if (isInString) {
      // A backslash: the character after it does not end the string.
      if (sign === 0x5c) at += 1
    } else if (sign === 0x5b || sign === 0x7b) {
      depth += 1
      if (depth > maxDepth) return true
    } else if (sign === 0x5d || sign === 0x7d) depth -= 1
  }
  return false
}

/** Also reads JSON that begins with a byte order mark (RFC 8259 §8.1). @throws ApiError json_unreadable */
function parseJson(given: string): unknown {
  const text = given.replace(/^\ufeff/, '')
  if (text.trim() === '') return {}
  if (isTooDeep(text))
    throw new ApiError('json_unreadable', { reason: `Expecting at most ${maxDepth} levels` })
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
