import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { wider } from '#web/api/route.ts'
import * as endpoints from '#web/api/endpoints.ts'

const listRoute = wider(endpoints.listOwnAudit, { open: ['action'] })
export type ShownUse = ReplyOf<typeof listRoute>['results'][number]

export const pageSize = 20

/** One page of the uses of the account's data. */
export const ownAuditOptions = (page: number) =>
  queryOptions({
    queryKey: ['own audit', page],
    queryFn: ({ signal }) =>
      call(listRoute, { query: { page: String(page), page_size: String(pageSize) } }, signal),
  })
