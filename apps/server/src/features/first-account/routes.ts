import { checkFirstLink, openFirstAccount } from '@portal/contract/manage-first-steps.ts'
import { login } from '#server/features/sessions/service.ts'
import {
  browserMarksOf,
  sessionTokenOf,
  setBrowserMarks,
  setLanguageCookie,
  setSessionCookie,
} from '#server/http/cookies.ts'
import { logForRequest } from '#server/http/log.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import * as first from './service.ts'

/** The first operator of a new portal. */
export const firstAccountRoutes: Routes = (scope, context) => {
  handle(scope, checkFirstLink, ({ body, request }) =>
    first.checkFirstLink(context, { token: body.token, ip: request.ip }),
  )

  handle(scope, openFirstAccount, async ({ body, request, reply }) => {
    const { email, password, token, first_name: firstName, last_name: lastName } = body
    await first.openFirstAccount(context, { email, password, token, firstName, lastName, ip: request.ip })
    const signIn = await login(context, {
      email,
      password,
      ip: request.ip,
      userAgent: request.headers['user-agent'],
      browser: browserMarksOf(request, context.cookies),
      language: undefined,
      replaces: sessionTokenOf(request, context.cookies),
      // No mail about it: the person has just made the account.
      announce: async () => {},
    })
    // A new account has none.
    if (signIn.factors) return
    logForRequest(request, 'auth.sign_in')
    setSessionCookie(reply, signIn.token, signIn.expiresInMs, context.cookies)
    setLanguageCookie(reply, signIn.language, context.cookies)
    setBrowserMarks(reply, signIn.browser, context.cookies)
  })
}
