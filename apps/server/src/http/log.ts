import type { FastifyInstance } from 'fastify'

/**
 * One line for each answered call: method, the route's pattern, status, milliseconds. Never the address itself: tokens
 * and names stand in paths and queries.
 */
export function logCalls(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        method: request.method,
        route: request.routeOptions.url ?? 'none',
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    )
  })
}
