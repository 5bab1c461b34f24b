import { languageIn } from '#server/lib/html/page-language.ts'
import type { LimitName } from '#server/lib/config/limits.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf, returnTry, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { errorPage } from './pages.ts'
import type { Middleware } from './request-context.ts'

const limited = new Map<string, LimitName>([
  ['/auth', 'siteSignInByNetwork'],
  ['/session/end', 'siteSignOutByNetwork'],
])

/**
 * Limits authorization and logout requests per network: each stores up to 16 kB for an hour, before authentication. The
 * limit is far above the traffic of a school or a mobile network.
 */
export const limitInteractions =
  (portal: AppContext): Middleware =>
  async (ctx, next) => {
    // The provider also matches /AUTH/. Longer paths resume existing sign-ins and are not limited.
    const path = ctx.path.toLowerCase().replace(/\/$/, '')
    const limit = limited.get(path)
    const network = networkOf(ctx.ip)
    const proceed = async () => {
      await next()
      // A finished sign-in has used its row up: people behind one address who sign in do not block each other.
      if (/^\/auth(\/|$)/.test(path) && /[?&]code=/.test(ctx.response.get('Location')))
        await returnTry(portal, 'siteSignInByNetwork', network)
    }
    if (!limit) {
      await proceed()
      return
    }
    try {
      await takeTry(portal, limit, network)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ctx.status = 429
      ctx.set('Retry-After', String(error.errors[0]?.params?.seconds ?? 60))
      ctx.type = 'html'
      ctx.body = errorPage(
        { ...portal.config.brand, language: languageIn(ctx.req.headers.cookie) },
        {
          error: 'temporarily_unavailable',
          error_description: 'too many sign-in requests from this network',
        },
      )
      return
    }
    await proceed()
  }
