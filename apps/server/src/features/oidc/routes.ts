import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { findSignInSite } from '@portal/contract/partners.ts'
import { type Language, languageOfLocales } from '@portal/contract/words/language.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#server/db/unavailable-errors.ts'
import { findClient } from '#server/features/partners/service.ts'
import { logout } from '#server/features/sessions/service.ts'
import { clearSessionCookie, languageOf, sessionTokenOf, setSiteLanguage } from '#server/http/cookies.ts'
import { networkOf } from '#server/lib/rate-limit/rate-limit.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { logForRequest } from '#server/http/log.ts'
import { rejectionOfOtherSite } from '#server/http/csrf.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { pageStyle } from '#server/lib/html/html.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { csrfTokenOf } from '#server/lib/security/tokens.ts'
import {
  abortInteraction,
  decideConsent,
  type InteractionContext,
  resumeInteraction,
  type Step,
} from './interaction-service.ts'
import { notifySitesNow } from './logout-service.ts'
import { secretPaths } from './client-secret-limit.ts'
import { errorPage, policyWithForms } from './pages.ts'
import { mountPath, providerOf } from './provider.ts'
import { findVisitor, type ProviderRequest, type RequestContext } from './request-context.ts'

const css = pageStyle + readFileSync(resolve(import.meta.dirname, 'pages.css'), 'utf8')

const policyHeader = 'content-security-policy'

/** Bytes; the maximum length of a URL. */
const bodyLimit = 8_192

/** Paths to which sites send visitors. */
const sitePaths = ['/auth', '/session/end']

/** The answer to scripts in pages of other sites: without the header they see only that the call failed. */
const readableAnywhere = { 'Access-Control-Allow-Origin': '*', 'Cache-Control': 'no-store' }
const notFromPages = {
  error: 'invalid_request',
  error_description: 'call this address from a server; scripts in pages of other sites are rejected',
}

type GetProvider = ReturnType<typeof providerOf>

/**
 * Routes of the OpenID Connect provider under /oauth/ and of its interactions with the portal's sign-in.
 * access-policy.ts mounts them if PORTAL_SECRET is set.
 */
export const oidcRoutes: Routes = (scope, portal) => {
  const getProvider = providerOf(portal)
  const interactionUrl = `${mountPath}/interaction/:uid`

  scope.setErrorHandler((error, request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!isPage || !isUnavailable(error)) throw error
    request.log.warn({ error: describeError(error) }, 'the database is unavailable')
    return reply
      .code(503)
      .headers({ 'Retry-After': '2', 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(errorPage({ ...portal.config.brand, language: languageOf(request) }, { error: 'server_error' }))
  })

  handle(scope, findSignInSite, async ({ query }) => ({
    name: (await findClient(portal, query.client ?? ''))?.name ?? null,
  }))
  scope.get(`${mountPath}/style.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  )
  scope.get(interactionUrl, async (request, reply) =>
    sendStep(
      reply,
      await resumeInteraction(portal, await interactionContextOf(portal, getProvider, request, reply)),
    ),
  )
  scope.get(`${interactionUrl}/abort`, async (request, reply) =>
    sendStep(
      reply,
      await abortInteraction(portal, await interactionContextOf(portal, getProvider, request, reply)),
    ),
  )
  scope.post(interactionUrl, async (request, reply) => {
    const interaction = await interactionContextOf(portal, getProvider, request, reply)
    const { csrf, decision, redeem, words } = (request.body ?? {}) as Record<string, unknown>
    if (csrf !== interaction.csrf) throw new ApiError('csrf_token_wrong')
    return sendStep(
      reply,
      await decideConsent(portal, interaction, {
        allows: decision === 'allow',
        redeem: redeem === 'yes',
        words,
      }),
    )
  })

  void scope.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    const form = 'application/x-www-form-urlencoded'
    inner.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    // Sites may send these requests by POST (OpenID Connect Core, 3.1.2.1). Browsers send no SameSite=Lax cookies with
    // a cross-site POST, but do with the GET request after the redirect.
    for (const path of sitePaths)
      inner.post(mountPath + path, { config: { anySite: true }, bodyLimit }, async (request, reply) => {
        // Re-encode: a form body may contain characters that are invalid in a URL.
        const query = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
        return reply.redirect(`${mountPath}${path}?${query.toString()}`, 303)
      })
  })

  void scope.register(async (inner) => {
    // The provider parses bodies.
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', (_request, _body, done) => done(null))
    // For issuers with a path (RFC 8414 §3.1): OpenID Connect Discovery appends to the issuer instead.
    for (const name of ['oauth-authorization-server', 'openid-configuration'])
      inner.get(`/.well-known/${name}${mountPath}`, (request, reply) =>
        handleWithProvider(portal, getProvider, request, reply, `/.well-known/${name}`),
      )
    inner.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: `${mountPath}/*`,
      handler: (request, reply) => handleWithProvider(portal, getProvider, request, reply),
    })
    const home = new URL(portal.config.publicUrl).origin
    for (const path of secretPaths)
      inner.post(mountPath + path, { config: { anySite: true } }, async (request, reply) =>
        rejectionOfOtherSite(request, home)
          ? reply.code(403).headers(readableAnywhere).send(notFromPages)
          : handleWithProvider(portal, getProvider, request, reply),
      )
  })
}

/**
 * Passes a request to the provider, and ends the portal session if the request signs out. URL, protocol and IP address
 * are those that the portal trusts, regardless of the request's headers. The provider sets status and headers of the
 * response; Fastify sends it.
 */
async function handleWithProvider(
  portal: AppContext,
  getProvider: GetProvider,
  request: FastifyRequest,
  reply: FastifyReply,
  path = request.url.slice(mountPath.length),
): Promise<FastifyReply> {
  const language = await languageAskedFor(portal, request)
  if (language) setSiteLanguage(request, reply, language, portal.cookies)
  const provider = await getProvider()
  const visitor = await findVisitor(portal, sessionTokenOf(request, portal.cookies))
  const context: RequestContext = { visitor }
  const { raw, ip, url } = request
  const { host, protocol } = new URL(portal.config.publicUrl)
  const forwarded = { host, proto: protocol.slice(0, -1), for: ip }
  for (const [name, value] of Object.entries(forwarded)) raw.headers[`x-forwarded-${name}`] = value
  // The provider's pages may extend the policy.
  reply.raw.setHeader(policyHeader, String(reply.getHeader(policyHeader) ?? ''))
  const providerRequest = Object.assign(raw, { context, originalUrl: mountPath + path, url: path })
  await provider.callback()(providerRequest satisfies ProviderRequest, reply.raw)
  raw.url = url
  const headers = reply.raw.getHeaders()
  for (const name of Object.keys(headers)) reply.raw.removeHeader(name)

  const { error, body, securityEvent } = context
  if (securityEvent) logForRequest(request, securityEvent.name, securityEvent.client)
  else if (reply.raw.statusCode === 429) logForRequest(request, 'limit.reached')
  if (isUnavailable(error) || (error !== undefined && body === undefined)) throw error
  if (error !== undefined) request.log.error({ error: describeError(error) }, 'internal server error')
  if (context.signsOut && visitor) {
    await logout(portal, visitor)
    await notifySitesNow(portal)
    clearSessionCookie(reply, portal.cookies)
  }
  if (reply.statusCode === 404 && !String(headers['content-type']).includes('json')) {
    if (!request.headers.accept?.includes('text/html')) throw new ApiError('not_found')
    reply.code(200).callNotFound()
    return reply
  }
  void reply.headers(headers)
  if (!reply.hasHeader('cache-control')) void reply.header('Cache-Control', 'no-store')
  return reply.send(body)
}

/** The language that a registered site asks for (OpenID Connect Core, 3.1.2.1; RP-Initiated Logout, 2). */
async function languageAskedFor(
  portal: AppContext,
  { url, query }: FastifyRequest,
): Promise<Language | undefined> {
  const { ui_locales: locales, client_id: client } = query as Record<string, unknown>
  const path = url.slice(mountPath.length).split('?')[0] ?? ''
  if (typeof locales !== 'string' || typeof client !== 'string' || !sitePaths.includes(path)) return undefined
  return (await findClient(portal, client)) && languageOfLocales(locales)
}

async function interactionContextOf(
  portal: AppContext,
  getProvider: GetProvider,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<InteractionContext> {
  const { uid } = request.params as { uid: string }
  const { client } = request.query as Record<string, unknown>
  const token = sessionTokenOf(request, portal.cookies)
  return {
    provider: await getProvider(),
    request: request.raw,
    response: reply.raw,
    uid,
    clientId: typeof client === 'string' ? client : '',
    visitor: await findVisitor(portal, token),
    network: networkOf(request.ip),
    csrf: csrfTokenOf(token ?? ''),
  }
}

function sendStep(reply: FastifyReply, step: Step): FastifyReply {
  void reply.header('Cache-Control', 'no-store')
  if ('go' in step) return reply.redirect(step.go, 303)
  const policy = policyWithForms(String(reply.getHeader(policyHeader) ?? ''), step.leadsTo)
  return reply.header(policyHeader, policy).code(step.status).type('text/html; charset=utf-8').send(step.page)
}
