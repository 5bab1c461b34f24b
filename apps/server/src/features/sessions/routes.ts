import { login, logout } from '@portal/contract/accounts.ts'
import { tellSitesFor } from '#server/features/oidc/logout-service.ts'
import {
  browserMarksOf,
  clearSessionCookie,
  sessionTokenOf,
  setBrowserMarks,
  setSessionCookie,
} from '#server/http/cookies.ts'
import { reportTo } from '#server/http/errors.ts'
import { handle, handleFor, type Routes } from '#server/http/handle.ts'
import * as sessions from './service.ts'

export const loginRoutes: Routes = (scope, portal) => {
  handle(scope, login, async ({ body, request, reply }) => {
    const { token, browser } = await sessions.login(portal, {
      ...{ email: body.email, password: body.password, ip: request.ip },
      browser: browserMarksOf(request, portal.cookies),
      replaces: sessionTokenOf(request, portal.cookies),
    })
    setSessionCookie(reply, token, sessions.sessionLength, portal.cookies)
    setBrowserMarks(reply, browser, portal.cookies)
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
