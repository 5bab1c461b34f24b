import type { ReplyOf } from '@portal/contract/endpoint.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { wider } from '#web/api/route.ts'
import type { Days } from '#web/shared/period/period.ts'
import type { AuditView } from './address.ts'
import * as endpoints from '#web/api/endpoints.ts'

const listRoute = wider(endpoints.listAudit, { open: ['action'] })
export type ShownEntry = ReplyOf<typeof listRoute>['results'][number]

export const pageSize = 20

const filtersOf = (view: AuditView, { from, to }: Days) => ({
  subject: view.participantId,
  staff: view.staff,
  action: view.action,
  actor_kind: view.kind,
  created_at_after: from,
  created_at_before: to,
})

/** One page of the entries. `days` of the view's period as of today. */
export const auditOptions = (view: AuditView, days: Days) => {
  const query = { ...filtersOf(view, days), page: String(view.page), page_size: String(pageSize) }
  return queryOptions({
    queryKey: ['audit', 'list', query],
    queryFn: ({ signal }) => call(listRoute, { query }, signal),
    refetchOnWindowFocus: false,
  })
}

/** All staff accounts, for the filter. */
export const staffOptions = queryOptions({
  queryKey: ['audit', 'staff'],
  queryFn: ({ signal }) => call(endpoints.listAuditStaff, {}, signal),
})

/** Excel export of all entries that match the filters. */
export const exportRoute = endpoints.exportAudit

export const exportInput = (view: AuditView, days: Days) => ({ query: filtersOf(view, days) })
