import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

export type AccountState = {
  email: string
  activatedAt: Date | null
  lastSignInOn: string | null
  erasureDueAt: Date | null
}

export async function findState(db: Db, id: number): Promise<AccountState | undefined> {
  const { rows } = await sql<AccountState>`
    select u.email, u.activated_at, a.last_sign_in_on, e.due_at as erasure_due_at
    from users u
    left join account_activity a on a.user_id = u.id
    left join erasures e on e.user_id = u.id
    where u.id = ${id}`.execute(db)
  return rows[0]
}

/** Failed mails of all accounts that are looked at. */
const maxFailed = 10_000

/** Counts the mails to an account or to its address that could not be delivered, as long as the queue keeps them. */
export async function countFailedMails(
  db: Db,
  { id, email }: { id: number; email: string },
): Promise<number> {
  const { rows: found } = await sql<{ exists: boolean }>`
    select to_regclass('pgboss.job') is not null as exists`.execute(db)
  if (!found[0]?.exists) return 0
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from (
      select data from pgboss.job where name = 'account-mails' and state = 'failed' limit ${maxFailed}
    ) failed
    where data ->> 'userId' = ${String(id)} or lower(data ->> 'email') = lower(${email})`.execute(db)
  return rows[0]?.n ?? 0
}

/** Ids of a participant's latest records, newest first. */
export async function listLatest(db: Db, id: number, take: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from points_records where participant_id = ${id} order by created_at desc, id desc limit ${take}`.execute(
    db,
  )
  return rows.map((row) => row.id)
}

export type Waiting = { deliveries: number; points: number; oldest: Date | null }

/** Sums the deliveries with a participant's stickers that wait. */
export async function sumWaiting(db: Db, id: number): Promise<Waiting> {
  const { rows } = await sql<Waiting>`
    select count(*) as deliveries, coalesce(sum(w.points), 0)::bigint as points, min(w.created_at) as oldest
    from stickers s
    join waiting_deliveries w on w.sticker_code = s.code and w.record_id is null and w.withdrawn_by is null
    where s.bound_to = ${id}`.execute(db)
  return rows[0] ?? { deliveries: 0, points: 0, oldest: null }
}

export type OpenClaim = { id: number; day: string }

/** Lists a participant's claims that are not decided, oldest first. */
export const listOpenClaims = (db: Db, participantId: number): Promise<OpenClaim[]> =>
  db
    .selectFrom('deliveryClaims')
    .select(['id', 'day'])
    .where('participantId', '=', participantId)
    .where('decidedAt', 'is', null)
    .orderBy('id')
    .execute()

export type NoteRow = { id: number; createdAt: Date; author: string; text: string }

const notes = sql`
  select n.id, n.created_at, trim(u.first_name || ' ' || u.last_name) as author, n.text
  from call_notes n join users u on u.id = n.author_id`

/** Lists the notes about a participant, newest first. */
export async function listNotes(db: Db, participantId: number, take: number | null): Promise<NoteRow[]> {
  const { rows } = await sql<NoteRow>`
    ${notes} where n.participant_id = ${participantId} order by n.id desc limit ${take}`.execute(db)
  return rows
}

export const findNote = async (db: Db, id: number): Promise<NoteRow | undefined> =>
  (await sql<NoteRow>`${notes} where n.id = ${id}`.execute(db)).rows[0]

export const insertNote = (
  trx: Trx,
  note: { participantId: number; authorId: number; createdAt: Date; text: string },
) => trx.insertInto('callNotes').values(note).returning('id').executeTakeFirstOrThrow()

/** @returns the participant of the deleted note; undefined if there is no such note */
export const deleteNote = (trx: Trx, id: number) =>
  trx.deleteFrom('callNotes').where('id', '=', id).returning('participantId').executeTakeFirst()

/** Deletes all notes about a person, for an erasure. */
export const deleteNotesOf = (trx: Trx, participantId: number) =>
  trx.deleteFrom('callNotes').where('participantId', '=', participantId).execute()

/** @returns the number of deleted notes, at most `limit` */
export async function deleteNotesBefore(db: Db, before: Date, limit: number): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('callNotes')
    .where('id', 'in', (query) =>
      query.selectFrom('callNotes').select('id').where('createdAt', '<', before).limit(limit),
    )
    .executeTakeFirst()
  return Number(numDeletedRows)
}
