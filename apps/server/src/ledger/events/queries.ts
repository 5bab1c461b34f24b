import type { Description } from '@portal/contract/words/descriptions.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type EventRow = {
  id: number
  reference: string
  /** Null for a third party without a live consent of the participant, and while the participant is restricted. */
  sub: string | null
  description: Description
  points: number
  createdAt: Date
  receivedAt: Date
  /** The reference of the record that this record reverses. */
  reverses: string | null
  credited: boolean
}

const listWhere = async (
  db: Db,
  condition: RawBuilder<unknown>,
  now: Date,
  limit: number,
): Promise<EventRow[]> => {
  const { rows } = await sql<EventRow>`
    select r.id, r.reference,
      case when not exists (select from account_restrictions a where a.user_id = u.id) then
        case when p.first_party then u.sub when has_live_consent(p.id, u.sub, 'openid', ${now}) then sub_at(p.id, u.sub) end
      end as sub,
      r.description, r.points, r.created_at, r.received_at, o.reference as reverses,
      exists (select 1 from waiting_deliveries w where w.record_id = r.id) as credited
    from points_records r
    join users u on u.id = r.participant_id
    join partners p on p.id = r.partner_id
    left join points_records o on o.id = r.reversal_of
    where ${condition}
    order by r.id limit ${limit}`.execute(db)
  return rows
}

/** Lists a partner's records with `after` < id ≤ `last`, by id. */
export const listEventsAfter = (
  db: Db,
  partnerId: number,
  now: Date,
  { after, last, limit }: { after: number; last: number; limit: number },
) => listWhere(db, sql`r.partner_id = ${partnerId} and r.id > ${after} and r.id <= ${last}`, now, limit)

export const listEventsOf = (db: Db, partnerId: number, now: Date, ids: number[]) =>
  listWhere(db, sql`r.partner_id = ${partnerId} and r.id = any(${ids}::bigint[])`, now, ids.length)

export async function findLastRecord(db: Db): Promise<number> {
  const row = await db
    .selectFrom('pointsRecords')
    .select('id')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.id ?? 0
}

export const hasWebhook = async (db: Db, partnerId: number): Promise<boolean> =>
  (await db
    .selectFrom('partners')
    .select('id')
    .where('id', '=', partnerId)
    .where('webhookUrl', 'is not', null)
    .executeTakeFirst()) !== undefined
