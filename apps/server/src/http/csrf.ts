import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { csrfTokenOf } from '#server/lib/security/tokens.ts'
import { csrfCookie, csrfHeader, deviceTokenOf, sessionTokenOf } from './cookies.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route accepts cross-site requests: it ignores cookies or changes nothing. */
    anySite?: boolean
  }
}

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS'])

const same = (one: string, other: string) => {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/**
 * Rejects a mutating call whose header does not repeat the CSRF token of the session (wire.md).
 * @throws ApiError csrf_cookie_missing, csrf_token_wrong
 */
export function rejectForged(request: FastifyRequest, setting: { secure: boolean }): void {
  if (safeMethods.has(request.method)) return
  const cookie = request.cookies[csrfCookie]
  if (!cookie) throw new ApiError('csrf_cookie_missing')
  const expected = csrfTokenOf(sessionTokenOf(request, setting) ?? '')
  const sent = request.headers[csrfHeader]
  if (typeof sent !== 'string' || !same(sent, expected) || !same(cookie, expected))
    throw new ApiError('csrf_token_wrong')
}

/**
 * As `rejectForged`, of a device. Its page alone sees the cookie with the token, so that only the header is compared.
 * @throws ApiError csrf_token_wrong
 */
export function rejectForgedDevice(request: FastifyRequest): void {
  if (safeMethods.has(request.method)) return
  const sent = request.headers[csrfHeader]
  if (typeof sent !== 'string' || !same(sent, csrfTokenOf(deviceTokenOf(request) ?? '')))
    throw new ApiError('csrf_token_wrong')
}

/**
 * Finds a mutating cross-site call by Sec-Fetch-Site or Origin, with or without a session: prevents login CSRF.
 * Clients that send neither header are not browsers and pass.
 * @param home the origin of PUBLIC_URL
 * @returns csrf_other_site, or undefined
 */
export function rejectionOfOtherSite(request: FastifyRequest, home: string): ApiError | undefined {
  if (safeMethods.has(request.method)) return undefined
  const { origin } = request.headers
  const site = request.headers['sec-fetch-site']
  if (typeof site === 'string') {
    if (site === 'same-origin' || site === 'none') return undefined
  } else if (!origin || origin === home || hostOf(origin) === request.headers.host) return undefined
  return new ApiError('csrf_other_site', { origin: (origin ?? 'null').slice(0, 200) })
}

const hostOf = (origin: string) => (URL.canParse(origin) ? new URL(origin).host : undefined)
