import type { CouponState } from '@portal/contract/coupons.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type CouponRow = {
  id: number
  title: string
  shop: string | null
  site: string
  cost: number
  createdAt: Date
  validUntil: string | null
  state: CouponState
  daysLeft: number | null
  endedAt: Date | null
  ending: string
  /** Encrypted. */
  code: string
}

/** @param today day of Europe/Athens  @param id of one coupon; undefined: all of the participant */
export async function listCoupons(
  db: Db,
  participantId: number,
  { today, take, id }: { today: string; take: number; id?: number },
): Promise<CouponRow[]> {
  const { rows } = await sql<CouponRow>`
    select *, case when state = 'valid' then valid_until - ${today}::date end as days_left
    from (
      select c.record_id as id, c.title, c.shop, p.name as site, -r.points as cost, r.created_at, c.valid_until, c.ending,
        c.code, coalesce(c.cancelled_at, c.used_at) as ended_at,
        case when c.cancelled_at is not null then 'cancelled' when c.used_at is not null then 'used'
          when c.valid_until < ${today}::date then 'expired' else 'valid' end as state
      from coupons c
      join points_records r on r.id = c.record_id
      join partners p on p.id = r.partner_id
      where c.participant_id = ${participantId}::bigint and (${id ?? null}::bigint is null or c.record_id = ${id ?? null})
    ) coupons
    order by state = 'valid' desc, case when state = 'valid' then valid_until end nulls last, created_at desc, id desc
    limit ${take}`.execute(db)
  return rows
}

export async function hasCoupons(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select exists (select from coupons) as exists`.execute(db)
  return rows[0]?.exists ?? false
}
