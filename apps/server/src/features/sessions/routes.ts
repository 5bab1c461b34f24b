import { login, logout } from '@portal/contract/accounts.ts'
import { tellSites } from '#server/features/oidc/logout-service.ts'
import { clearSessionCookie, setSessionCookie } from '#server/http/cookies.ts'
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
  handleFor(scope, logout, async ({ actor, reply }) => {
    await sessions.logout(portal, actor)
    await tellSites(portal)
    clearSessionCookie(reply, portal.cookies)
  })
}
