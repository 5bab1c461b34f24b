import type { logout } from '@portal/contract/accounts.ts'
import { useQueryClient } from '@tanstack/react-query'
import { routes } from '@portal/contract/routes.ts'
import { call, ApiError } from '#web/api/call.ts'
import { notifyOtherTabs } from '#web/api/other-tabs.ts'
import { route } from '#web/api/route.ts'
import { forgetSession } from '#web/api/session.ts'

const logoutRoute = route<typeof logout>(routes.logout)

/** Signs out and discards the account's data. */
export function useLogout() {
  const client = useQueryClient()
  return async () => {
    try {
      await call(logoutRoute, {})
    } catch (error) {
      // Already signed out.
      if (!(error instanceof ApiError && error.status === 401)) throw error
    }
    notifyOtherTabs()
    await forgetSession(client)
  }
}
