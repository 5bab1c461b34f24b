import type { Texts } from '@portal/contract/words/language.ts'
import Fastify from 'fastify'
import type { Config } from '#server/lib/config/config.ts'
import { htmlPage, pageStyle } from '#server/lib/html/html.ts'
import { languageIn } from '#server/lib/html/page-language.ts'
import { sendError } from './errors.ts'
import { securityHeaders, setHeaders } from './headers.ts'

const style = '/startup.css'

const texts = {
  el: {
    title: 'Η υπηρεσία δεν είναι διαθέσιμη αυτή τη στιγμή',
    body: '<p>Παρακαλώ προσπαθήστε ξανά σε λίγο.</p>',
  },
  en: {
    title: 'The service is not available right now',
    body: '<p>Please try again later.</p>',
  },
} satisfies Texts<object>

/**
 * Listens while the portal waits for its database at start-up: 200 at /healthz, 503 for all other requests.
 * @returns closes the server and releases the port
 */
export async function listenDuringStartup(config: Config): Promise<() => Promise<void>> {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  const headers = securityHeaders(config.publicUrl.startsWith('https:'))
  setHeaders(app, { headers, frameAncestors: async () => [] })
  app.get('/healthz', () => ({ status: 'ok' }))
  app.get('/readyz', (_request, reply) => reply.code(503).send({ status: 'the database does not answer' }))
  app.get(style, (_request, reply) => reply.type('text/css; charset=utf-8').send(pageStyle))
  app.setNotFoundHandler((request, reply) => {
    const isPage = request.method === 'GET' && !request.url.startsWith('/api/')
    if (!isPage) return sendError(reply, [{ code: 'unavailable' }])
    const language = languageIn(request.headers.cookie)
    return reply
      .code(503)
      .headers({ 'Retry-After': '2', Refresh: '5' })
      .type('text/html; charset=utf-8')
      .send(htmlPage({ ...config.brand, language }, { ...texts[language], style }))
  })
  await app.listen({ port: config.port, host: config.host })
  return () => app.close()
}
