import {
  type AuditEntry,
  exportAudit,
  listAudit,
  listAuditStaff,
  listOwnAudit,
} from '@portal/contract/audit.ts'
import { describeError } from '#server/lib/errors/describe-error.ts'
import { handle, type Routes } from '#server/http/mount-endpoint.ts'
import { athensTime } from '#server/lib/time/athens.ts'
import * as exports from './export-service.ts'
import type { EntryRow } from './queries.ts'
import * as audit from './service.ts'

export const auditRoutes: Routes = (scope, context) => {
  handle(scope, listAudit, async ({ actor, query }) => {
    const asked = { ...askedOf(query), page: query.page, pageSize: query.page_size }
    const { entries, count, more, totalPages } = await audit.listAudit(context, actor, asked)
    return { results: entries.map(entryOf), count, more, total_pages: totalPages }
  })

  handle(scope, listAuditStaff, async () =>
    (await audit.listStaff(context)).map(({ id, firstName, lastName, email, role, isActive }) => ({
      id,
      name: `${firstName} ${lastName}`.trim(),
      email,
      role: role ?? 'clerk',
      active: isActive,
    })),
  )

  handle(scope, exportAudit, ({ actor, query, request }) => {
    const report = (error: unknown) => request.log.error({ error: describeError(error) }, 'export')
    return exports.exportAudit(
      { ...context, actor, report, isHead: request.method === 'HEAD' },
      askedOf(query),
    )
  })

  handle(scope, listOwnAudit, async ({ actor, query }) => {
    const asked = { page: query.page, pageSize: query.page_size }
    const { days, count, totalPages } = await audit.listOwnAudit(context, actor, asked)
    const results = days.map(({ day, action, actorKind, own, partner, everyone, times, lastAt }) => ({
      day,
      action,
      actor: { kind: actorKind, own, name: partner },
      everyone,
      times,
      last_at: athensTime(lastAt),
    }))
    return { results, count, total_pages: totalPages }
  })
}

type Query = Partial<
  Record<
    'subject' | 'staff' | 'action' | 'actor_kind' | 'created_at_after' | 'created_at_before',
    string | undefined
  >
>

const askedOf = (query: Query): audit.FilterQuery => ({
  subject: query.subject,
  staff: query.staff,
  action: query.action,
  actorKind: query.actor_kind,
  after: query.created_at_after,
  before: query.created_at_before,
})

const entryOf = (row: EntryRow): AuditEntry => ({
  id: row.id,
  at: athensTime(row.at),
  actor: { kind: row.actorKind, id: row.actorId, name: row.actorName, role: row.actorRole },
  action: row.action,
  subject:
    row.subjectId === null ? null : { id: row.subjectId, name: row.subjectName, listed: row.subjectListed },
  network: row.network,
  details: row.details,
  text: row.text,
})
