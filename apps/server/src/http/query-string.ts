import type { FastifyRequest } from 'fastify'

/**
 * A call's query string, encoded anew, so that nothing in it can break out of the link that it goes into.
 * @returns without '?'; at most 2,000 characters, else nothing: half a query would lead astray
 */
export function queryStringOf(request: FastifyRequest): string {
  const start = request.url.indexOf('?')
  const query = start < 0 ? '' : new URLSearchParams(request.url.slice(start + 1)).toString()
  return query.length > 2_000 ? '' : query
}
