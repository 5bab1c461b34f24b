import { z } from 'zod'
import { dayText, moment } from './fields.ts'
import { endpoint, fileHeaders, workbook } from './endpoint.ts'
import { queryText } from './points.ts'
import { routes } from './routes.ts'
import { auditActions, auditActorKinds } from './security/audit.ts'
import { roles } from './security/permissions.ts'

/** Maximum entries that are counted and paged through; a narrower filter shows older ones. */
export const maxAuditCount = 10_000

/**
 * An entry of the audit log. Names are those of today; null if the account is gone. `text`: what was searched, until it
 * is erased.
 */
export const auditEntry = z.object({
  id: z.int(),
  at: moment,
  actor: z.object({
    kind: z.enum(auditActorKinds),
    id: z.int().nullable(),
    name: z.string().nullable(),
    role: z.enum(roles).nullable(),
  }),
  action: z.enum(auditActions),
  /** `listed`: an active participant, with a page for staff. */
  subject: z.object({ id: z.int(), name: z.string().nullable(), listed: z.boolean() }).nullable(),
  network: z.string().nullable(),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
  text: z.string().nullable(),
})
export type AuditEntry = z.output<typeof auditEntry>

export const auditPage = z.object({
  results: z.array(auditEntry),
  /** At most 10,000; `more` if there are more. */
  count: z.int(),
  more: z.boolean(),
  total_pages: z.int(),
})
export type AuditPage = z.output<typeof auditPage>

/** `subject` and `staff` are ids of accounts. A value that does not exist matches nothing. */
const filters = {
  subject: queryText,
  staff: queryText,
  action: queryText,
  actor_kind: queryText,
  created_at_after: queryText,
  created_at_before: queryText,
}

export const listAudit = endpoint({
  ...routes.listAudit,
  summary: 'Lists who viewed, searched, exported or changed whose data, newest first; at most 10,000 entries',
  query: z.object({ ...filters, page: queryText, page_size: queryText }),
  reply: auditPage,
  errors: ['date_invalid', 'page_invalid'],
})

export const exportAudit = endpoint({
  ...routes.exportAudit,
  summary: 'Exports all audit entries that match the filters, newest first, as an Excel workbook',
  query: z.object(filters),
  file: { name: 'audit.xlsx', type: workbook },
  headers: fileHeaders,
  errors: ['date_invalid', 'throttled'],
})

export const listAuditStaff = endpoint({
  ...routes.listAuditStaff,
  summary: 'Lists the staff accounts, for the filter of the audit log',
  reply: z.array(
    z.object({ id: z.int(), name: z.string(), email: z.string(), role: z.enum(roles), active: z.boolean() }),
  ),
  errors: [],
})

export const ownAuditPage = z.object({
  results: z.array(
    z.object({
      /** Day of Europe/Athens, YYYY-MM-DD. */
      day: dayText,
      action: z.enum(auditActions),
      /** `own`: the account itself. Only partners have a name. */
      actor: z.object({ kind: z.enum(auditActorKinds), own: z.boolean(), name: z.string().nullable() }),
      /** An export of several people, this account among them. */
      everyone: z.boolean(),
      times: z.int(),
      last_at: moment,
    }),
  ),
  count: z.int(),
  total_pages: z.int(),
})
export type OwnAuditPage = z.output<typeof ownAuditPage>

export const listOwnAudit = endpoint({
  ...routes.listOwnAudit,
  summary: 'Lists who viewed, exported or changed the data of the signed-in account, by day, newest first',
  query: z.object({ page: queryText, page_size: queryText }),
  reply: ownAuditPage,
  errors: ['not_signed_in', 'page_invalid'],
})
