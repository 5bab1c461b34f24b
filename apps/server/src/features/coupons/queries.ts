import type { CouponState } from '@portal/contract/coupons.ts'
import { sql } from 'kysely'
import { compileOnce, type Db } from '#server/db/database.ts'
import { couponState, openGift } from '#server/ledger/coupons/coupon-state.ts'
import { returnUntil } from '#server/ledger/offers/limits.ts'
import { lockedAccounts } from '#server/lib/restrictions/restrictions.ts'

export type CouponRow = {
  id: number
  title: string
  titleEn: string | null
  shop: string | null
  site: string
  cost: number
  issuedAt: Date
  validUntil: string | null
  state: CouponState
  daysLeft: number | null
  endedAt: Date | null
  ending: string
  /** Encrypted. */
  code: string
  /** Null: of a partner. */
  offerId: number | null
  returnUntil: string | null
  returnsWhenExpired: boolean | null
  /** Until when a link gives it away. */
  giftUntil: Date | null
  received: boolean
  place: string | null
  usedWhere: string | null
}

type CouponsQuery = { participantId: number; today: string; now: Date; take: number; id: number | null }

const coupons = compileOnce(
  (_: Db, { participantId, today, now, take, id }: CouponsQuery) => sql<CouponRow>`
    select id, title, title_en, shop, site, cost, issued_at, valid_until, ending, code, ended_at, state,
      case when state = 'valid' then valid_until - ${today}::date end as days_left, offer_id,
      case when state = 'valid' and not received and return_until >= ${today}::date then return_until end as return_until,
      returns_when_expired, case when state = 'valid' then gift_until end as gift_until, received, place, used_where
    from (
      select c.record_id as id, c.title, c.title_en, c.shop, p.name as site, -r.points as cost, r.created_at as issued_at, c.valid_until,
        c.ending, c.code, coalesce(c.cancelled_at, c.used_at) as ended_at,
        ${couponState(now)} as state, c.offer_id, ${returnUntil} as return_until, o.returns_when_expired, g.expires_at as gift_until,
        r.participant_id <> c.participant_id as received, o.place,
        coalesce(s.name, d.name) as used_where
      from coupons c
      join points_records r on r.id = c.record_id
      left join offers o on o.id = c.offer_id
      join partners p on p.id = coalesce(o.partner_id, r.partner_id)
      left join ${openGift(now)}
      left join devices d on d.id = c.used_device_id
      left join places s on s.key = d.place_key
      where c.participant_id = ${participantId}::bigint and (${id}::bigint is null or c.record_id = ${id})
    ) coupons
    order by state = 'valid' desc, case when state = 'valid' then valid_until end nulls last, issued_at desc, id desc
    limit ${take}`,
)

/** @param asked.today day of Europe/Athens  @param asked.id of one coupon; undefined: all of the participant */
export const listCoupons = (
  db: Db,
  participantId: number,
  asked: { today: string; now: Date; take: number; id?: number },
): Promise<CouponRow[]> => coupons(db, { id: null, ...asked, participantId })

export type ShownGift = {
  title: string
  titleEn: string | null
  shop: string
  place: string | null
  picture: string | null
  giver: string
  validUntil: string
  expiresAt: Date
}

/** Finds the coupon of a link that nobody has used, unless its giver's data may only be stored or the account is locked. */
export async function findGift(db: Db, tokenHash: string, now: Date): Promise<ShownGift | undefined> {
  const { rows } = await sql<ShownGift>`
    select c.title, c.title_en, p.name as shop, o.place, i.hash as picture, u.first_name as giver, c.valid_until, g.expires_at
    from coupons c
    join ${openGift(now)}
    join offers o on o.id = c.offer_id
    join partners p on p.id = o.partner_id
    join users u on u.id = c.participant_id
    left join offer_pictures i on i.offer_id = o.id
    where g.token_hash = ${tokenHash} and ${couponState(now)} = 'valid'
      and not exists (select from account_restrictions a where a.user_id = u.id)
      and u.id not in ${lockedAccounts(now)}`.execute(db)
  return rows[0]
}
