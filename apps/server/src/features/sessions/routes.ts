import { login, logout } from '@portal/contract/accounts.ts'
import {
  browserMarksOf,
  clearSessionCookie,
  sessionTokenOf,
  setBrowserMarks,
  setSessionCookie,
} from '#server/http/cookies.ts'
import { handle, handleFor, type Routes } from '#server/http/mount-endpoint.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import * as sessions from './service.ts'

export const loginRoutes: Routes = (scope, context) => {
  handle(scope, login, async ({ body, request, reply }) => {
    const { token, browser } = await sessions.login(context, {
      email: body.email,
      password: body.password,
      ip: request.ip,
      browser: browserMarksOf(request, context.cookies),
      replaces: sessionTokenOf(request, context.cookies),
    })
    setSessionCookie(reply, token, sessions.sessionLength, context.cookies)
    setBrowserMarks(reply, browser, context.cookies)
    return {}
  })
}

/** @param afterLogout notifies the partner sites, within a limited time; never throws */
export const logoutRoutes =
  (afterLogout: (context: AppContext) => Promise<void>): Routes =>
  (scope, context) => {
    handleFor(scope, logout, async ({ actor, reply }) => {
      await sessions.logout(context, actor)
      await afterLogout(context)
      clearSessionCookie(reply, context.cookies)
    })
  }
