import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { csrfTokenOf } from '#server/lib/security/tokens.ts'
import { csrfCookie, csrfHeader, sessionTokenOf } from './cookies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route may be called by browsers on other sites' behalf: no cookie counts there, or nothing is changed. */
    anySite?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const same = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Refuses a mutating call of a signed-in browser that doesn't repeat its CSRF token in the header (wire.md).
 * @throws ApiError csrf_cookie_missing, csrf_token_wrong
 */
export function rejectForged(request: FastifyRequest, setting: { secure: boolean }): void {
  if (safeMethods.has(request.method)) return
  const cookie = request.cookies[csrfCookie]
  if (!cookie) throw new ApiError('csrf_cookie_missing')
  const due = csrfTokenOf(sessionTokenOf(request, setting) ?? '')
  const said = request.headers[csrfHeader]
  if (typeof said !== 'string' || !same(said, due) || !same(cookie, due))
    throw new ApiError('csrf_token_wrong')
}

/**
 * Refuses a mutating call that a browser makes on another site's behalf, signed in or not: nobody may sign a visitor in
 * to a stranger's account. Programs that are no browsers send neither header and pass.
 * @param home the portal's own origin, as visitors see it
 * @throws ApiError csrf_other_site
 */
export function rejectOtherSites(request: FastifyRequest, home: string): void {
  if (safeMethods.has(request.method)) return
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (typeof site === 'string') {
    if (site === 'same-origin' || site === 'none') return
  } else if (!origin || origin === home || hostOf(origin) === request.headers.host) return
  throw new ApiError('csrf_other_site', { origin: (origin ?? 'null').slice(0, 200) })
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
