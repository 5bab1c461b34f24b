import { confirmPasswordReset, resetPassword, setPassword } from '@portal/contract/passwords.ts'
import { browserMarksOf, setBrowserMarks, setSessionCookie } from '#server/http/cookies.ts'
import { handle, handleFor, type Routes } from '#server/http/handle.ts'
import { queryStringOf } from '#server/http/query-string.ts'
import * as passwords from './password-service.ts'

export const passwordResetRoutes: Routes = (scope, portal) => {
  handle(scope, resetPassword, ({ body, request }) =>
    passwords.resetPassword(portal, {
      email: body.email,
      query: queryStringOf(request),
      ip: request.ip,
      browser: browserMarksOf(request, portal.cookies),
    }),
  )

  handle(scope, confirmPasswordReset, async ({ body, request, reply }) => {
    const { browser } = await passwords.confirmPasswordReset(portal, {
      uid: body.uid,
      token: body.token,
      password: body.new_password,
      ip: request.ip,
      browser: browserMarksOf(request, portal.cookies),
    })
    setBrowserMarks(reply, browser, portal.cookies)
  })
}

export const ownPasswordRoutes: Routes = (scope, portal) => {
  handleFor(scope, setPassword, async ({ actor, body, request, reply }) => {
    const { token, expiresInMs, browser } = await passwords.setPassword(portal, actor, {
      current: body.current_password,
      next: body.new_password,
      browser: browserMarksOf(request, portal.cookies),
    })
    setSessionCookie(reply, token, expiresInMs, portal.cookies)
    setBrowserMarks(reply, browser, portal.cookies)
  })
}
