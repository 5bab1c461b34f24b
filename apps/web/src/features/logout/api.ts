import { useQueryClient } from '@tanstack/react-query'
import { call, ApiError } from '#web/api/call.ts'
import { notifyOtherTabs } from '#web/api/tell-other-tabs.ts'
import { forgetSession } from '#web/api/session.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Signs out and discards the account's data. */
export function useLogout() {
  const client = useQueryClient()
  return async () => {
    try {
      await call(endpoints.logout, {})
    } catch (error) {
      // Already signed out.
      if (!(error instanceof ApiError && error.status === 401)) throw error
    }
    notifyOtherTabs()
    await forgetSession(client)
  }
}
