import helmet from '@fastify/helmet'
import type { FastifyInstance } from 'fastify'

/**
 * Sets the security headers of every response. The content security policy allows scripts and styles only as files of
 * the portal: no inline code, no third parties.
 * @param frameAncestors origins that may embed /settings in a frame (portal.md §2, Settings dialog)
 * @param https whether PUBLIC_URL is https; enables Strict-Transport-Security and upgrade-insecure-requests
 */
export async function setHeaders(
  app: FastifyInstance,
  { https, frameAncestors }: { https: boolean; frameAncestors: () => Promise<string[]> },
): Promise<void> {
  await app.register(helmet, {
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
  app.addHook('onSend', async (request, reply) => {
    const origins = /^\/settings(\/|\?|$)/.test(request.url) ? await frameAncestors() : []
    if (origins.length > 0) {
      const policy = String(reply.getHeader('content-security-policy'))
      const ancestors = ["frame-ancestors 'self'", ...origins].join(' ')
      void reply.header('content-security-policy', policy.replace("frame-ancestors 'self'", ancestors))
      void reply.removeHeader('x-frame-options')
    }
    void reply.header(
      'Permissions-Policy',
      'camera=(), microphone=(), geolocation=(self), payment=(), usb=()',
    )
    // API responses contain personal data, so they must not be cached. The route is checked, too: /%61pi/… is the same
    // call.
    const isCall = request.url.startsWith('/api/') || request.routeOptions.url?.startsWith('/api/')
    if (isCall && !reply.hasHeader('cache-control')) void reply.header('Cache-Control', 'no-store')
  })
}
