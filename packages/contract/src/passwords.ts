import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, opaque, password } from './fields.ts'
import { passwordRules, textRules } from './error-codes.ts'
import { routes } from './routes.ts'

export const resetPassword = endpoint({
  ...routes.resetPassword,
  summary:
    'Ask for a mail with a link that sets a new password; the answer is the same whether the account exists',
  query: z.record(z.string(), z.unknown()),
  body: z.object({ email }),
  status: 204,
  errors: [...textRules, 'email_invalid', 'throttled'],
})

export const confirmPasswordReset = endpoint({
  ...routes.confirmPasswordReset,
  summary: "Set a new password with a mail's link; every session of the account ends",
  body: z.object({ uid: opaque, token: opaque, new_password: password }),
  status: 204,
  errors: [...textRules, 'uid_invalid', 'token_invalid', ...passwordRules, 'throttled'],
})

export const setPassword = endpoint({
  ...routes.setPassword,
  summary: 'Change the password of the account that is signed in; its other sessions end',
  body: z.object({ current_password: password, new_password: password }),
  account: true,
  status: 204,
  errors: [...textRules, 'password_incorrect', ...passwordRules, 'throttled'],
})
