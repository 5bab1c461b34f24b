import { languageIn } from '#server/lib/html/page-language.ts'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { subAt } from '#server/features/connected-sites/consent-service.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { allowForms, logoutPage } from './pages.ts'
import { contextOf, type Middleware } from './request-context.ts'

/**
 * Middleware for OpenID Connect RP-Initiated Logout: signs out of the portal, and thereby of all sites. With an ID
 * token hint of the signed-in user no confirmation is needed; otherwise the visitor is asked, so that a link of a third
 * party cannot sign them out. Runs after the provider has validated the request.
 */
export const handleLogout =
  ({ config, db }: AppContext): Middleware =>
  async (anyContext, next) => {
    await next()
    const ctx = anyContext as KoaContextWithOIDC
    const context = contextOf(ctx)
    const route = ctx.oidc?.route
    if (route === 'end_session_confirm' && ctx.status === 303) {
      if (ctx.oidc.params?.logout) context.signsOut = true
      return
    }
    if (route !== 'end_session' || ctx.status !== 200) return

    const { secret, postLogoutRedirectUri, state } = stateOf(ctx)
    const { visitor } = context
    const hinted = (ctx.oidc.entities.IdTokenHint as { payload?: { sub?: string } } | undefined)?.payload?.sub
    const isHinted =
      visitor &&
      hinted &&
      hinted === (await subAt({ db }, Number(ctx.oidc.client?.['partner_id']), visitor.sub))
    // Do not store the session: it is not used again, and each anonymous request would add a row.
    if (!visitor) await ctx.oidc.session?.destroy()
    if (!visitor || isHinted) {
      context.signsOut = visitor !== undefined
      const target = new URL(postLogoutRedirectUri ?? `${config.publicUrl}/`)
      if (postLogoutRedirectUri && state !== undefined) target.searchParams.set('state', state)
      ctx.status = 303
      ctx.redirect(target.href)
      ctx.body = ''
      return
    }
    ctx.type = 'html'
    ctx.body = logoutPage(
      { ...config.brand, language: languageIn(ctx.req.headers.cookie) },
      {
        action: `${config.publicUrl}/oauth/session/end/confirm`,
        xsrf: secret ?? '',
        email: visitor.email,
      },
    )
    if (postLogoutRedirectUri) allowForms(ctx, [postLogoutRedirectUri])
  }

type LogoutState = { secret?: string; postLogoutRedirectUri?: string; state?: string }

const stateOf = (ctx: KoaContextWithOIDC): LogoutState => ctx.oidc.session?.state ?? {}
