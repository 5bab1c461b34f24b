import Fastify from 'fastify'
import type { Config } from '#server/lib/config/config.ts'
import { metricsType } from '#server/lib/metrics/metrics.ts'

/**
 * Serves `GET /metrics` at METRICS_LISTEN, an address of its own, because the portal's is public.
 * @param read returns the metrics as text
 * @returns its URL and a function that closes it
 */
export async function serveMetrics(
  read: () => Promise<string>,
  { host, port }: NonNullable<Config['metrics']>,
): Promise<{ url: string; close: () => Promise<void> }> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  app.get('/metrics', async (_request, reply) => reply.type(metricsType).send(await read()))
  return { url: await app.listen({ host, port }), close: () => app.close() }
}
