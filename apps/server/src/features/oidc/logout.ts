import type { KoaContextWithOIDC } from 'oidc-provider'
import type { Portal } from '#server/lib/context/context.ts'
import { allowForms, logoutPage } from './pages.ts'
import { currentVisit, type Middleware } from './request-context.ts'

/**
 * Signing out that a partner site asks for (OpenID Connect RP-Initiated Logout): out of the portal, and so out of all
 * sites. A site that says by its ID token who is leaving is believed; else the visitor is asked, so that nobody is signed
 * out by a stranger's link. Works on what the provider has found to be in order, after it.
 */
export const endsSession =
  ({ config }: Portal): Middleware =>
  async (anyContext, next) => {
    await next()
    const ctx = anyContext as KoaContextWithOIDC
    const visit = currentVisit()
    const route = ctx.oidc?.route
    if (route === 'end_session_confirm' && ctx.status === 303) {
      if (ctx.oidc.params?.logout) visit.leaves = true
      return
    }
    if (route !== 'end_session' || ctx.status !== 200) return

    const { secret, postLogoutRedirectUri, state } = stateOf(ctx)
    const { visitor } = visit
    const hinted = (ctx.oidc.entities.IdTokenHint as { payload?: { sub?: string } } | undefined)?.payload?.sub
    // Not stored: nothing refers to it again, and each anonymous call would add a row.
    if (!visitor) await ctx.oidc.session?.destroy()
    if (!visitor || visitor.sub === hinted) {
      visit.leaves = visitor !== undefined
      const target = new URL(postLogoutRedirectUri ?? `${config.publicUrl}/`)
      if (postLogoutRedirectUri && state !== undefined) target.searchParams.set('state', state)
      ctx.status = 303
      ctx.redirect(target.href)
      ctx.body = ''
      return
    }
    ctx.type = 'html'
    ctx.body = logoutPage(config.brand, {
      action: `${config.publicUrl}/oauth/session/end/confirm`,
      xsrf: secret ?? '',
      email: visitor.email,
    })
    if (postLogoutRedirectUri) allowForms(ctx, [postLogoutRedirectUri])
  }

type LogoutState = { secret?: string; postLogoutRedirectUri?: string; state?: string }

const stateOf = (ctx: KoaContextWithOIDC): LogoutState => ctx.oidc.session?.state ?? {}
