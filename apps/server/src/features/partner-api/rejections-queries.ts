import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

/** Rows of one partner beyond which nothing is added, until the next cleaning. */
const maxRows = 20_000
/** Rows of one partner that cleaning leaves. */
const keptRows = 10_000

/** Adds rows of distinct codes and references, or renews their time at most once a minute, in one order. */
export const insertRejections = (
  db: Db,
  partnerId: number,
  rejections: readonly { code: string; reference: string }[],
  now: Date,
) =>
  sql`
    insert into rejected_records as known (partner_id, code, reference, rejected_at)
    select distinct ${partnerId}::int, given.code collate "C", given.reference collate "C", ${now}::timestamptz
    from unnest(${rejections.map(({ code }) => code)}::text[],
      ${rejections.map(({ reference }) => reference)}::text[]) given (code, reference)
    where (select count(*) from (
      select from rejected_records where partner_id = ${partnerId} limit ${maxRows}) present) < ${maxRows}
    order by 2, 3
    on conflict (partner_id, code, reference) do update set rejected_at = excluded.rejected_at
    where known.rejected_at < excluded.rejected_at - interval '1 minute'`.execute(db)

/** The newest rejections of a partner, and the numbers of all by code, most frequent first. */
export async function listRejections(db: Db, partnerId: number, limit: number) {
  const rejections = await db
    .selectFrom('rejectedRecords')
    .select(['code', 'reference', 'rejectedAt'])
    .where('partnerId', '=', partnerId)
    .orderBy('rejectedAt', 'desc')
    .orderBy('reference')
    .limit(limit)
    .execute()
  const counts = await db
    .selectFrom('rejectedRecords')
    .select('code')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('partnerId', '=', partnerId)
    .groupBy('code')
    .orderBy('count', 'desc')
    .orderBy('code')
    .execute()
  return { rejections, counts }
}

/** Deletes rejections before a time, and all but the newest 10,000 of each partner. */
export const deleteOldRejections = (db: Db, before: Date) =>
  sql`
    with edges as materialized (
      select p.id as partner_id, greatest(${before}::timestamptz, (
        select one.rejected_at from rejected_records one
        where one.partner_id = p.id order by one.rejected_at desc offset ${keptRows} limit 1)) as edge
      from partners p)
    delete from rejected_records old using edges
    where old.partner_id = edges.partner_id and old.rejected_at < edges.edge`.execute(db)
