import type { login } from '@portal/contract/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { notifyOtherTabs } from '#web/api/other-tabs.ts'
import { ShownError } from '#web/api/error-text.ts'
import { object } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { readMeAfterSignIn } from '#web/api/session.ts'
import { text } from './text.ts'

const loginRoute = route<typeof login, object>({
  ...routes.login,
  reply: object,
})

/**
 * Signs in, then reloads the profile; the guards then redirect.
 * @throws ShownError if the browser sends no session, such as with cookies blocked
 */
export function useLogin() {
  const client = useQueryClient()
  return async (credentials: { email: string; password: string }) => {
    await call(loginRoute, { body: credentials })
    notifyOtherTabs()
    if (!(await readMeAfterSignIn(client))) throw new ShownError(text.notKept)
  }
}
