import { endAllSessions, endSession, listSessions } from '@portal/contract/sessions.ts'
import { clearSessionCookie } from '#server/http/cookies.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as sessions from './own-sessions-service.ts'

/** @param afterEnd notifies the partner sites, within a limited time; never throws */
export const ownSessionRoutes =
  (afterEnd: (context: AppContext) => Promise<void>): Routes =>
  (scope, context) => {
    handle(scope, listSessions, async ({ actor }) =>
      (await sessions.listOwnSessions(context, actor)).map(({ createdAt, lastSeenAt, ...session }) => ({
        ...session,
        created_at: athensTime(createdAt),
        last_seen_at: athensTime(lastSeenAt),
      })),
    )

    handle(scope, endSession, async ({ actor, params, reply }) => {
      const wasCurrent = await sessions.endOwnSession(context, actor, params.id)
      await afterEnd(context)
      if (wasCurrent) clearSessionCookie(reply, context.cookies)
    })

    handle(scope, endAllSessions, async ({ actor, reply }) => {
      await sessions.endAllOwnSessions(context, actor)
      await afterEnd(context)
      clearSessionCookie(reply, context.cookies)
    })
  }
