import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/api/call.ts'
import { notifyOtherTabs } from '#web/api/tell-other-tabs.ts'
import { forgetSession } from '#web/api/session.ts'
import * as endpoints from '#web/api/endpoints.ts'

/** Sessions of the signed-in account, the last used first. */
export const sessionsOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(endpoints.listSessions, {}, signal),
})

export function useSessionCalls() {
  const client = useQueryClient()
  return {
    /** Ends another session, then reloads the list. Also succeeds if the session has already ended. */
    end: async (id: string) => {
      await call(endpoints.endSession, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
      await client.invalidateQueries({ queryKey: sessionsOptions.queryKey })
    },
    /** Ends every session, also this one; the guards then redirect to the sign-in page. */
    endAll: async () => {
      await call(endpoints.endAllSessions, {})
      notifyOtherTabs()
      await forgetSession(client)
    },
  }
}
