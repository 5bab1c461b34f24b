import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

type Mode = 'at_once' | 'daily'

export const findMode = async (db: Db, userId: number): Promise<Mode | undefined> =>
  (await db.selectFrom('pointsMails').select('mode').where('userId', '=', userId).executeTakeFirst())?.mode

/** Nine o'clock in Athens after a time. */
const nextMorning = (now: Date) => sql<Date>`(
  athens_day(${now}) + case when (${now}::timestamptz at time zone 'Europe/Athens')::time < '09:00' then 0 else 1 end
  + time '09:00') at time zone 'Europe/Athens'`

const nextOf = (mode: Mode, now: Date, atOnce: Date) =>
  mode === 'daily' ? nextMorning(now) : sql<Date>`${atOnce}::timestamptz`

/**
 * Turns the mails on, from the next record, or changes their mode.
 * @param atOnce when the next mail at once may be sent
 */
export const upsert = (db: Db, userId: number, mode: Mode, now: Date, atOnce: Date) =>
  sql`
    insert into points_mails (user_id, mode, told, next_at)
    select ${userId}, ${mode}, n_records, ${nextOf(mode, now, atOnce)} from balances where participant_id = ${userId}
    on conflict (user_id) do update set mode = excluded.mode, next_at = excluded.next_at`.execute(db)

export const deleteOf = (db: Db, userId: number) =>
  db.deleteFrom('pointsMails').where('userId', '=', userId).execute()

export const deleteByToken = (db: Db, token: string) =>
  db.deleteFrom('pointsMails').where('token', '=', token).execute()

export type DueRow = {
  userId: number
  mode: Mode
  email: string
  told: number
  nRecords: number
  available: number
}

/** Locks accounts with a mail due: new records since the last one, or a daily one to postpone. */
export async function lockDue(trx: Trx, now: Date, limit: number): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select m.user_id, m.mode, u.email, m.told, b.n_records, b.available
    from points_mails m
    join users u on u.id = m.user_id and u.is_active
    join balances b on b.participant_id = m.user_id
    where m.next_at <= ${now} and (b.n_records > m.told or m.mode = 'daily')
      and not exists (select from account_restrictions r where r.user_id = m.user_id)
    order by m.next_at limit ${limit} for update of m skip locked`.execute(trx)
  return rows
}

export type NewRecord = { description: Description; points: number; createdAt: Date }

/** Lists the newest records of a participant, by the order of their arrival, newest first. */
export const listNewest = (db: Db, participantId: number, limit: number): Promise<NewRecord[]> =>
  db
    .selectFrom('pointsRecords')
    .select(['description', 'points', 'createdAt'])
    .where('participantId', '=', participantId)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()

export const postpone = (trx: Trx, { userId, mode, nRecords }: DueRow, now: Date, atOnce: Date) =>
  sql`
    update points_mails set told = ${nRecords}, next_at = ${nextOf(mode, now, atOnce)}
    where user_id = ${userId}`.execute(trx)
