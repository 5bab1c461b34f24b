import type { Socket } from 'node:net'
import fastifyCookie from '@fastify/cookie'
import { compile } from '@fastify/proxy-addr'
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify'
import pino from 'pino'
import { mountRoutes } from './access-policy.ts'
import { endExports } from './features/exports/service.ts'
import { listOrigins } from './features/partners/service.ts'
import { readBodies } from './http/bodies.ts'
import { rejectionOfOtherSite } from './http/csrf.ts'
import { serveDocs } from './http/api-docs.ts'
import { sendError, setErrorHandlers } from './http/errors.ts'
import { securityHeaders, setHeaders } from './http/headers.ts'
import { logCalls } from './http/log.ts'
import { rejectOtherMachines } from './http/loopback-only.ts'
import { serveManifest, serveWeb } from './http/serve-web-app.ts'
import { forwardedAddresses } from './lib/config/addresses.ts'
import type { AppContext } from './lib/context/app-context.ts'
import { ApiError } from './lib/errors/api-error.ts'

/**
 * Standard output without waiting for it: lines are written in blocks of 4 kB, or after a quarter of a second. A write per
 * line took 11 % of the time of short calls. Longer blocks of several processes could be mixed in a pipe (PIPE_BUF).
 */
const standardOutput = pino.destination({
  sync: false,
  minLength: 3_072,
  maxWrite: 4_096,
  periodicFlush: 250,
})

/**
 * Builds the Fastify app: settings, hooks, and the routes of `access-policy.ts`.
 * @param logTo receives the log; default: standard output
 */
export async function buildApp(
  context: AppContext,
  logTo: { write: (line: string) => void } = standardOutput,
): Promise<FastifyInstance> {
  const { config } = context
  const isTrusted = proxiesOf(config.trustProxy)
  const headers = securityHeaders(context.cookies.secure)
  const app = Fastify({
    logger: { level: config.logLevel, base: null, stream: logTo },
    // Fastify's own log line contains the URL; http/log.ts writes one without it.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: config.trustProxy === false ? false : isTrusted,
    // Of the routes of partners' programs: access-policy.ts.
    bodyLimit: 16_384,
    // Uploading 1 MB over a bin's mobile network takes a minute. Slower requests only occupy a connection.
    requestTimeout: 120_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: (request) => requestIdOf(request, isTrusted),
    // Fastify's own 503 has another body; see rejectWhileStopping.
    return503OnClosing: false,
    // A URL that cannot be decoded, or a parameter longer than maxParamLength.
    frameworkErrors: (_error, _request, reply) =>
      void sendError(reply.headers(headers), [{ code: 'not_found' }]),
  })
  app.decorateRequest('actor', undefined)
  app.decorateRequest('partner', undefined)
  app.decorateRequest('device', undefined)
  app.decorateRequest('addressHash', undefined)
  app.decorateRequest('pending', undefined)
  app.decorateRequest('checkAgain', undefined)
  app.decorateRequest('acceptedAt', 0)
  // Before anything asks for `request.ip`.
  app.addHook('onRequest', ({ raw: { headers } }, _reply, done) => {
    const forwarded = headers['x-forwarded-for']
    // Node joins repeated headers of this name.
    if (typeof forwarded === 'string') headers['x-forwarded-for'] = forwardedAddresses(forwarded).join(', ')
    done()
  })
  if (config.loopbackOnly) rejectOtherMachines(app, config)
  setHeaders(app, {
    headers,
    frameAncestors: async () => [...config.frameAncestors, ...(await listOrigins(context)).firstParty],
  })
  await app.register(fastifyCookie)
  readBodies(app)
  setErrorHandlers(app)
  logCalls(app)
  rejectWhileStopping(app)
  endUnusedConnections(app)
  const home = new URL(config.publicUrl).origin
  app.addHook('onRequest', (request, _reply, done) => {
    const rejection = rejectionOfOtherSite(request, home)
    done(rejection && request.routeOptions.config.anySite !== true ? rejection : undefined)
  })

  await mountRoutes(app, context)
  app.addHook('onClose', () => endExports(context.db))
  serveDocs(app)
  serveManifest(app, config)
  await serveWeb(app)
  return app
}

type RawRequest = Pick<FastifyRequest['raw'], 'headers' | 'socket'>
type IsTrusted = (address: string, hop: number) => boolean

/** Fastify's `trustProxy`: of a number of proxies by the hop, of a list by address. */
function proxiesOf(trusted: AppContext['config']['trustProxy']): IsTrusted {
  if (typeof trusted === 'number') return (_address, hop) => hop < trusted
  return trusted === false ? () => false : compile(trusted)
}

const isOfProxy = ({ socket }: Pick<RawRequest, 'socket'>, isTrusted: IsTrusted): boolean =>
  isTrusted(socket.remoteAddress ?? '', 0)

/** Of proxies' own formats: UUIDs, hexadecimal numbers. */
const requestId = /^[\w-]{16,64}$/

/** The id of a request in the log and in errors: that of a trusted proxy, so that its log can be compared, or a new one. */
function requestIdOf(request: RawRequest, isTrusted: IsTrusted): string {
  const given = request.headers['x-request-id']
  const isUsable = typeof given === 'string' && requestId.test(given)
  return isUsable && isOfProxy(request, isTrusted) ? given : crypto.randomUUID()
}

/** Responds with 503 to requests that arrive on open connections after `close` was called. */
function rejectWhileStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })
  app.addHook('onRequest', (_request, _reply, done) => {
    done(stopping ? new ApiError('unavailable') : undefined)
  })
}

/**
 * Ends connections without a request when the app closes. Browsers open such connections in advance, and Node's server
 * waits for them until the timeout of the headers: 60 seconds.
 */
function endUnusedConnections(app: FastifyInstance): void {
  const { server } = app
  const unused = new Set<Socket>()
  server.on('connection', (socket) => {
    unused.add(socket)
    socket.once('close', () => unused.delete(socket))
  })
  server.on('request', ({ socket }) => unused.delete(socket))
  app.addHook('preClose', (done) => {
    server.prependListener('connection', (socket) => socket.destroy())
    for (const socket of unused) socket.destroy()
    done()
  })
}
