import type { OwnAuditPage } from '@portal/contract/audit.ts'
import { auditActorKinds } from '@portal/contract/security/audit.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { day, flag, listOf, objectOf, oneOf, orNull, text, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import * as calls from '#web/api/calls.ts'

type Use = OwnAuditPage['results'][number]
/** Use of the account's data as the page accepts it: the action may be one of a newer server. */
export type ShownUse = Omit<Use, 'action'> & { action: string }
type ShownPage = Omit<OwnAuditPage, 'results'> & { results: ShownUse[] }

const listRoute = route(
  calls.listOwnAudit,
  objectOf<ShownPage>({
    results: listOf(
      objectOf<ShownUse>({
        day,
        action: text,
        actor: objectOf<Use['actor']>({ kind: oneOf(...auditActorKinds), own: flag, name: orNull(text) }),
        everyone: flag,
        times: whole,
        last_at: timestamp,
      }),
    ),
    count: whole,
    total_pages: whole,
  }),
)

export const pageSize = 20

/** One page of the uses of the account's data. */
export const ownAuditOptions = (page: number) =>
  queryOptions({
    queryKey: ['own audit', page],
    queryFn: ({ signal }) =>
      call(listRoute, { query: { page: String(page), page_size: String(pageSize) } }, signal),
  })
