import { auditActions, auditActorKinds } from '@portal/contract/security/audit.ts'
import { maxAuditCount } from '@portal/contract/audit.ts'
import type { Db } from '#server/db/database.ts'
import type { Actor, AppContext } from '#server/lib/context/app-context.ts'
import { ApiError } from '#server/lib/errors/api-error.ts'
import type { AuditEntry } from '#server/lib/audit/audit.ts'
import { auditRead } from '#server/lib/audit/reads.ts'
import { pageOf } from '#server/lib/paging/paging.ts'
import { readDayRange } from '#server/lib/time/athens.ts'
import * as queries from './queries.ts'

type Context = Pick<AppContext, 'db' | 'clock' | 'config'>
type Paging = { page?: string | undefined; pageSize?: string | undefined }

/** Filter as in the query string. */
export type FilterQuery = Partial<
  Record<'subject' | 'staff' | 'action' | 'actorKind' | 'after' | 'before', string | undefined>
>

/** Matches no account: ids start at 1. */
const noAccount = 0

const readId = (text: string | undefined) =>
  !text ? undefined : /^[1-9]\d{0,14}$/.test(text) ? Number(text) : noAccount

/**
 * Parses a filter. Unknown actions and kinds match nothing, like unknown ids.
 * @returns the filter, and its given values for the audit entry of the reading
 * @throws ApiError date_invalid
 */
export function readFilter(asked: FilterQuery): {
  filter: queries.Filter
  given: Record<string, string | number>
} {
  const { range, errors } = readDayRange(asked.after, asked.before)
  if (errors.length > 0) throw new ApiError(errors)
  const action = auditActions.find((one) => one === asked.action)
  const actorKind = auditActorKinds.find((one) => one === asked.actorKind)
  const isUnknown = (asked.action && !action) || (asked.actorKind && !actorKind)
  const subject = isUnknown ? noAccount : readId(asked.subject)
  const staff = readId(asked.staff)
  const given = {
    ...(subject !== undefined && { subject }),
    ...(staff !== undefined && { staff }),
    ...(action && { action }),
    ...(actorKind && { actor_kind: actorKind }),
    ...(range.from !== null && { from: range.from }),
    ...(range.to !== null && { to: range.to }),
  }
  return { filter: { subject, staff, action, actorKind, range }, given }
}

/** The entry of a reading of the audit log. */
export const readEntryOf = ({ subject }: queries.Filter, details: AuditEntry['details']): AuditEntry => ({
  action: 'audit.read',
  subjectId: subject || undefined,
  details,
})

/**
 * Lists audit entries, newest first, for staff. The reading is an entry, too.
 * @throws ApiError date_invalid, page_invalid
 */
export async function listAudit(
  context: Context,
  actor: Actor,
  asked: FilterQuery & Paging,
): Promise<{ entries: queries.EntryRow[]; count: number; more: boolean; totalPages: number }> {
  const { db } = context
  const { filter, given } = readFilter(asked)
  const range = { filter, ceiling: await queries.findNewestId(db) }
  await auditRead(context, actor, readEntryOf(filter, given))
  const counted = await queries.countEntries(db, range, maxAuditCount + 1)
  const count = Math.min(counted, maxAuditCount)
  const { totalPages, ...page } = pageOf(count, asked)
  const entries = count > 0 ? await queries.listEntries(db, range, page) : []
  return { entries, count, more: counted > maxAuditCount, totalPages }
}

export const listStaff = ({ db }: { db: Db }) => queries.listStaff(db)

/** Lists exports of several people that contain an account, newest first, for the copy of its data. */
export const listExportsWith = (db: Db, id: number) => queries.listExportsWith(db, id)

/**
 * Lists what was done with the data of the signed-in account, by day, newest first.
 * @throws ApiError page_invalid
 */
export async function listOwnAudit(
  { db }: { db: Db },
  actor: Pick<Actor, 'id'>,
  asked: Paging,
): Promise<{ days: queries.OwnRow[]; count: number; totalPages: number }> {
  const count = await queries.countOwnDays(db, actor.id)
  const { totalPages, ...page } = pageOf(count, asked)
  return { count, totalPages, days: await queries.listOwnDays(db, actor.id, page) }
}
