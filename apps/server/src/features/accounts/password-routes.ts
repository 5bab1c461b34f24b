import { confirmPasswordReset, resetPassword, setPassword } from '@portal/contract/passwords.ts'
import { handle, handleFor, type Routes } from '#server/http/handle.ts'
import { queryStringOf } from '#server/http/query-string.ts'
import * as passwords from './password-service.ts'

export const passwordResetRoutes: Routes = (scope, portal) => {
  handle(scope, resetPassword, ({ body, request }) =>
    passwords.resetPassword(portal, { email: body.email, query: queryStringOf(request), ip: request.ip }),
  )

  handle(scope, confirmPasswordReset, ({ body, request }) =>
    passwords.confirmPasswordReset(portal, {
      uid: body.uid,
      token: body.token,
      password: body.new_password,
      ip: request.ip,
    }),
  )
}

export const ownPasswordRoutes: Routes = (scope, portal) => {
  handleFor(scope, setPassword, ({ actor, body }) =>
    passwords.setPassword(portal, actor, { current: body.current_password, next: body.new_password }),
  )
}
