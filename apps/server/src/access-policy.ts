import { statusOf } from '@portal/contract/dialect.ts'
import { idParam } from '@portal/contract/fields.ts'
import { changeBrand } from '@portal/contract/manage-brand.ts'
import { maxLogoBytes } from '@portal/contract/brand/brand-limits.ts'
import { findParticipant } from '@portal/contract/participants.ts'
import { recordPoints } from '@portal/contract/partner-points.ts'
import { importPlaces, previewPlaces } from '@portal/contract/place-import.ts'
import { changeTextValues, previewText, publishText, saveTextDraft } from '@portal/contract/manage-texts.ts'
import { importPartBytes } from '@portal/contract/words/import-rules.ts'
import { addImportPart } from '@portal/contract/manage-imports.ts'
import { sendEntries } from '@portal/contract/desk/desk.ts'
import { setOfferPicture } from '@portal/contract/manage-offers.ts'
import { maxPictureBytes } from '@portal/contract/words/offer-limits.ts'
import { maxFileBytes } from '@portal/contract/place-rules.ts'
import {
  type Access,
  can,
  type DeskAccess,
  isForDevices,
  isForPartners,
  isForStaff,
  type Permission,
} from '@portal/contract/security/permissions.ts'
import { accountRoutes, linkRoutes } from './features/accounts/routes.ts'
import { announceSignIn } from './features/accounts/sign-in-mail-service.ts'
import { emailChangeRoutes } from './features/accounts/email-change/routes.ts'
import { passwordRoutes } from './features/accounts/password-routes.ts'
import { callRoutes } from './features/phone-calls/routes.ts'
import { staffRoutes } from './features/accounts/staff-routes.ts'
import { checkRoutes } from './features/checks/routes.ts'
import { auditRoutes } from './features/audit/routes.ts'
import { cardRoutes } from './features/card/routes.ts'
import { couponRoutes } from './features/coupons/routes.ts'
import { claimRoutes } from './features/claims/routes.ts'
import { connectedSiteRoutes } from './features/connected-sites/routes.ts'
import { dashboardRoutes } from './features/dashboard/routes.ts'
import { deskRoutes } from './features/desk/routes.ts'
import { manageDeviceRoutes } from './features/desk/manage-routes.ts'
import { deviceFinder } from './features/desk/service.ts'
import { demoMailRoutes } from './features/demo/routes.ts'
import { dataRequestRoutes } from './features/data-requests/routes.ts'
import { firstAccountRoutes } from './features/first-account/routes.ts'
import { firstStepsRoutes } from './features/first-steps/routes.ts'
import { importRoutes } from './features/imports/routes.ts'
import { managePartnerRoutes } from './features/manage-partners/routes.ts'
import { partnerTrafficRoutes } from './features/manage-partners/traffic-routes.ts'
import { managedMunicipalityRoutes } from './features/municipalities/manage-routes.ts'
import { municipalityRoutes } from './features/municipalities/routes.ts'
import { accountLockRoutes } from './features/participants/lock-routes.ts'
import { exportParticipantsRoutes } from './features/participants/export-routes.ts'
import { participantRoutes } from './features/participants/routes.ts'
import { exportPointsRoutes } from './features/points/export-routes.ts'
import { partnerCouponRoutes } from './features/partner-api/coupon-routes.ts'
import { partnerReadRoutes } from './features/partner-api/events-routes.ts'
import { partnerPointsRoutes } from './features/partner-api/points-routes.ts'
import { partnerRejectionRoutes } from './features/partner-api/rejections-routes.ts'
import { partnerRoutes } from './features/partners/routes.ts'
import { managePlaceRoutes } from './features/places/manage-routes.ts'
import { managedOfferRoutes } from './features/offers/manage-routes.ts'
import { offerRoutes } from './features/offers/routes.ts'
import { rateRoutes } from './features/rates/routes.ts'
import { placeRoutes } from './features/places/routes.ts'
import { oidcRoutes } from './features/oidc/routes.ts'
import { hasProvider } from './features/oidc/service.ts'
import { pointsOriginRoutes } from './features/points/origin-routes.ts'
import { pointsMailsRoutes } from './features/points-mails/routes.ts'
import { liveRoutes } from './features/live/routes.ts'
import { pointsRoutes } from './features/points/routes.ts'
import { notifySitesNow } from './features/oidc/logout-service.ts'
import { removeSecondFactors } from './features/second-factor/reset-service.ts'
import { secondFactorRoutes } from './features/second-factor/routes.ts'
import { mustSetUp } from './features/second-factor/service.ts'
import { secondStepRoutes } from './features/second-factor/sign-in-routes.ts'
import { findPending, isConfirmed } from './features/sessions/second-step-service.ts'
import { ownSessionRoutes } from './features/sessions/own-sessions-routes.ts'
import { loginRoutes, logoutRoutes } from './features/sessions/routes.ts'
import { publicPageRoutes } from './features/site/pages-routes.ts'
import { privacyRoutes } from './features/privacy/routes.ts'
import { erasureSteps } from './features/privacy/request-service.ts'
import { noticeRoutes } from './features/notices/routes.ts'
import { siteRoutes } from './features/site/routes.ts'
import { managedTextRoutes } from './features/site/texts-routes.ts'
import { systemRoutes } from './features/system/routes.ts'
import { stickerLookUpRoutes } from './features/stickers/look-up-routes.ts'
import { stickerRoutes } from './features/stickers/routes.ts'
import { brandRoutes } from './features/brand/routes.ts'
import { partnerFinder, requireScope } from './features/partners/service.ts'
import { findActor, recordWrite } from './features/sessions/use-service.ts'
import { clearHintCookie, deviceTokenOf, ensureCsrfCookie, sessionTokenOf } from './http/cookies.ts'
import { rejectForged, rejectForgedDevice } from './http/csrf.ts'
import { auditRead } from './lib/audit/reads.ts'
import type { Routes } from './http/mount-endpoint.ts'
import type { AppContext } from './lib/context/app-context.ts'
import { minutes } from './lib/time/clock.ts'
import { describeError } from './lib/errors/describe-error.ts'
import { ApiError } from './lib/errors/api-error.ts'
import { unattendedHeader } from '@portal/contract/endpoint.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

/** Maximum bodies of a thousand records, of a legal text, and of a file in base64; that of all other calls: app.ts. */
const batchBytes = 1_048_576
/** Of a hundred entries of a device with long names of materials. */
const entriesBytes = 131_072
const fileBytes = Math.ceil(maxFileBytes / 3) * 4 + 1_000
/** A logo in base64, and the texts. */
const pictureBytes = Math.ceil(maxPictureBytes / 3) * 4 + 1_000
const logoBytes = Math.ceil(maxLogoBytes / 3) * 4 + 40_000
const limitsByPath = {
  [recordPoints.path]: batchBytes,
  [changeBrand.path]: logoBytes,
  [setOfferPicture.path]: pictureBytes,
  [sendEntries.path]: entriesBytes,
  [previewText.path]: batchBytes,
  [saveTextDraft.path]: batchBytes,
  [publishText.path]: batchBytes,
  [changeTextValues.path]: batchBytes,
  [previewPlaces.path]: fileBytes,
  [importPlaces.path]: fileBytes,
  [addImportPart.path]: Math.ceil(importPartBytes / 3) * 4 + 1_000,
}
/** By address as Fastify writes parameters. */
const bodyLimits = Object.fromEntries(
  Object.entries(limitsByPath).map(([path, bytes]) => [path.replace(/\{(\w+)\}/g, ':$1'), bytes]),
)

/**
 * Mounts all routes. Who may make a call is beside its path, in `routes.ts` of the contract. Each service additionally
 * checks which account's data a call may read or change.
 */
export async function mountRoutes(app: FastifyInstance, context: AppContext): Promise<void> {
  await app.register(async (scope) => {
    checkCallers(scope, context)
    const routes: Routes[] = [
      siteRoutes,
      brandRoutes,
      publicPageRoutes,
      loginRoutes(announceSignIn),
      secondStepRoutes(announceSignIn),
      accountRoutes,
      firstAccountRoutes,
      firstStepsRoutes,
      linkRoutes,
      passwordRoutes,
      emailChangeRoutes(erasureSteps),
      secondFactorRoutes,
      logoutRoutes(notifySitesNow),
      ownSessionRoutes(notifySitesNow),
      connectedSiteRoutes(notifySitesNow),
      municipalityRoutes,
      placeRoutes,
      managePlaceRoutes,
      noticeRoutes,
      liveRoutes,
      pointsRoutes,
      pointsOriginRoutes,
      exportPointsRoutes,
      pointsMailsRoutes,
      cardRoutes,
      couponRoutes,
      offerRoutes,
      stickerRoutes,
      stickerLookUpRoutes,
      claimRoutes,
      privacyRoutes,
      dataRequestRoutes,
      participantRoutes,
      exportParticipantsRoutes,
      accountLockRoutes,
      callRoutes,
      dashboardRoutes,
      staffRoutes(removeSecondFactors),
      checkRoutes,
      rateRoutes,
      managedOfferRoutes,
      managedMunicipalityRoutes,
      managedTextRoutes,
      auditRoutes,
      systemRoutes,
      importRoutes,
      managePartnerRoutes,
      partnerTrafficRoutes,
      manageDeviceRoutes,
      deskRoutes,
      partnerRoutes,
      partnerReadRoutes,
      // In one scope, whose rejected calls are kept.
      (partner) =>
        [partnerRejectionRoutes, partnerPointsRoutes, partnerCouponRoutes].map((add) =>
          add(partner, context),
        ),
      ...(hasProvider(context) ? [oidcRoutes] : []),
      ...(context.config.demonstration ? [demoMailRoutes] : []),
    ]
    for (const add of routes) await scope.register(async (inner) => add(inner, context))
  })
}

/** Pages, which have no endpoint, are for everyone. */
const accessOf = ({ routeOptions: { config } }: FastifyRequest): Access => config.access ?? 'anyone'

function checkCallers(scope: FastifyInstance, context: AppContext): void {
  const findPartner = partnerFinder(context)
  const findDevice = deviceFinder(context)
  scope.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/') && !route.config?.access)
      throw new Error(`${route.url} does not say who may call it.`)
    const bodyLimit = bodyLimits[route.url]
    if (bodyLimit !== undefined) route.bodyLimit = bodyLimit
  })
  rejectOthers(scope, async (request, reply, again) => {
    const access = accessOf(request)
    if (isForPartners(access)) {
      // Session cookies are neither read nor set for partner programs.
      request.partner = await findPartner(bearerTokenOf(request), request.ip, { again })
      if (access !== 'partner') requireScope(request.partner, access)
    } else if (isForDevices(access)) await requireDevice(findDevice, access, request)
    else if (access === 'signingIn') await requirePending(context, request)
    else if (access !== 'anyone') await requireSession(context, access, request, reply, again)
  })
  scope.addHook('onRequest', (request, reply, done) => {
    // Not health checks, and not partners' calls of the provider.
    if (request.url.startsWith('/api/') && !isForPartners(accessOf(request)))
      ensureCsrfCookie(request, reply, context.cookies)
    done()
  })
  recordRefusals(scope, context)
  if (context.standby) recordWrites(scope, context)
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
    const { url, config } = routeOptions
    const isAboutPerson =
      isForStaff(config.access ?? 'anyone') && url?.startsWith(findParticipant.path.replace('{id}', ':id'))
    const isRefused = error instanceof ApiError && [404, 409, 429].includes(statusOf(error.errors))
    if (data && actor && isAboutPerson && isRefused && method !== 'GET' && method !== 'HEAD')
      await auditRead(context, actor, { action: 'participant.view', subjectId: data.id })
    // To the handler of all scopes.
    throw error
  })
}

/** Age of the confirmation that `Endpoint.confirmed` asks for. */
const confirmedForMs = minutes(15)

/** @throws ApiError not_signed_in, csrf_…, not_permitted, second_factor_required, confirmation_required; in this order */
async function requireSession(
  context: AppContext,
  access: 'signedIn' | Permission,
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
  if (access !== 'signedIn' && !can(actor.role, access)) throw new ApiError('not_permitted')
  request.actor = { ...actor, mustSetUp: await mustSetUp(context, actor) }
  if (access !== 'signedIn' && request.actor.mustSetUp) throw new ApiError('second_factor_required')
  if (request.routeOptions.config.confirmed && !(await isConfirmed(context, actor, confirmedForMs)))
    throw new ApiError('confirmation_required')
}

/** @throws ApiError desk_unknown, csrf_token_wrong; of `desk` desk_revoked, desk_locked, desk_closed */
async function requireDevice(
  findDevice: ReturnType<typeof deviceFinder>,
  access: DeskAccess,
  request: FastifyRequest,
): Promise<void> {
  const isUse = request.headers[unattendedHeader.toLowerCase()] === undefined
  const device = await findDevice(deviceTokenOf(request), request.ip, { isUse })
  rejectForgedDevice(request)
  if (access === 'desk' && device.state !== 'open') throw new ApiError(`desk_${device.state}`)
  request.device = device
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
