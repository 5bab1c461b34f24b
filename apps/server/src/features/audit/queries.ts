import type { AuditAction, AuditActorKind } from '@portal/contract/security/audit.ts'
import type { Role } from '@portal/contract/security/permissions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PageRequest } from '#server/lib/paging/paging.ts'
import type { DayRange } from '#server/lib/time/athens.ts'

export type EntryRow = {
  id: number
  at: Date
  /** Local time in Athens, as milliseconds since 1970-01-01 in Athens. */
  athensMs: number
  actorKind: AuditActorKind
  actorId: number | null
  actorName: string | null
  actorRole: Role | null
  action: AuditAction
  subjectId: number | null
  subjectName: string | null
  subjectListed: boolean
  network: string | null
  details: Record<string, string | number | boolean | null>
  text: string | null
}

/** Parsed filter; the days are of Europe/Athens. */
export type Filter = {
  subject?: number | undefined
  staff?: number | undefined
  action?: AuditAction | undefined
  actorKind?: AuditActorKind | undefined
  range: DayRange
}

/** Condition of a filter on audit_entries. Each has an index with the order of time. */
function matches({ subject, staff, action, actorKind, range: { from, to } }: Filter): RawBuilder<unknown> {
  const conditions = [
    ...(subject === undefined ? [] : [sql`subject_id = ${subject}`]),
    ...(staff === undefined ? [] : [sql`actor_kind = 'staff' and actor_id = ${staff}`]),
    ...(action === undefined ? [] : [sql`action = ${action}`]),
    ...(actorKind === undefined ? [] : [sql`actor_kind = ${actorKind}`]),
    ...(from === null ? [] : [sql`at >= athens_start(${from}::date)`]),
    ...(to === null ? [] : [sql`at < athens_start(${to}::date + 1)`]),
  ]
  return conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`
}

const nameOf = (table: 'acting' | 'concerned') =>
  sql`nullif(trim(${sql.ref(`${table}.first_name`)} || ' ' || ${sql.ref(`${table}.last_name`)}), '')`

/** Selects a page of entries from an index first, then joins the names of these rows only. */
async function withNames(db: Db, page: RawBuilder<unknown>): Promise<EntryRow[]> {
  const { rows } = await sql<EntryRow>`
    select e.id, e.at, e.actor_kind, e.actor_id, e.action, e.subject_id, e.network, e.details, t.text,
      (extract(epoch from e.at at time zone 'Europe/Athens') * 1000)::bigint as athens_ms,
      coalesce(d.name || ', ' || dp.name, p.name, ${nameOf('acting')}, acting.email, e.actor_name) as actor_name, acting.role as actor_role,
      coalesce(${nameOf('concerned')}, concerned.email) as subject_name,
      coalesce(concerned.is_active and not concerned.is_staff, false) as subject_listed
    from (${page}) e
    left join partners p on e.actor_kind = 'partner' and p.id = e.actor_id
    left join devices d on e.actor_kind = 'device' and d.id = e.actor_id
    left join partners dp on dp.id = d.partner_id
    left join users acting on e.actor_kind not in ('partner', 'device') and acting.id = e.actor_id
    left join users concerned on concerned.id = e.subject_id
    left join audit_texts t on t.entry_id = e.id
    order by e.at desc, e.id desc`.execute(db)
  return rows
}

/** A filter, and the highest id of the entries that are shown. */
export type Range = { filter: Filter; ceiling: number }

/** Counts the matching entries, up to a limit. */
export async function countEntries(db: Db, { filter, ceiling }: Range, limit: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select 1 from audit_entries where ${matches(filter)} and id <= ${ceiling} limit ${limit}) found`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

export const listEntries = (
  db: Db,
  { filter, ceiling }: Range,
  { skip, take }: PageRequest,
): Promise<EntryRow[]> =>
  withNames(
    db,
    sql`select * from audit_entries where ${matches(filter)} and id <= ${ceiling} order by at desc, id desc offset ${skip} limit ${take}`,
  )

/** Lists the next entries after the given one, newest first; none is newer than `ceiling`. */
export const listEntriesAfter = (
  db: Db,
  { filter, ceiling }: Range,
  after: { at: Date; id: number } | undefined,
  take: number,
): Promise<EntryRow[]> =>
  withNames(
    db,
    sql`select * from audit_entries where ${matches(filter)} and id <= ${ceiling}
      ${after ? sql`and (at, id) < (${after.at}::timestamptz, ${after.id}::bigint)` : sql``}
      order by at desc, id desc limit ${take}`,
  )

/** Returns the highest id; 0 if there are no entries. */
export async function findNewestId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number | null }>`select max(id) as id from audit_entries`.execute(db)
  return rows[0]?.id ?? 0
}

export const listStaff = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'firstName', 'lastName', 'email', 'role', 'isActive'])
    .where('isStaff', '=', true)
    .orderBy('isActive', 'desc')
    .orderBy('sortName')
    .orderBy('id')
    .execute()

export type OwnRow = {
  day: string
  action: AuditAction
  actorKind: AuditActorKind
  own: boolean
  partner: string | null
  everyone: boolean
  times: number
  lastAt: Date
}

/**
 * Whether an export of several people contains an account. Records and entries are never changed, so that the filter in
 * the details tells it; who matched a search is stored.
 */
const contains = (userId: number) => sql`
  case e.action
  when 'participants.export' then not e.details ? 'search' or exists (
    select from export_people p
    where p.export_id = (e.details ->> 'export')::bigint and p.block = ${userId}::bigint / 1000
      and (${userId}::bigint % 1000)::smallint = any (p.ids))
  when 'points.export' then exists (
    select from points_records r where r.participant_id = ${userId} and r.received_at <= e.at
      and r.created_at >= athens_start(coalesce(e.details ->> 'from', '-infinity')::date)
      and (e.details ->> 'to' is null or r.created_at < athens_start((e.details ->> 'to')::date + 1)))
  else exists (
    select from audit_entries a where a.subject_id = ${userId} and a.id < e.id
      and (e.details ->> 'staff' is null or a.actor_kind = 'staff' and a.actor_id = (e.details ->> 'staff')::bigint)
      and a.action = coalesce(e.details ->> 'action', a.action)
      and a.actor_kind = coalesce(e.details ->> 'actor_kind', a.actor_kind)
      and a.at >= athens_start(coalesce(e.details ->> 'from', '-infinity')::date)
      and (e.details ->> 'to' is null or a.at < athens_start((e.details ->> 'to')::date + 1)))
  end`

/** Exports of several people that contain an account. */
const exportsWith = (userId: number) => sql`
  select e.* from audit_entries e join users on users.id = ${userId}
  where e.action in ('participants.export', 'points.export', 'audit.export') and e.subject_id is null
    and e.at >= users.created_at and not users.is_staff and ${contains(userId)}`

/** Their period, and the role of who exported; newest first. */
export async function listExportsWith(db: Db, userId: number) {
  const { rows } = await sql<{
    at: Date
    actorKind: string
    role: string | null
    name: string | null
    network: null
    action: string
    details: Record<string, unknown>
  }>`
    select e.at, e.actor_kind, u.role, e.actor_name as name, null as network, e.action,
      jsonb_strip_nulls(jsonb_build_object('from', e.details -> 'from', 'to', e.details -> 'to')) as details
    from (${exportsWith(userId)}) e left join users u on e.actor_kind = 'staff' and u.id = e.actor_id
    order by e.id desc`.execute(db)
  return rows
}

/**
 * Entries about an account, and exports that contain it among others, by day, action and kind of actor. Staff are one
 * group: their names are not shown to citizens.
 */
const ownDays = (userId: number) => sql`
  select to_char(e.at at time zone 'Europe/Athens', 'YYYY-MM-DD') as day, e.action, e.actor_kind,
    e.actor_kind in ('citizen', 'staff') and e.actor_id = ${userId} as own,
    case e.actor_kind when 'partner' then e.actor_id
      when 'device' then (select d.partner_id from devices d where d.id = e.actor_id) end as partner_id, e.subject_id is null as everyone,
    count(*) as times, max(e.at) as last_at, max(e.id) as last_id
  from (
    select * from audit_entries where subject_id = ${userId}
    union all
    ${exportsWith(userId)}
  ) e
  group by 1, 2, 3, 4, 5, 6`

export async function countOwnDays(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n from (${ownDays(userId)}) days`.execute(db)
  return rows[0]?.n ?? 0
}

export async function listOwnDays(db: Db, userId: number, { skip, take }: PageRequest): Promise<OwnRow[]> {
  const { rows } = await sql<OwnRow>`
    select days.*, p.name as partner from (${ownDays(userId)}) days left join partners p on p.id = days.partner_id
    order by days.last_at desc, days.last_id desc offset ${skip} limit ${take}`.execute(db)
  return rows
}
