import type { Language } from '@portal/contract/words/language.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'

export type Version = { number: number; servedAt: Date }

/** Stores a text as the next version of its page, unless the newest one is the same. Two servers store it once. */
export const insertVersion = (
  db: Db,
  {
    page,
    language,
    hash,
    text,
    now,
  }: { page: string; language: Language; hash: string; text: string; now: Date },
) =>
  sql`
    insert into notice_versions (page, language, number, hash, text, served_at)
    select ${page}, ${language}, coalesce(max(number), 0) + 1, ${hash}, ${text}, ${now}
    from notice_versions where page = ${page} and language = ${language}
    having (array_agg(hash order by number desc))[1] is distinct from ${hash}
    on conflict do nothing`.execute(db)

/** Lists the versions of a page, newest first. */
export const listVersions = (db: Db, page: string, language: Language): Promise<Version[]> =>
  db
    .selectFrom('noticeVersions')
    .select(['number', 'servedAt'])
    .where('page', '=', page)
    .where('language', '=', language)
    .orderBy('number', 'desc')
    .execute()

export const findVersion = (db: Db, page: string, language: Language, number: number) =>
  db
    .selectFrom('noticeVersions')
    .select(['text', 'servedAt'])
    .where('page', '=', page)
    .where('language', '=', language)
    .where('number', '=', number)
    .executeTakeFirst()

/** Whether a text was changed since its first version. */
export async function hasChanges(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('noticeVersions')
    .select('page')
    .where('language', '=', 'el')
    .where('number', '>', 1)
    .limit(1)
    .execute()
  return found.length > 0
}

/** The newest Greek version of each page that was changed. */
const changed = sql`
  select distinct on (page) page, number, served_at from notice_versions
  where language = 'el' and number > 1 order by page, number desc`

export type News = { page: string; number: number; servedAt: Date }

/** Changes since the account exists whose notice it has not closed. */
export async function listNews(db: Db, userId: number, pages: readonly string[]): Promise<News[]> {
  const { rows } = await sql<News>`
    select c.page, c.number, c.served_at from (${changed}) c
    join users u on u.id = ${userId} and u.created_at < c.served_at
    left join notice_news n on n.user_id = u.id and n.page = c.page
    where c.page = any (${[...pages]}::text[])
      and (n.number is null or n.number < c.number or n.dismissed_at is null)
    order by c.served_at`.execute(db)
  return rows
}

/** Notes that an account has closed the notice of a version that exists. */
export const dismiss = (
  trx: Trx,
  userId: number,
  { page, number }: { page: string; number: number },
  now: Date,
) =>
  sql`
    insert into notice_news (user_id, page, number, dismissed_at)
    select ${userId}, page, number, ${now} from notice_versions
    where page = ${page} and language = 'el' and number = ${number}
    on conflict (user_id, page) do update set number = excluded.number, dismissed_at = excluded.dismissed_at,
      mailed_at = case when notice_news.number = excluded.number then notice_news.mailed_at end
    where notice_news.number <= excluded.number`.execute(trx)

/** Lists of which changes an account was informed, for the copy of its data. */
export const listNewsOf = (db: Db, userId: number) =>
  db
    .selectFrom('noticeNews')
    .select(['page', 'number', 'mailedAt', 'dismissedAt'])
    .where('userId', '=', userId)
    .orderBy('page')
    .execute()

export const deleteNewsOf = (trx: Trx, userId: number) =>
  sql`delete from notice_news where user_id = ${userId}`.execute(trx)

/** The newest Greek version of a page. */
export const findNewest = async (db: Db, page: string): Promise<Version | undefined> =>
  (await listVersions(db, page, 'el'))[0]

/**
 * Active accounts of the kind that were neither mailed about a version nor have closed its notice. Accounts of staff or of
 * citizens.
 */
const unaware = (page: string, { number, servedAt }: Version, isStaff: boolean) => sql`
  from users u left join notice_news n on n.user_id = u.id and n.page = ${page} and n.number = ${number}
  where u.is_active and u.is_staff = ${isStaff} and u.email <> '' and u.created_at < ${servedAt}
    and n.mailed_at is null and n.dismissed_at is null`

export async function countUnaware(
  db: Db,
  page: string,
  version: Version,
  isStaff: boolean,
): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n ${unaware(page, version, isStaff)}`.execute(db)
  return rows[0]?.n ?? 0
}

export async function listUnaware(
  db: Db,
  page: string,
  version: Version,
  { isStaff, after, limit }: { isStaff: boolean; after: number; limit: number },
): Promise<{ id: number; email: string }[]> {
  const { rows } = await sql<{ id: number; email: string }>`
    select u.id, u.email ${unaware(page, version, isStaff)} and u.id > ${after} order by u.id limit ${limit}`.execute(
    db,
  )
  return rows
}

/** @returns false if the account was mailed meanwhile */
export async function markMailed(
  trx: Trx,
  userId: number,
  page: string,
  number: number,
  now: Date,
): Promise<boolean> {
  const { rows } = await sql`
    insert into notice_news (user_id, page, number, mailed_at) values (${userId}, ${page}, ${number}, ${now})
    on conflict (user_id, page) do update set number = excluded.number, mailed_at = excluded.mailed_at,
      dismissed_at = case when notice_news.number = excluded.number then notice_news.dismissed_at end
    where notice_news.number < excluded.number or notice_news.mailed_at is null
    returning user_id`.execute(trx)
  return rows.length > 0
}
