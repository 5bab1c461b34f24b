import type { Description } from '@portal/contract/words/descriptions.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import { placeOf, type PointsRow } from './queries.ts'

type OtherRow = { id: number; points: number; description: Description; createdAt: Date }

export type OriginRow = PointsRow & {
  receivedAt: Date
  reference: string
  site: string | null
  details: Record<string, unknown> | null
  rate: {
    pointsPerUnit: number
    unit: 'litre' | 'item'
    material: string | null
    validFrom: string
    validTo: string | null
    note: string
  } | null
  reverses: OtherRow | null
  reversals: OtherRow[]
}

type FlatRow = Omit<OriginRow, 'rate' | 'reverses' | 'reversals'> &
  Partial<NonNullable<OriginRow['rate']>> & {
    rateId: number | null
    originalId: number | null
  }

/**
 * Finds records with the name of their partner, or of the offer's, their rate, the record they reverse and the records that
 * reverse them.
 */
export async function findOrigins(db: Db, ids: number[]): Promise<OriginRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<FlatRow>`
    select r.id, r.participant_id, u.email, r.points, r.description, r.created_at, r.received_at, r.reference,
      case when o.id is null then r.details else jsonb_build_object('coupon', coalesce(c.title, o.title)) end as details,
      p.name as site, r.rate_id, rates.points_per_unit::float as points_per_unit, rates.unit, rates.material,
      rates.valid_from, rates.valid_to, rates.note, r.reversal_of as original_id,
      ${placeOf('r.details')} as place
    from points_records r
    join users u on u.id = r.participant_id
    left join offers o on o.id = case when r.source = 'portal' then (r.details ->> 'offer')::int end
    left join coupons c on c.record_id = coalesce(r.reversal_of, r.id)
    left join partners p on p.id = coalesce(r.partner_id, o.partner_id)
    left join rates on rates.id = r.rate_id
    where r.id = any(${ids}::bigint[])`.execute(db)
  const originals = rows.flatMap(({ originalId }) => originalId ?? [])
  const others = await listOthers(db, [...ids, ...originals], ids)
  return rows.map((row) => originOf(row, others))
}

function originOf(row: FlatRow, others: (OtherRow & { reversalOf: number | null })[]): OriginRow {
  const {
    pointsPerUnit = 0,
    unit = 'litre',
    material = null,
    validFrom = '',
    validTo = null,
    note = '',
  } = row
  return {
    ...row,
    rate: row.rateId === null ? null : { pointsPerUnit, unit, material, validFrom, validTo, note },
    reverses: others.find(({ id }) => id === row.originalId) ?? null,
    reversals: others.filter(({ reversalOf }) => reversalOf === row.id),
  }
}

/** Lists records by id, and those that reverse one of the others. */
const listOthers = (db: Db, ids: number[], reversed: number[]) =>
  db
    .selectFrom('pointsRecords')
    .select(['id', 'points', 'description', 'createdAt', 'reversalOf'])
    .where((where) => where.or([where('id', 'in', ids), where('reversalOf', 'in', reversed)]))
    .orderBy('id')
    .execute()
