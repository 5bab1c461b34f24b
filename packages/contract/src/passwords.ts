import { z } from 'zod'
import { emailHeader, endpoint } from './endpoint.ts'
import { email, opaque, password } from './fields.ts'
import { textRules } from './error-codes.ts'
import { passwordRules } from './password-rules.ts'
import { routes } from './routes.ts'

export const resetPassword = endpoint({
  ...routes.resetPassword,
  summary:
    'Sends a mail with a link for setting a new password. The response does not reveal whether the account exists',
  query: z.record(z.string(), z.unknown()),
  body: z.object({ email }),
  status: 204,
  errors: [...textRules, 'email_invalid', 'throttled'],
})

export const checkPasswordReset = endpoint({
  ...routes.checkPasswordReset,
  summary: 'Checks the link of a reset mail without using it, before a new password is typed',
  body: z.object({ uid: opaque, token: opaque }),
  status: 204,
  errors: [...textRules, 'uid_invalid', 'token_invalid', 'throttled'],
})

export const confirmPasswordReset = endpoint({
  ...routes.confirmPasswordReset,
  summary: 'Sets a new password with the link of a mail and ends all sessions of the account',
  body: z.object({ uid: opaque, token: opaque, new_password: password }),
  status: 204,
  headers: { [emailHeader]: 'E-mail address of the account, URI-encoded' },
  errors: [...textRules, 'uid_invalid', 'token_invalid', ...passwordRules, 'throttled'],
})

export const setPassword = endpoint({
  ...routes.setPassword,
  summary: 'Changes the password of the signed-in account and ends its other sessions',
  body: z.object({ current_password: password, new_password: password }),
  account: true,
  status: 204,
  errors: [...textRules, 'password_incorrect', ...passwordRules, 'throttled'],
})
