import { login, logout } from '@portal/contract/accounts.ts'
import {
  browserMarksOf,
  clearSessionCookie,
  sessionTokenOf,
  setBrowserMarks,
  setSessionCookie,
} from '#server/http/cookies.ts'
import { handle, handleFor, type Routes } from '#server/http/handle.ts'
import type { Portal } from '#server/lib/context/context.ts'
import * as sessions from './service.ts'

export const loginRoutes: Routes = (scope, portal) => {
  handle(scope, login, async ({ body, request, reply }) => {
    const { token, browser } = await sessions.login(portal, {
      email: body.email,
      password: body.password,
      ip: request.ip,
      browser: browserMarksOf(request, portal.cookies),
      replaces: sessionTokenOf(request, portal.cookies),
    })
    setSessionCookie(reply, token, sessions.sessionLength, portal.cookies)
    setBrowserMarks(reply, browser, portal.cookies)
    return {}
  })
}

/** @param afterLogout notifies the partner sites, within a limited time; never throws */
export const logoutRoutes =
  (afterLogout: (portal: Portal) => Promise<void>): Routes =>
  (scope, portal) => {
    handleFor(scope, logout, async ({ actor, reply }) => {
      await sessions.logout(portal, actor)
      await afterLogout(portal)
      clearSessionCookie(reply, portal.cookies)
    })
  }
