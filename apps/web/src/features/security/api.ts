import type { endAllSessions, endSession, listSessions, Session } from '@portal/contract/sessions.ts'
import { routes } from '@portal/contract/routes.ts'
import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { ApiError, call } from '#web/api/call.ts'
import { notifyOtherTabs } from '#web/api/other-tabs.ts'
import { flag, listOf, objectOf, text, timestamp } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import { forgetSession } from '#web/api/session.ts'

const session = objectOf<Session>({
  id: text,
  browser: text,
  system: text,
  network: text,
  created_at: timestamp,
  last_seen_at: timestamp,
  current: flag,
})

const listRoute = route<typeof listSessions>(routes.listSessions, listOf(session))
const endRoute = route<typeof endSession>(routes.endSession)
const endAllRoute = route<typeof endAllSessions>(routes.endAllSessions)

/** Sessions of the signed-in account, the last used first. */
export const sessionsOptions = queryOptions({
  queryKey: ['sessions'],
  queryFn: ({ signal }) => call(listRoute, {}, signal),
})

export function useSessionCalls() {
  const client = useQueryClient()
  return {
    /** Ends another session, then reloads the list. Also succeeds if the session has already ended. */
    end: async (id: string) => {
      await call(endRoute, { params: { id } }).catch((error: unknown) => {
        if (!(error instanceof ApiError && error.status === 404)) throw error
      })
      await client.invalidateQueries({ queryKey: sessionsOptions.queryKey })
    },
    /** Ends every session, also this one; the guards then redirect to the sign-in page. */
    endAll: async () => {
      await call(endAllRoute, {})
      notifyOtherTabs()
      await forgetSession(client)
    },
  }
}
