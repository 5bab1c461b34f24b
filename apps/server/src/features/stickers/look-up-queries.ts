import type { WaitingDeliveries } from '@portal/contract/sticker-look-up.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type StickerFacts = {
  id: number
  batchId: number
  note: string
  issuedAt: Date
  ownerId: number | null
  firstName: string | null
  lastName: string | null
  isListed: boolean | null
  boundAt: Date | null
  lostAt: Date | null
  replacedBy: string | null
}

export async function findSticker(db: Db, code: string): Promise<StickerFacts | undefined> {
  const { rows } = await sql<StickerFacts>`
    select s.id, s.batch_id, b.note, b.created_at as issued_at, u.id as owner_id, u.first_name, u.last_name,
      u.is_active and not u.is_staff as is_listed, s.bound_at, s.lost_at, next.code as replaced_by
    from stickers s
    join sticker_batches b on b.id = s.batch_id
    left join users u on u.id = s.bound_to
    left join stickers next on next.id = s.replaced_by
    where s.code = ${code} and s.retired_at is null`.execute(db)
  return rows[0]
}

/** Lists the codes of the stickers that this sticker replaces. */
export async function listReplaced(db: Db, { id, ownerId }: StickerFacts): Promise<string[]> {
  // Filter by owner to use the index: replaced stickers always have the same owner.
  const { rows } = await sql<{ code: string }>`
    select code from stickers where bound_to = ${ownerId}::bigint and replaced_by = ${id}::bigint order by id`.execute(
    db,
  )
  return rows.map(({ code }) => code)
}

const waits = sql`w.record_id is null and w.withdrawn_by is null`

export type WaitingAtSite = { name: string; deliveries: number; points: number; oldest: Date }

/** Sums the waiting deliveries of a code by partner, ordered by number of deliveries, descending. */
export async function listWaitingBySite(db: Db, code: string): Promise<WaitingAtSite[]> {
  const { rows } = await sql<WaitingAtSite>`
    select p.name, count(*) as deliveries, sum(w.points)::bigint as points, min(w.created_at) as oldest
    from waiting_deliveries w join partners p on p.id = w.partner_id
    where w.sticker_code = ${code} and ${waits}
    group by p.id, p.name order by deliveries desc, p.name`.execute(db)
  return rows
}

type WaitsFor = WaitingDeliveries['codes'][number]['waits_for']
export type WaitingCode = {
  code: string
  waitsFor: WaitsFor
  deliveries: number
  points: number
  oldest: Date
}

/** Codes of waiting deliveries with the reason for waiting. Scans only the partial index of waiting deliveries. */
const codes = sql`
  select w.code, w.deliveries, w.points, w.oldest,
    case when s.id is null or s.retired_at is not null then 'sticker_unknown' when s.lost_at is null then 'sticker_unbound' else 'sticker_lost' end
      as waits_for
  from (
    select w.sticker_code as code, count(*) as deliveries, sum(w.points)::bigint as points, min(w.created_at) as oldest
    from waiting_deliveries w where ${waits} group by w.sticker_code) w
  left join stickers s on s.code = w.code`

/** Counts waiting deliveries and their codes by reason. */
export async function countWaiting(
  db: Db,
): Promise<{ waitsFor: WaitsFor; stickers: number; deliveries: number }[]> {
  const { rows } = await sql<{ waitsFor: WaitsFor; stickers: number; deliveries: number }>`
    select waits_for, count(*) as stickers, sum(deliveries)::bigint as deliveries from (${codes}) codes
    group by waits_for`.execute(db)
  return rows
}

/** Lists the codes with the most waiting deliveries; for equal numbers, the longest waiting first. */
export async function listWaitingCodes(db: Db, limit: number): Promise<WaitingCode[]> {
  const { rows } = await sql<WaitingCode>`
    select * from (${codes}) codes order by deliveries desc, oldest, code limit ${limit}`.execute(db)
  return rows
}
