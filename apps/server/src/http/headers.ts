import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { callbackify } from 'node:util'
import type { FastifyInstance, FastifyReply } from 'fastify'
import helmet, { type HelmetOptions } from 'helmet'

/**
 * Security headers of files under /assets/: scripts, styles and fonts, never a document. The others only affect documents
 * and would be a tenth of the bytes of the sign-in page's scripts.
 */
const headersOfAssets = new Set([
  'cross-origin-resource-policy',
  'strict-transport-security',
  'x-content-type-options',
])

/**
 * Security headers that calls do not have, because they only affect documents: 1 of the 40 µs of a short call. Scanners expect
 * `permissions-policy` everywhere.
 */
const headersOfDocuments = new Set([
  'cross-origin-opener-policy',
  'origin-agent-cluster',
  'x-dns-prefetch-control',
  'x-download-options',
  'x-permitted-cross-domain-policies',
  'x-xss-protection',
])

const noCamera = 'camera=()'

/**
 * The security headers of documents, by name. The content security policy allows scripts and styles only as files
 * of the portal: no inline code, no third parties.
 * @param https whether PUBLIC_URL is https; enables Strict-Transport-Security and upgrade-insecure-requests
 */
export function securityHeaders(https: boolean): Record<string, string> {
  const headers = headersOf({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'"],
        imgSrc: ["'self'", 'data:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        // The settings dialog shows the settings page in a frame.
        frameSrc: ["'self'"],
        manifestSrc: ["'self'"],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        // Covered by default-src; ASVS 5.0, 3.4.3 wants it explicit.
        objectSrc: ["'none'"],
        frameAncestors: ["'self'"],
        ...(https && { upgradeInsecureRequests: [] }),
      },
    },
    strictTransportSecurity: https ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'sameorigin' },
  })
  headers.push(['permissions-policy', `${noCamera}, microphone=(), geolocation=(self), payment=(), usb=()`])
  return Object.fromEntries(headers)
}

/**
 * Sets the security headers of every response but those of `frameworkErrors`, for which Fastify runs no hooks.
 * @param frameAncestors origins that may embed /settings in a frame (portal.md §2, Settings dialog)
 */
export function setHeaders(
  app: FastifyInstance,
  { headers, frameAncestors }: { headers: Record<string, string>; frameAncestors: () => Promise<string[]> },
): void {
  const only = (isSet: (name: string) => boolean) =>
    Object.fromEntries(Object.entries(headers).filter(([name]) => isSet(name)))
  const ofAssets = only((name) => headersOfAssets.has(name))
  const ofCalls = only((name) => !headersOfDocuments.has(name))
  // The page of the desks scans codes.
  const policy = String(headers['permissions-policy']).replace(noCamera, 'camera=(self)')
  const ofDesk = { ...headers, 'permissions-policy': policy }
  const headersFor = (url: string) => {
    if (url.startsWith('/assets/')) return ofAssets
    if (/^\/desk\/?(\?|$)/.test(url)) return ofDesk
    return url.startsWith('/api/') && !url.startsWith('/api/docs') ? ofCalls : headers
  }
  app.addHook('onRequest', (request, reply, done) => {
    // Not on the raw response: Node merges its headers with those of the reply one by one.
    void reply.headers(headersFor(request.raw.url ?? ''))
    done()
  })
  const allowFrames = callbackify(async (reply: FastifyReply) => {
    const origins = await frameAncestors()
    if (origins.length === 0) return
    const policy = String(reply.getHeader('content-security-policy'))
    const ancestors = ["frame-ancestors 'self'", ...origins].join(' ')
    void reply.header('content-security-policy', policy.replace("frame-ancestors 'self'", ancestors))
    reply.removeHeader('x-frame-options')
  })
  // Without a promise: it runs in every call.
  app.addHook('onSend', (request, reply, _payload, done) => {
    // API responses contain personal data, so they must not be cached. The route is checked, too: /%61pi/… is the same
    // call.
    const isCall = request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/')
    if (isCall && !reply.hasHeader('cache-control')) void reply.header('Cache-Control', 'no-store')
    if (/^\/settings(\/|\?|$)/.test(request.url)) allowFrames(reply, done)
    else done()
  })
}

/** Returns the headers that helmet sets, computed once instead of in every request. */
function headersOf(options: HelmetOptions): [name: string, value: string][] {
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  helmet(options)(response.req, response, () => {})
  return Object.entries(response.getHeaders()).map(([name, value]) => [name, String(value)])
}
