import fastifyCookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify'
import { ownAccountRoutes, signUpRoutes } from './features/accounts/routes.ts'
import { ownPasswordRoutes, passwordResetRoutes } from './features/accounts/password-routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { demoMailRoutes } from './features/demo/routes.ts'
import { endExports } from './features/exports/service.ts'
import { municipalityRoutes } from './features/municipalities/routes.ts'
import { exportParticipantsRoutes } from './features/participants/export-routes.ts'
import { participantRoutes } from './features/participants/routes.ts'
import { exportPointsRoutes } from './features/points/export-routes.ts'
import { partnerEventsRoutes } from './features/partner-api/events-routes.ts'
import { partnerBalanceRoutes, partnerPointsRoutes } from './features/partner-api/points-routes.ts'
import { partnerRoutes } from './features/partners/routes.ts'
import { findPartner, listOrigins } from './features/partners/service.ts'
import { oidcRoutes } from './features/oidc/routes.ts'
import { hasProvider } from './features/oidc/service.ts'
import { ownPointsOriginRoutes, pointsOriginRoutes } from './features/points/origin-routes.ts'
import { ownPointsRoutes, pointsRoutes } from './features/points/routes.ts'
import { notifySitesNow } from './features/oidc/logout-service.ts'
import { loginRoutes, logoutRoutes } from './features/sessions/routes.ts'
import { findActor } from './features/sessions/service.ts'
import { siteRoutes } from './features/site/routes.ts'
import { stickerLookUpRoutes } from './features/stickers/look-up-routes.ts'
import { ownStickerRoutes, stickerBatchRoutes } from './features/stickers/routes.ts'
import { readBodies } from './http/bodies.ts'
import { ensureCsrfCookie, sessionTokenOf, clearHintCookie } from './http/cookies.ts'
import { rejectForged, rejectOtherSites } from './http/csrf.ts'
import { serveDocs } from './http/api-docs.ts'
import { sendError, setErrorHandlers } from './http/errors.ts'
import type { Routes } from './http/mount-endpoint.ts'
import { setHeaders } from './http/headers.ts'
import { logCalls } from './http/log.ts'
import { rejectOtherMachines } from './http/loopback-only.ts'
import { serveLogo, serveWeb } from './http/serve-web-app.ts'
import type { AppContext } from './lib/context/app-context.ts'
import { ApiError } from './lib/errors/api-error.ts'

/**
 * Callers that a scope accepts: sessions, or partners' access tokens, optionally with the OAuth scope `partnerWith`.
 */
type Access = 'anyone' | 'signedIn' | 'staff' | { partnerWith: string | undefined }

/**
 * Builds the Fastify app. The `mount` calls below are the access policy: every route is mounted here. Each service
 * additionally checks which account's data a call may read or change.
 */
export async function buildApp(context: AppContext): Promise<FastifyInstance> {
  const { config } = context
  const app = Fastify({
    logger: { level: config.logLevel, base: null },
    // Fastify's own log line contains the URL; http/log.ts writes one without it.
    logController: new LogController({ disableRequestLogging: true }),
    trustProxy: proxiesOf(config.trustProxy),
    bodyLimit: 1_048_576,
    // Uploading 1 MB over a bin's mobile network takes a minute. Slower requests only occupy a connection.
    requestTimeout: 120_000,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
    genReqId: () => crypto.randomUUID(),
    // Fastify's own 503 has another body; see rejectWhileStopping.
    return503OnClosing: false,
    // A URL that cannot be decoded, or a parameter longer than maxParamLength.
    frameworkErrors: (_error, _request, reply) => void sendError(reply, [{ code: 'not_found' }]),
  })
  app.decorateRequest('actor', undefined)
  app.decorateRequest('partner', undefined)
  if (config.loopbackOnly) rejectOtherMachines(app, config)
  await setHeaders(app, {
    https: context.cookies.secure,
    frameAncestors: async () => [...config.frameAncestors, ...(await listOrigins(context)).firstParty],
  })
  await app.register(fastifyCookie)
  readBodies(app)
  setErrorHandlers(app)
  logCalls(app)
  rejectWhileStopping(app)
  app.addHook('onRequest', async (request) => {
    if (!request.routeOptions.config.anySite) rejectOtherSites(request, new URL(config.publicUrl).origin)
  })

  await mount(app, context, 'anyone', [
    siteRoutes,
    loginRoutes,
    signUpRoutes,
    passwordResetRoutes,
    municipalityRoutes,
  ])
  await mount(app, context, 'signedIn', [
    ownAccountRoutes,
    ownPasswordRoutes,
    ownPointsRoutes,
    logoutRoutes(notifySitesNow),
  ])
  await mount(app, context, 'signedIn', [ownPointsOriginRoutes, ownStickerRoutes])
  await mount(app, context, 'staff', [participantRoutes, pointsRoutes, pointsOriginRoutes, dashboardRoutes])
  await mount(app, context, 'staff', [exportParticipantsRoutes, exportPointsRoutes, stickerBatchRoutes])
  await mount(app, context, 'staff', [stickerLookUpRoutes])
  await mount(app, context, { partnerWith: undefined }, [partnerRoutes])
  if (hasProvider(context)) await mount(app, context, 'anyone', [oidcRoutes])
  await mount(app, context, { partnerWith: 'points:write' }, [partnerPointsRoutes])
  await mount(app, context, { partnerWith: 'points:read' }, [partnerBalanceRoutes, partnerEventsRoutes])
  if (config.demonstration) await mount(app, context, 'anyone', [demoMailRoutes])

  app.addHook('onClose', () => endExports(context.db))
  serveDocs(app)
  serveLogo(app, config.logoFile)
  await serveWeb(app)
  return app
}

/** Fastify's `trustProxy`: a number of proxies as a function of the hop, or a list of addresses and ranges. */
const proxiesOf = (trusted: AppContext['config']['trustProxy']) =>
  typeof trusted === 'number' ? (_address: string, hop: number) => hop < trusted : trusted

/** Responds with 503 to requests that arrive on open connections after `close` was called. */
function rejectWhileStopping(app: FastifyInstance): void {
  let stopping = false
  app.addHook('preClose', (done) => {
    stopping = true
    done()
  })
  app.addHook('onRequest', async () => {
    if (stopping) throw new ApiError('unavailable')
  })
}

async function mount(
  app: FastifyInstance,
  context: AppContext,
  access: Access,
  routes: Routes[],
): Promise<void> {
  await app.register(async (scope) => {
    if (typeof access === 'object')
      scope.addHook('onRoute', (route) => {
        // Browsers do not attach bearer tokens automatically, unlike cookies, so CSRF is not possible.
        route.config = { ...route.config, anySite: true }
      })
    scope.addHook('onRequest', async (request, reply) => {
      if (typeof access === 'object') {
        // Session cookies are neither read nor set for partner programs.
        request.partner = await findPartner(context, bearerTokenOf(request), access.partnerWith)
        return
      }
      if (access !== 'anyone') await requireSession(context, access, request, reply)
      if (request.url.startsWith('/api/')) ensureCsrfCookie(request, reply, context.cookies)
    })
    for (const mountRoutes of routes) mountRoutes(scope, context)
  })
}

/** @throws ApiError not_signed_in, csrf_…, not_permitted; checked in this order, before the body is read */
async function requireSession(
  context: AppContext,
  access: 'signedIn' | 'staff',
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  const token = sessionTokenOf(request, context.cookies)
  const actor = token ? await findActor(context, token) : undefined
  if (!actor) {
    clearHintCookie(request, reply, context.cookies)
    throw new ApiError('not_signed_in')
  }
  rejectForged(request, context.cookies)
  if (access === 'staff' && !actor.isStaff) throw new ApiError('not_permitted')
  request.actor = actor
}

/** RFC 6750, 2.1: accepted only in the Authorization header. In a URL, proxies would log it. */
const bearerTokenOf = ({ headers }: FastifyRequest) =>
  /^Bearer ([\w~+/.-]{1,512}=*)$/i.exec(headers.authorization ?? '')?.[1]
