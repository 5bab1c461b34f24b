import type { logout } from '@portal/contract/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call, Refused } from '#web/api/call.ts'
import { tellOtherTabs } from '#web/api/other-tabs.ts'
import { route } from '#web/api/route.ts'
import { forgetSession } from '#web/api/session.ts'

const logoutRoute = route<typeof logout>({ ...routes.logout })

/** Signs out and forgets everything that was read for the one who leaves. */
export function useLogout() {
  const client = useQueryClient()
  return async () => {
    try {
      await call(logoutRoute, {})
    } catch (error) {
      // Nobody was signed in: that is what was wanted.
      if (!(error instanceof Refused && error.status === 401)) throw error
    }
    tellOtherTabs()
    await forgetSession(client)
  }
}
