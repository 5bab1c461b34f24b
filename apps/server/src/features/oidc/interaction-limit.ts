import type { LimitName } from '#server/lib/config/limits.ts'
import type { Portal } from '#server/lib/context/context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import { networkOf, takeTry } from '#server/lib/rate-limit/rate-limit.ts'
import { errorPage } from './pages.ts'
import { currentVisit, type Middleware } from './request-context.ts'

const limited = new Map<string, LimitName>([
  ['/auth', 'siteSignInByAddress'],
  ['/session/end', 'siteSignOutByAddress'],
])

/**
 * Limits how many sign-ins an address may begin for partner sites: what each asks for is kept for an hour, up to sixteen
 * kilobytes, before anybody has said who they are. Far above what a school or a mobile network comes to.
 */
export const countBeginnings =
  (portal: Portal): Middleware =>
  async (ctx, next) => {
    // The provider answers at /AUTH/, too; behind it, with more of a path, stand sign-ins that were begun before.
    const limit = limited.get(ctx.path.toLowerCase().replace(/\/$/, ''))
    if (!limit) {
      await next()
      return
    }
    const from = networkOf(currentVisit().ip)
    try {
      await takeTry(portal, limit, from)
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      ctx.status = 429
      ctx.set('Retry-After', String(error.errors[0]?.params?.seconds ?? 60))
      ctx.type = 'html'
      ctx.body = errorPage(portal.config.brand, {
        error: 'temporarily_unavailable',
        error_description: 'too many sign-ins were begun from this network',
      })
      return
    }
    await next()
  }
