import {
  checkPasswordReset,
  confirmPasswordReset,
  resetPassword,
  setPassword,
} from '@portal/contract/passwords.ts'
import { emailHeader } from '@portal/contract/endpoint.ts'
import { browserMarksOf, setBrowserMarks, setSessionCookie } from '#server/http/cookies.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { queryStringOf } from '#server/http/query-string.ts'
import * as passwords from './password-service.ts'

export const passwordRoutes: Routes = (scope, context) => {
  handle(scope, resetPassword, ({ body, request }) =>
    passwords.resetPassword(context, {
      email: body.email,
      query: queryStringOf(request),
      ip: request.ip,
      browser: browserMarksOf(request, context.cookies),
    }),
  )

  handle(scope, checkPasswordReset, ({ body, request }) =>
    passwords.checkPasswordReset(context, { ...body, ip: request.ip }),
  )

  handle(scope, confirmPasswordReset, async ({ body, request, reply }) => {
    const { email, browser } = await passwords.confirmPasswordReset(context, {
      uid: body.uid,
      token: body.token,
      password: body.new_password,
      ip: request.ip,
      browser: browserMarksOf(request, context.cookies),
    })
    void reply.header(emailHeader, encodeURIComponent(email))
    setBrowserMarks(reply, browser, context.cookies)
  })

  handle(scope, setPassword, async ({ actor, body, request, reply }) => {
    const { token, expiresInMs, browser } = await passwords.setPassword(context, actor, {
      current: body.current_password,
      next: body.new_password,
      browser: browserMarksOf(request, context.cookies),
    })
    setSessionCookie(reply, token, expiresInMs, context.cookies)
    setBrowserMarks(reply, browser, context.cookies)
  })
}
