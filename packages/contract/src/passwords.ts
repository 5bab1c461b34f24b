import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { email, opaque, password } from './fields.ts'
import { passwordRules, textRules } from './error-codes.ts'

export const resetPassword = endpoint({
  method: 'POST',
  path: '/api/auth/users/reset_password/',
  summary:
    'Ask for a mail with a link that sets a new password; the answer is the same whether the account exists',
  query: z.record(z.string(), z.unknown()),
  body: z.object({ email }),
  status: 204,
  errors: [...textRules, 'email_invalid', 'throttled'],
})

export const confirmPasswordReset = endpoint({
  method: 'POST',
  path: '/api/auth/users/reset_password_confirm/',
  summary: "Set a new password with a mail's link; every session of the account ends",
  body: z.object({ uid: opaque, token: opaque, new_password: password }),
  status: 204,
  errors: [...textRules, 'uid_invalid', 'token_invalid', ...passwordRules, 'throttled'],
})

export const setPassword = endpoint({
  method: 'POST',
  path: '/api/auth/users/set_password/',
  summary: 'Change the password of the account that is signed in; its other sessions end',
  body: z.object({ current_password: password, new_password: password }),
  account: true,
  status: 204,
  errors: [...textRules, 'password_incorrect', ...passwordRules, 'throttled'],
})
