import type { CouponState } from '@portal/contract/coupons.ts'
import { sql } from 'kysely'
import { compileOnce, type Db } from '#server/db/database.ts'

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

type CouponsQuery = { participantId: number; today: string; take: number; id: number | null }

const coupons = compileOnce(
  (_: Db, { participantId, today, take, id }: CouponsQuery) => sql<CouponRow>`
    select id, title, shop, site, cost, created_at, valid_until, ending, code, ended_at, state,
      case when state = 'valid' then valid_until - ${today}::date end as days_left
    from (
      select c.record_id as id, c.title, c.shop, p.name as site, -r.points as cost, r.created_at, c.valid_until, c.ending,
        c.code, coalesce(c.cancelled_at, c.used_at) as ended_at,
        case when c.cancelled_at is not null then 'cancelled' when c.used_at is not null then 'used'
          when c.valid_until < ${today}::date then 'expired' else 'valid' end as state
      from coupons c
      join points_records r on r.id = c.record_id
      join partners p on p.id = r.partner_id
      where c.participant_id = ${participantId}::bigint and (${id}::bigint is null or c.record_id = ${id})
    ) coupons
    order by state = 'valid' desc, case when state = 'valid' then valid_until end nulls last, created_at desc, id desc
    limit ${take}`,
)

/** @param asked.today day of Europe/Athens  @param asked.id of one coupon; undefined: all of the participant */
export const listCoupons = (
  db: Db,
  participantId: number,
  asked: { today: string; take: number; id?: number },
): Promise<CouponRow[]> => coupons(db, { id: null, ...asked, participantId })

export async function hasCoupons(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select exists (select from coupons) as exists`.execute(db)
  return rows[0]?.exists ?? false
}
