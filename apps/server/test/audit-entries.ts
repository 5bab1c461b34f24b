import type { AuditAction } from '@portal/contract/security/audit.ts'
import type { TestApp } from './test-app.ts'

/** Lists the audit entries of some actions, or all, oldest first. */
export const auditEntries = ({ db }: Pick<TestApp, 'db'>, ...actions: AuditAction[]) =>
  db
    .selectFrom('auditEntries')
    .selectAll()
    .$if(actions.length > 0, (query) => query.where('action', 'in', actions))
    .orderBy('id')
    .execute()

/** The entries of the audit log about an account with one of the actions, oldest first. */
export const auditOf = ({ db }: Pick<TestApp, 'db'>, subjectId: number, ...actions: AuditAction[]) =>
  db
    .selectFrom('auditEntries')
    .select(['action', 'actorKind', 'actorId', 'details'])
    .where('subjectId', '=', subjectId)
    .where('action', 'in', actions)
    .orderBy('id')
    .execute()
