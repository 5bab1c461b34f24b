import type { login } from '@portal/contract/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call } from '#web/api/call.ts'
import { tellOtherTabs } from '#web/api/other-tabs.ts'
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
 * Signs in, then reads the profile again; the guards then leave the page.
 * @throws ShownError if the browser sends no session back, as with cookies blocked
 */
export function useLogin() {
  const client = useQueryClient()
  return async (credentials: { email: string; password: string }) => {
    await call(loginRoute, { body: credentials })
    tellOtherTabs()
    if (!(await readMeAfterSignIn(client))) throw new ShownError(text.notKept)
  }
}
