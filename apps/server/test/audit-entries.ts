import type { AuditAction } from '@portal/contract/security/audit.ts'
import type { TestApp } from './test-app.ts'

/** The entries of the audit log about an account with one of the actions, oldest first. */
export const auditOf = ({ db }: Pick<TestApp, 'db'>, subjectId: number, ...actions: AuditAction[]) =>
  db
    .selectFrom('auditEntries')
    .select(['action', 'actorKind', 'actorId', 'actorName', 'details'])
    .where('subjectId', '=', subjectId)
    .where('action', 'in', actions)
    .orderBy('id')
    .execute()
