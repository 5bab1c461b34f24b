import type { AuditEntry, AuditPage } from '@portal/contract/audit.ts'
import { auditActorKinds } from '@portal/contract/security/audit.ts'
import { roles } from '@portal/contract/security/permissions.ts'
import { queryOptions } from '@tanstack/react-query'
import { call } from '#web/api/call.ts'
import { type Check, flag, listOf, mapOf, objectOf, oneOf, orNull } from '#web/api/reply-checks.ts'
import { text, timestamp, whole } from '#web/api/reply-checks.ts'
import { route } from '#web/api/route.ts'
import type { Days } from '#web/shared/period/period.ts'
import type { AuditView } from './address.ts'
import * as calls from '#web/api/calls.ts'

/** Entry as the page accepts it: the action may be one of a newer server. */
export type ShownEntry = Omit<AuditEntry, 'action'> & { action: string }
type ShownPage = Omit<AuditPage, 'results'> & { results: ShownEntry[] }

const detail: Check<string | number | boolean | null> = (value): value is string | number | boolean | null =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value)

const entry = objectOf<ShownEntry>({
  id: whole,
  at: timestamp,
  actor: objectOf<AuditEntry['actor']>({
    kind: oneOf(...auditActorKinds),
    id: orNull(whole),
    name: orNull(text),
    role: orNull(oneOf(...roles)),
  }),
  action: text,
  subject: orNull(
    objectOf<NonNullable<AuditEntry['subject']>>({ id: whole, name: orNull(text), listed: flag }),
  ),
  network: orNull(text),
  details: mapOf(detail),
  text: orNull(text),
})

const listRoute = route(
  calls.listAudit,
  objectOf<ShownPage>({ results: listOf(entry), count: whole, more: flag, total_pages: whole }),
)

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
  queryFn: ({ signal }) => call(calls.listAuditStaff, {}, signal),
})

/** Excel export of all entries that match the filters. */
export const exportRoute = calls.exportAudit

export const exportInput = (view: AuditView, days: Days) => ({ query: filtersOf(view, days) })
