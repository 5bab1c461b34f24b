import type { FastifyInstance } from 'fastify'

/**
 * Logs one line per response: method, route pattern, status, milliseconds. Not the URL: paths and queries contain
 * tokens and names.
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
