import type { FastifyRequest } from 'fastify'

/**
 * Parses and re-encodes a request's query string, so that it is safe to append to a link.
 * @returns the query without '?'; empty if longer than 2,000 characters, because a truncated query would be wrong
 */
export function queryStringOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?')
  const query = start < 0 ? '' : new URLSearchParams(request.url.slice(start + 1)).toString()
  return query.length > 2_000 ? '' : query
}
