import type { DataRequestKind, DataRequestOutcome } from '@portal/contract/security/request-kinds.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

/** `dueOn`: YYYY-MM-DD */
export type RequestRow = Omit<Selectable<Database['dataRequests']>, 'answeredBy'>

const columns = sql`r.id, r.user_id, r.kind, r.text, r.received_at, r.due_on::text as due_on, r.extended_at, r.extension_reason, r.answered_at,
  r.outcome, r.answer`

/** Locks the row of a citizen's active account until the transaction ends. @returns undefined if there is none */
export const lockCitizen = (trx: Trx, id: number) =>
  trx
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '=', id)
    .where('isActive', '=', true)
    .where('isStaff', '=', false)
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Lists the requests of a person, newest first. */
export async function listRequestsOf(db: Db, userId: number): Promise<RequestRow[]> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from data_requests r where r.user_id = ${userId} order by r.id desc`.execute(db)
  return rows
}

export async function countOpenOf(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from data_requests where user_id = ${userId} and answered_at is null`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** The same day of the following month, or its last one (Regulation 1182/71, article 3). */
export async function insertRequest(
  trx: Trx,
  { userId, kind, text, now }: { userId: number; kind: DataRequestKind; text: string; now: Date },
): Promise<RequestRow> {
  const { rows } = await sql<RequestRow>`
    insert into data_requests as r (user_id, kind, text, received_at, due_on)
    values (${userId}, ${kind}, ${text}, ${now}, (athens_day(${now}) + interval '1 month')::date)
    returning ${columns}`.execute(trx)
  const [row] = rows
  if (!row) throw new Error('An insert returned no row.')
  return row
}

export async function lockRequest(trx: Trx, id: number): Promise<RequestRow | undefined> {
  const { rows } = await sql<RequestRow>`
    select ${columns} from data_requests r where r.id = ${id} for update`.execute(trx)
  return rows[0]
}

type Answered = { by: number | null; at: Date; outcome: DataRequestOutcome; answer: string }

export const updateAnswer = (trx: Trx, id: number, { by, at, outcome, answer }: Answered) =>
  trx
    .updateTable('dataRequests')
    .set({ answeredBy: by, answeredAt: at, outcome, answer })
    .where('id', '=', id)
    .execute()

/** @returns the new day; undefined if the time has passed or was extended before */
export async function extendRequest(
  trx: Trx,
  id: number,
  { reason, now }: { reason: string; now: Date },
): Promise<string | undefined> {
  const { rows } = await sql<{ dueOn: string }>`
    update data_requests set extended_at = ${now}, extension_reason = ${reason},
      due_on = (athens_day(received_at) + interval '3 months')::date
    where id = ${id} and extended_at is null and due_on >= athens_day(${now})
    returning due_on::text as due_on`.execute(trx)
  return rows[0]?.dueOn
}

/** Withdraws the open requests for a restriction. @returns their ids */
export async function withdrawRestrictions(trx: Trx, userId: number, now: Date): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    update data_requests set answered_at = ${now}, outcome = 'withdrawn'
    where user_id = ${userId} and kind = 'restriction' and answered_at is null
    returning id`.execute(trx)
  return rows.map(({ id }) => id)
}

export type StaffRequestRow = RequestRow & {
  firstName: string
  lastName: string
  restricted: boolean
  answeredByEmail: string | null
}

type Page = { open: boolean; limit: number; offset: number }

export async function countRequests(db: Db, open: boolean): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from data_requests where ${open ? sql`answered_at is null` : sql`true`}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** Lists requests for managers: the open ones by the day for the answer, or all, newest first. */
export async function listRequests(db: Db, { open, limit, offset }: Page): Promise<StaffRequestRow[]> {
  const which = open
    ? sql`where r.answered_at is null order by r.due_on, r.id`
    : sql`order by r.answered_at is not null, r.id desc`
  const { rows } = await sql<StaffRequestRow>`
    select ${columns}, u.first_name, u.last_name, m.email as answered_by_email,
      exists (select from account_restrictions a where a.user_id = r.user_id) as restricted
    from data_requests r join users u on u.id = r.user_id left join users m on m.id = r.answered_by
    ${which} limit ${limit} offset ${offset}`.execute(db)
  return rows
}

/** Returns when the end of a restriction of an account was last announced, not before a time. */
export async function findAnnounced(db: Db, userId: number, since: Date): Promise<Date | undefined> {
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from audit_entries
    where subject_id = ${userId} and action = 'restriction.announce_end' and at > ${since}`.execute(db)
  return rows[0]?.at ?? undefined
}

/** One by a manager replaces the announced end of an earlier one. @returns false if the account is restricted already */
export async function insertRestriction(
  trx: Trx,
  restriction: Required<Insertable<Database['accountRestrictions']>>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('accountRestrictions')
    .values(restriction)
    .onConflict((conflict) =>
      restriction.restrictedBy === null
        ? conflict.doNothing()
        : conflict
            .column('userId')
            .doUpdateSet({ liftsAt: null })
            .where('accountRestrictions.liftsAt', 'is not', null),
    )
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0) > 0
}

export const findRestriction = (db: Db, userId: number) =>
  db
    .selectFrom('accountRestrictions')
    .select(['restrictedAt', 'liftsAt'])
    .where('userId', '=', userId)
    .executeTakeFirst()

/** @returns false if the account is not restricted, or its end is announced already */
export async function announceEnd(trx: Trx, userId: number, liftsAt: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('accountRestrictions')
    .set({ liftsAt })
    .where('userId', '=', userId)
    .where('liftsAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** @returns false if the account is not restricted */
export async function deleteRestriction(trx: Trx, userId: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('accountRestrictions')
    .where('userId', '=', userId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Deletes the restrictions whose announced end has come. @returns the accounts */
export async function deleteEnded(trx: Trx, now: Date): Promise<number[]> {
  const rows = await trx
    .deleteFrom('accountRestrictions')
    .where('liftsAt', '<=', now)
    .returning('userId')
    .execute()
  return rows.map(({ userId }) => userId)
}

export const deleteRequestsOf = (trx: Trx, userId: number) =>
  trx.deleteFrom('dataRequests').where('userId', '=', userId).execute()

/** @returns the number of deleted requests, at most `limit` */
export async function deleteAnsweredBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from data_requests where id in (
      select id from data_requests where answered_at < ${before} limit ${limit})`.execute(db)
  return Number(numAffectedRows ?? 0)
}
