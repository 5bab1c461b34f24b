import { statusOf } from '@portal/contract/dialect.ts'
import { idParam } from '@portal/contract/fields.ts'
import { findParticipant } from '@portal/contract/participants.ts'
import { recordPoints } from '@portal/contract/partner-points.ts'
import { can, type Permission } from '@portal/contract/security/permissions.ts'
import { linkRoutes, ownAccountRoutes, signUpRoutes } from './features/accounts/routes.ts'
import { announceSignIn } from './features/accounts/sign-in-mail-service.ts'
import {
  emailLinkRoutes,
  ownEmailRoutes,
  participantEmailRoutes,
} from './features/accounts/email-change/routes.ts'
import { ownPasswordRoutes, passwordResetRoutes } from './features/accounts/password-routes.ts'
import { callNoteRoutes, deleteCallNoteRoutes, overviewRoutes } from './features/calls/routes.ts'
import { staffRoutes } from './features/accounts/staff-routes.ts'
import { approvalRoutes, approverRoutes, flagRoutes } from './features/checks/routes.ts'
import { auditExportRoutes, auditRoutes, ownAuditRoutes } from './features/audit/routes.ts'
import { ownCouponRoutes } from './features/coupons/routes.ts'
import { claimRoutes, ownClaimRoutes } from './features/claims/routes.ts'
import { connectedSiteRoutes } from './features/connected-sites/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { demoMailRoutes } from './features/demo/routes.ts'
import { dataRequestRoutes, ownDataRequestRoutes } from './features/data-requests/routes.ts'
import { municipalityRoutes } from './features/municipalities/routes.ts'
import { accountLockRoutes } from './features/participants/lock-routes.ts'
import { exportParticipantsRoutes } from './features/participants/export-routes.ts'
import { participantRoutes, resendActivationRoutes } from './features/participants/routes.ts'
import { exportPointsRoutes } from './features/points/export-routes.ts'
import { partnerCouponRoutes } from './features/partner-api/coupon-routes.ts'
import { partnerEventsRoutes } from './features/partner-api/events-routes.ts'
import { partnerBalanceRoutes, partnerPointsRoutes } from './features/partner-api/points-routes.ts'
import { partnerRejectionRoutes } from './features/partner-api/rejections-routes.ts'
import { partnerRoutes } from './features/partners/routes.ts'
import { placeRoutes } from './features/places/routes.ts'
import { oidcRoutes } from './features/oidc/routes.ts'
import { hasProvider } from './features/oidc/service.ts'
import { ownPointsOriginRoutes, pointsOriginRoutes } from './features/points/origin-routes.ts'
import { ownPointsMailsRoutes, pointsMailsLinkRoutes } from './features/points-mails/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { ownPointsRoutes, pointsRoutes } from './features/points/routes.ts'
import { notifySitesNow } from './features/oidc/logout-service.ts'
import { removeSecondFactors } from './features/second-factor/reset-service.ts'
import { secondFactorRoutes } from './features/second-factor/routes.ts'
import { mustSetUp } from './features/second-factor/service.ts'
import { secondStepRoutes } from './features/second-factor/sign-in-routes.ts'
import { findPending } from './features/sessions/second-step-service.ts'
import { ownSessionRoutes } from './features/sessions/own-sessions-routes.ts'
import { loginRoutes, logoutRoutes } from './features/sessions/routes.ts'
import { publicPageRoutes } from './features/site/pages-routes.ts'
import { erasureLinkRoutes, mentionRoutes, privacyRoutes } from './features/privacy/routes.ts'
import { erasureSteps } from './features/privacy/request-service.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { stickerLookUpRoutes } from './features/stickers/look-up-routes.ts'
import { ownStickerRoutes, stickerBatchRoutes } from './features/stickers/routes.ts'
import { partnerFinder, requireScope } from './features/partners/service.ts'
import { findActor, recordWrite } from './features/sessions/use-service.ts'
import { clearHintCookie, ensureCsrfCookie, sessionTokenOf } from './http/cookies.ts'
import { rejectForged } from './http/csrf.ts'
import { auditRead } from './lib/audit/reads.ts'
import type { Routes } from './http/mount-endpoint.ts'
import type { AppContext } from './lib/context/app-context.ts'
import { describeError } from './lib/errors/describe-error.ts'
import { ApiError } from './lib/errors/api-error.ts'
import { unattendedHeader } from '@portal/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/**
 * Callers that a scope accepts: sessions, of staff with a permission of their role; sign-ins whose second factor is
 * missing (`signingIn`); or partners' access tokens, optionally with the OAuth scope `partnerWith`.
 */
type Access =
  | 'anyone'
  | 'signingIn'
  | 'signedIn'
  | { staffWith: Permission }
  | { partnerWith: string | undefined }

/** Maximum body of a thousand records; that of all other calls: app.ts. */
const batchBytes = 1_048_576

/**
 * Mounts all routes of the API, each in the scope of its callers. Each service additionally checks which account's data
 * a call may read or change.
 */
export async function mountRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  await mount(app, context, 'anyone', [
    siteRoutes,
    publicPageRoutes,
    loginRoutes(announceSignIn),
    signUpRoutes,
    passwordResetRoutes,
    linkRoutes,
    municipalityRoutes,
    placeRoutes,
    erasureLinkRoutes,
  ])
  await mount(app, context, 'anyone', [pointsMailsLinkRoutes, emailLinkRoutes(erasureSteps)])
  await mount(app, context, 'signingIn', [secondStepRoutes(announceSignIn)])
  await mount(app, context, 'signedIn', [
    ownAccountRoutes,
    ownPasswordRoutes,
    ownEmailRoutes,
    secondFactorRoutes,
    ownPointsRoutes,
    logoutRoutes(notifySitesNow),
    ownSessionRoutes(notifySitesNow),
  ])
  await mount(app, context, 'signedIn', [
    ownPointsOriginRoutes,
    noticeRoutes,
    liveRoutes,
    ownPointsMailsRoutes,
    ownStickerRoutes,
    ownCouponRoutes,
    ownClaimRoutes,
    ownAuditRoutes,
    privacyRoutes,
    ownDataRequestRoutes,
    connectedSiteRoutes(notifySitesNow),
  ])
  await mount(app, context, { staffWith: 'participants.read' }, [participantRoutes, overviewRoutes])
  await mount(app, context, { staffWith: 'accounts.change_email' }, [participantEmailRoutes])
  await mount(app, context, { staffWith: 'notes.write' }, [callNoteRoutes])
  await mount(app, context, { staffWith: 'notes.delete' }, [deleteCallNoteRoutes])
  await mount(app, context, { staffWith: 'participants.export' }, [exportParticipantsRoutes])
  await mount(app, context, { staffWith: 'participants.resend_activation' }, [resendActivationRoutes])
  await mount(app, context, { staffWith: 'accounts.lock' }, [accountLockRoutes])
  await mount(app, context, { staffWith: 'points.read' }, [pointsRoutes, pointsOriginRoutes])
  await mount(app, context, { staffWith: 'points.export' }, [exportPointsRoutes])
  await mount(app, context, { staffWith: 'dashboard.read' }, [dashboardRoutes])
  await mount(app, context, { staffWith: 'stickers.read' }, [stickerLookUpRoutes])
  await mount(app, context, { staffWith: 'stickers.issue' }, [stickerBatchRoutes])
  await mount(app, context, { staffWith: 'claims.decide' }, [claimRoutes])
  await mount(app, context, { staffWith: 'staff.manage' }, [staffRoutes(removeSecondFactors)])
  await mount(app, context, { staffWith: 'flags.resolve' }, [flagRoutes])
  await mount(app, context, { staffWith: 'approvals.decide' }, [approvalRoutes, approverRoutes])
  await mount(app, context, { staffWith: 'requests.answer' }, [dataRequestRoutes])
  await mount(app, context, { staffWith: 'mentions.decide' }, [mentionRoutes])
  await mount(app, context, { staffWith: 'audit.read' }, [auditRoutes])
  await mount(app, context, { staffWith: 'audit.export' }, [auditExportRoutes])
  await mount(app, context, { partnerWith: undefined }, [partnerRoutes])
  if (hasProvider(context)) await mount(app, context, 'anyone', [oidcRoutes])
  await mount(app, context, { partnerWith: 'points:write' }, [
    partnerRejectionRoutes,
    partnerPointsRoutes,
    partnerCouponRoutes,
  ])
  await mount(app, context, { partnerWith: 'points:read' }, [partnerBalanceRoutes, partnerEventsRoutes])
  if (context.config.demonstration) await mount(app, context, 'anyone', [demoMailRoutes])
}

async function mount(
  app: FastifyInstance,
  context: AppContext,
  access: Access,
  routes: Routes[],
): Promise<void> {
  const findPartner = partnerFinder(context)
  await app.register(async (scope) => {
    if (isForPartners(access))
      scope.addHook('onRoute', (route) => {
        // Browsers do not attach bearer tokens automatically, unlike cookies, so CSRF is not possible.
        route.config = { ...route.config, anySite: true }
        if (route.url === recordPoints.path) route.bodyLimit = batchBytes
      })
    if (access !== 'anyone')
      rejectOthers(scope, async (request, reply, again) => {
        if (isForPartners(access)) {
          // Session cookies are neither read nor set for partner programs.
          request.partner = await findPartner(bearerTokenOf(request), request.ip, { again })
          if (access.partnerWith !== undefined) requireScope(request.partner, access.partnerWith)
        } else if (access === 'signingIn') await requirePending(context, request)
        else await requireSession(context, access, request, reply, again)
      })
    if (!isForPartners(access))
      scope.addHook('onRequest', (request, reply, done) => {
        // Not health checks, and not partners' calls of the provider.
        if (request.url.startsWith('/api/')) ensureCsrfCookie(request, reply, context.cookies)
        done()
      })
    if (isForStaff(access)) recordRefusals(scope, context)
    if (context.standby && !isForPartners(access) && access !== 'anyone') recordWrites(scope, context)
    for (const addRoutes of routes) addRoutes(scope, context)
  })
}

/** Milliseconds after which a body is late. Most arrive together with the headers of the request. */
const lateAfterMs = 100

/**
 * Checks who calls before the body is read, and again after a late one: it may take two minutes (`requestTimeout`). The
 * transaction of a change checks once more (`holdRights`), and a file does while it is sent.
 * @param check throws ApiError
 */
function rejectOthers(
  scope: FastifyInstance,
  check: (request: FastifyRequest, reply: FastifyReply, again: boolean) => Promise<void>,
): void {
  scope.addHook('onRequest', async (request, reply) => {
    await check(request, reply, false)
    request.acceptedAt = performance.now()
    request.checkAgain = () => check(request, reply, true)
  })
  scope.addHook('preHandler', async ({ acceptedAt, checkAgain }) => {
    if (performance.now() - acceptedAt > lateAfterMs) await checkAgain?.()
  })
}

/** Before the reply to a changing call is sent: the caller's next list has to contain the change. */
function recordWrites(scope: FastifyInstance, context: AppContext): void {
  scope.addHook('onSend', async ({ method, actor, log }, reply) => {
    if (method === 'GET' || method === 'HEAD' || !actor || reply.statusCode >= 400) return
    // The change is committed: its reply is sent anyway.
    await recordWrite(context, actor).catch((error: unknown) => log.error({ error: describeError(error) }))
  })
}

/**
 * A change of a person's data that is not made tells whether there is such a person: it leaves the entry of a read, before
 * it is answered. Rejected bodies and callers tell nothing: they are answered before the person is looked up.
 */
function recordRefusals(scope: FastifyInstance, context: AppContext): void {
  scope.setErrorHandler(async (error, { method, routeOptions, params, actor }) => {
    const { data } = idParam.safeParse(params)
    const isAboutPerson = routeOptions.url?.startsWith(findParticipant.path.replace('{id}', ':id'))
    const isRefused = error instanceof ApiError && [404, 409, 429].includes(statusOf(error.errors))
    if (data && actor && isAboutPerson && isRefused && method !== 'GET' && method !== 'HEAD')
      await auditRead(context, actor, { action: 'participant.view', subjectId: data.id })
    // To the handler of all scopes.
    throw error
  })
}

const isForStaff = (access: Access) => typeof access === 'object' && 'staffWith' in access
const isForPartners = (access: Access) => typeof access === 'object' && 'partnerWith' in access

/** @throws ApiError not_signed_in, csrf_…, not_permitted, second_factor_required; checked in this order */
async function requireSession(
  context: AppContext,
  access: 'signedIn' | { staffWith: Permission },
  request: FastifyRequest,
  reply: FastifyReply,
  again: boolean,
): Promise<void> {
  const token = sessionTokenOf(request, context.cookies)
  // EventSource sends no headers of its own, and reconnects without a person.
  const isUse =
    !again &&
    request.headers[unattendedHeader.toLowerCase()] === undefined &&
    !request.routeOptions.config.lasting
  const actor = token ? await findActor(context, token, { ip: request.ip, isUse }) : undefined
  if (!actor) {
    if (!reply.sent) clearHintCookie(request, reply, context.cookies)
    throw new ApiError('not_signed_in')
  }
  // Also for the log of a rejected call.
  request.actor = actor
  rejectForged(request, context.cookies)
  if (access !== 'signedIn' && !can(actor.role, access.staffWith)) throw new ApiError('not_permitted')
  request.actor = { ...actor, mustSetUp: await mustSetUp(context, actor) }
  if (access !== 'signedIn' && request.actor.mustSetUp) throw new ApiError('second_factor_required')
}

/** @throws ApiError not_signed_in, csrf_… */
async function requirePending(context: AppContext, request: FastifyRequest): Promise<void> {
  const token = sessionTokenOf(request, context.cookies)
  const pending = token ? await findPending(context, token, request.ip) : undefined
  if (!pending) throw new ApiError('not_signed_in')
  rejectForged(request, context.cookies)
  request.pending = pending
}

/** RFC 6750, 2.1: accepted only in the Authorization header. In a URL, proxies would log it. */
const bearerTokenOf = ({ headers }: FastifyRequest) =>
  /^Bearer ([\w~+/.-]{1,512}=*)$/i.exec(headers.authorization ?? '')?.[1]
