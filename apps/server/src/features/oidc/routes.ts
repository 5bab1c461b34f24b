import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUnavailable } from '#server/db/unavailable.ts'
import { logout } from '#server/features/sessions/service.ts'
import { clearSessionCookie, sessionTokenOf } from '#server/http/cookies.ts'
import { describeError, reportTo } from '#server/http/errors.ts'
import type { Routes } from '#server/http/handle.ts'
import { pageStyle } from '#server/lib/html/html.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { csrfTokenOf } from '#server/lib/security/tokens.ts'
import { type Answer, dispatch } from './dispatch.ts'
import {
  abortInteraction,
  decideConsent,
  type Passage,
  resumeInteraction,
  type Step,
} from './interaction-service.ts'
import { notifySitesFor } from './logout-service.ts'
import { errorPage, policyWithForms } from './pages.ts'
import { mountPath, providerOf } from './provider.ts'
import { during, findVisitor, type Visit } from './request-context.ts'

const css = pageStyle + readFileSync(resolve(import.meta.dirname, 'pages.css'), 'utf8')

const policyHeader = 'content-security-policy'

/** In bytes: what an address can hold. */
const bodyLimit = 8_192

type Provides = ReturnType<typeof providerOf>

/**
 * The OpenID Connect provider under /oauth/, and what stands between it and the portal's own sign-in. app.ts mounts it
 * where the portal has a secret.
 */
export const oidcRoutes: Routes = (scope, portal) => {
  const provides = providerOf(portal)
  const interaction = `${mountPath}/interaction/:uid`

  scope.setErrorHandler((error, request, reply) => {
    const isPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (!isPage || !isUnavailable(error)) throw error
    request.log.warn({ error: describeError(error) }, 'the database is unavailable')
    return reply
      .code(503)
      .headers({ 'Retry-After': '2', 'Cache-Control': 'no-store' })
      .type('text/html; charset=utf-8')
      .send(errorPage(portal.config.brand, { error: 'server_error' }))
  })

  scope.get(`${mountPath}/style.css`, async (_request, reply) =>
    reply.type('text/css; charset=utf-8').header('Cache-Control', 'no-cache').send(css),
  )
  scope.get(interaction, async (request, reply) =>
    take(reply, await resumeInteraction(portal, await passageOf(portal, provides, request))),
  )
  scope.get(`${interaction}/abort`, async (request, reply) =>
    take(reply, await abortInteraction(portal, await passageOf(portal, provides, request))),
  )
  scope.post(interaction, async (request, reply) => {
    const passage = await passageOf(portal, provides, request)
    const { csrf, decision } = (request.body ?? {}) as Record<string, unknown>
    if (csrf !== passage.csrf) throw new ApiError('csrf_token_wrong')
    return take(reply, await decideConsent(portal, passage, decision === 'allow'))
  })

  void scope.register(async (inner) => {
    inner.removeAllContentTypeParsers()
    const form = 'application/x-www-form-urlencoded'
    inner.addContentTypeParser(form, { parseAs: 'string' }, (_request, body, done) => done(null, body))
    // Sites may send people here by a form, too (OpenID Connect Core, 3.1.2.1). A form of another site brings none of the
    // portal's cookies along; the address that it is turned into does.
    for (const path of ['/auth', '/session/end'])
      inner.post(mountPath + path, { config: { anySite: true }, bodyLimit }, async (request, reply) => {
        // Encoded anew: what a form sends needn't be what may stand in an address.
        const query = new URLSearchParams(typeof request.body === 'string' ? request.body : '')
        return reply.redirect(`${mountPath}${path}?${query.toString()}`, 303)
      })
  })

  void scope.register(async (inner) => {
    // The provider reads bodies itself.
    inner.removeAllContentTypeParsers()
    inner.addContentTypeParser('*', (_request, _body, done) => done(null))
    inner.route({
      method: ['GET', 'POST', 'OPTIONS'],
      url: `${mountPath}/*`,
      handler: (request, reply) => provide(portal, provides, request, reply),
    })
  })
}

/** Hands a call to the provider, and carries out what came of it for the portal's own session. */
async function provide(
  portal: Portal,
  provides: Provides,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const provider = await provides()
  const visitor = await findVisitor(portal, sessionTokenOf(request, portal.cookies))
  const visit: Visit = { visitor, ip: request.ip, leaves: false }
  const answer = await during(visit, () =>
    dispatch(provider, request.raw, {
      publicUrl: portal.config.publicUrl,
      mountPath,
      policy: String(reply.getHeader(policyHeader) ?? ''),
    }),
  )
  if (isUnavailable(visit.error)) throw visit.error
  if (visit.error !== undefined) request.log.error({ error: describeError(visit.error) }, 'fault')
  if (visit.leaves && visitor) {
    await logout(portal, visitor)
    await notifySitesFor(portal, reportTo(request))
    clearSessionCookie(reply, portal.cookies)
  }
  return pass(reply, answer)
}

function pass(reply: FastifyReply, { status, headers, body }: Answer): FastifyReply {
  const isJson = headers.some(([name, value]) => name === 'content-type' && String(value).includes('json'))
  if (status === 404 && !isJson) {
    reply.callNotFound()
    return reply
  }
  for (const [name, value] of headers) if (name !== 'content-length') void reply.header(name, value)
  if (!reply.hasHeader('cache-control')) void reply.header('Cache-Control', 'no-store')
  return reply.code(status).send(body.length > 0 ? body : undefined)
}

async function passageOf(portal: Portal, provides: Provides, request: FastifyRequest): Promise<Passage> {
  const { uid } = request.params as { uid: string }
  const { client } = request.query as Record<string, unknown>
  const token = sessionTokenOf(request, portal.cookies)
  return {
    provider: await provides(),
    request: request.raw,
    uid,
    clientId: typeof client === 'string' ? client : '',
    visitor: await findVisitor(portal, token),
    csrf: csrfTokenOf(token ?? ''),
  }
}

function take(reply: FastifyReply, step: Step): FastifyReply {
  void reply.header('Cache-Control', 'no-store')
  if ('go' in step) return reply.redirect(step.go, 303)
  const policy = policyWithForms(String(reply.getHeader(policyHeader) ?? ''), step.leadsTo)
  return reply.header(policyHeader, policy).code(step.status).type('text/html; charset=utf-8').send(step.page)
}
