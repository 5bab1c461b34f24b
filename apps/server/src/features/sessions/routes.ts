import { login, logout } from '@portal/contract/accounts.ts'
import {
  browserMarksOf,
  chosenLanguageOf,
  clearSessionCookie,
  sessionTokenOf,
  setBrowserMarks,
  setLanguageCookie,
  setPendingCookie,
  setSessionCookie,
} from '#server/http/cookies.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { logForRequest } from '#server/http/log.ts'
import { addressHash } from '#server/lib/log/security-events.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import * as sessions from './service.ts'

/** @param announcing returns what tells the owner of a sign-in from a new browser */
export const loginRoutes =
  (announcing: (context: AppContext) => sessions.AnnounceSignIn): Routes =>
  (scope, context) => {
    handle(scope, login, async ({ body, request, reply }) => {
      request.addressHash = await addressHash(context, body.email)
      const { token, ...signIn } = await sessions.login(context, {
        email: body.email,
        password: body.password,
        ip: request.ip,
        userAgent: request.headers['user-agent'],
        browser: browserMarksOf(request, context.cookies),
        language: chosenLanguageOf(request),
        replaces: sessionTokenOf(request, context.cookies),
        announce: announcing(context),
      })
      if (signIn.factors) {
        setPendingCookie(reply, token, sessions.pendingLength, context.cookies)
        return { second_factor: signIn.factors }
      }
      logForRequest(request, 'auth.sign_in')
      setSessionCookie(reply, token, signIn.expiresInMs, context.cookies)
      setLanguageCookie(reply, signIn.language, context.cookies)
      setBrowserMarks(reply, signIn.browser, context.cookies)
      return {}
    })
  }

/** @param afterLogout notifies the partner sites, within a limited time; never throws */
export const logoutRoutes =
  (afterLogout: (context: AppContext) => Promise<void>): Routes =>
  (scope, context) => {
    handle(scope, logout, async ({ actor, reply }) => {
      await sessions.logout(context, actor)
      await afterLogout(context)
      clearSessionCookie(reply, context.cookies)
    })
  }
