import { ownAccountRoutes, signUpRoutes } from './features/accounts/routes.ts'
import { ownPasswordRoutes, passwordResetRoutes } from './features/accounts/password-routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { demoMailRoutes } from './features/demo/routes.ts'
import { municipalityRoutes } from './features/municipalities/routes.ts'
import { exportParticipantsRoutes } from './features/participants/export-routes.ts'
import { participantRoutes } from './features/participants/routes.ts'
import { exportPointsRoutes } from './features/points/export-routes.ts'
import { partnerEventsRoutes } from './features/partner-api/events-routes.ts'
import { partnerBalanceRoutes, partnerPointsRoutes } from './features/partner-api/points-routes.ts'
import { partnerRoutes } from './features/partners/routes.ts'
import { oidcRoutes } from './features/oidc/routes.ts'
import { hasProvider } from './features/oidc/service.ts'
import { ownPointsOriginRoutes, pointsOriginRoutes } from './features/points/origin-routes.ts'
import { ownPointsRoutes, pointsRoutes } from './features/points/routes.ts'
import { notifySitesNow } from './features/oidc/logout-service.ts'
import { loginRoutes, logoutRoutes } from './features/sessions/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { stickerLookUpRoutes } from './features/stickers/look-up-routes.ts'
import { ownStickerRoutes, stickerBatchRoutes } from './features/stickers/routes.ts'
import { findPartner } from './features/partners/service.ts'
import { findActor } from './features/sessions/service.ts'
import { clearHintCookie, ensureCsrfCookie, sessionTokenOf } from './http/cookies.ts'
import { rejectForged } from './http/csrf.ts'
import type { Routes } from './http/mount-endpoint.ts'
import type { AppContext } from './lib/context/app-context.ts'
import { ApiError } from './lib/errors/api-error.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Callers that a scope accepts: sessions, or partners' access tokens, optionally with the OAuth scope `partnerWith`.
 */
type Access = 'anyone' | 'signedIn' | 'staff' | { partnerWith: string | undefined }

/**
 * Mounts all routes of the API, each in the scope of its callers. Each service additionally checks which account's data
 * a call may read or change.
 */
export async function mountRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
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
  if (context.config.demonstration) await mount(app, context, 'anyone', [demoMailRoutes])
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
    for (const addRoutes of routes) addRoutes(scope, context)
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
