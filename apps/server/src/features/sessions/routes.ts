import { login, logout } from '@portal/contract/accounts.ts'
import { tellSitesFor } from '#server/features/oidc/logout-service.ts'
import { clearSessionCookie, setSessionCookie } from '#server/http/cookies.ts'
import { reportTo } from '#server/http/errors.ts'
import { handle, handleFor, type Routes } from '#server/http/handle.ts'
import * as sessions from './service.ts'

export const loginRoutes: Routes = (scope, portal) => {
  handle(scope, login, async ({ body, request, reply }) => {
    const { token } = await sessions.login(portal, { ...body, ip: request.ip })
    setSessionCookie(reply, token, sessions.sessionLength, portal.cookies)
    return {}
  })
}

export const logoutRoutes: Routes = (scope, portal) => {
  handleFor(scope, logout, async ({ actor, request, reply }) => {
    await sessions.logout(portal, actor)
    await tellSitesFor(portal, reportTo(request))
    clearSessionCookie(reply, portal.cookies)
  })
}
