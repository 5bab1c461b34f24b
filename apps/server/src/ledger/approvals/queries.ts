import { type Insertable, sql } from 'kysely'
import type { Database } from '#server/db/schema.ts'
import type { Db, Trx } from '#server/db/database.ts'

export type ApprovalKind = Database['approvals']['kind']

/** @param request its payload is JSON */
export const insertApproval = (
  trx: Trx,
  request: Insertable<Database['approvals']>,
): Promise<{ id: number }> =>
  trx.insertInto('approvals').values(request).returning('id').executeTakeFirstOrThrow()

/** Locks a request, so that it is decided and carried out once. */
export const lockApproval = (trx: Trx, id: number) =>
  trx.selectFrom('approvals').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

/** Locks the request for a file that is pending, or approved and not carried out yet. */
export const lockRequestForFile = (trx: Trx, sha256: string) =>
  trx
    .selectFrom('approvals')
    .selectAll()
    .where('kind', '=', 'points_imported')
    .where(sql`payload ->> 'sha256'`, '=', sha256)
    .where((where) => where.or([where('decision', 'is', null), where('decision', '=', 'approved')]))
    .where('executedAt', 'is', null)
    .forUpdate()
    .executeTakeFirst()

export const updateDecision = (
  trx: Trx,
  id: number,
  decision: { decision: 'approved' | 'rejected'; decidedBy: number; decidedAt: Date; note: string },
) => trx.updateTable('approvals').set(decision).where('id', '=', id).execute()

export const updateExecuted = (trx: Trx, id: number, executedAt: Date) =>
  trx.updateTable('approvals').set({ executedAt }).where('id', '=', id).execute()

export type ApprovalRow = Awaited<ReturnType<typeof listApprovals>>[number]

/** Requests with the names that a reader needs. */
const selectApprovals = (db: Db) =>
  db
    .selectFrom('approvals as a')
    .innerJoin('users as requester', 'requester.id', 'a.requestedBy')
    .leftJoin('users as decider', 'decider.id', 'a.decidedBy')
    .leftJoin('users as participant', (join) =>
      join.on('participant.id', '=', sql<number>`(a.payload ->> 'participantId')::bigint`),
    )
    .leftJoin('emailChanges', 'emailChanges.approvalId', 'a.id')
    .selectAll('a')
    .select('emailChanges.newEmail')
    .select(['requester.email as requestedByEmail', 'decider.email as decidedByEmail'])
    .select(['participant.firstName', 'participant.lastName'])

/** Requests, newest first. */
export const listApprovals = (
  db: Db,
  { open, id, limit = 1, offset = 0 }: { open?: boolean; id?: number; limit?: number; offset?: number },
) =>
  selectApprovals(db)
    .$if(open === true, (query) => query.where('a.decision', 'is', null))
    .$if(id !== undefined, (query) => query.where('a.id', '=', id ?? 0))
    .orderBy('a.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()

/** Requests of some kinds that wait, or were decided since a time; those that wait first, then the newest. */
export const listRequests = (
  db: Db,
  { kinds, decidedSince, limit = 50 }: { kinds: readonly ApprovalKind[]; decidedSince: Date; limit?: number },
): Promise<ApprovalRow[]> =>
  selectApprovals(db)
    .where('a.kind', 'in', kinds)
    .where((where) => where.or([where('a.decision', 'is', null), where('a.decidedAt', '>=', decidedSince)]))
    .orderBy(sql`a.decision is null`, 'desc')
    .orderBy('a.id', 'desc')
    .limit(limit)
    .execute()

export const countApprovals = async (db: Db, open: boolean): Promise<number> =>
  (
    await db
      .selectFrom('approvals')
      .select(({ fn }) => fn.countAll<number>().as('n'))
      .$if(open, (query) => query.where('decision', 'is', null))
      .executeTakeFirstOrThrow()
  ).n

/** Deletes requests that were decided before a time, except those that a claim names. @returns their number, at most `limit` */
export async function removeDecidedApprovals(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from approvals where id in (
      select id from approvals a where decided_at < ${before}
        and not exists (select from delivery_claims c where c.approval_id = a.id)
      limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
