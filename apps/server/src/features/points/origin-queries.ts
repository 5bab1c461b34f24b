import type { Description } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'
import type { PointsRow } from './queries.ts'

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
  reversedBy: OtherRow | null
}

type FlatRow = Omit<OriginRow, 'rate' | 'reverses' | 'reversedBy'> &
  Partial<NonNullable<OriginRow['rate']>> & {
    rateId: number | null
    originalId: number | null
    backId: number | null
  }

/** A record with its site, its rate and the ids of what it takes back and what took it back. */
export async function findOrigin(db: Db, id: number): Promise<OriginRow | undefined> {
  const { rows } = await sql<FlatRow>`
    select r.id, r.participant_id, u.email, r.points, r.description, r.created_at, r.received_at, r.reference, r.details,
      p.name as site, r.rate_id, rates.points_per_unit::float as points_per_unit, rates.unit, rates.material,
      rates.valid_from, rates.valid_to, rates.note, r.reversal_of as original_id, back.id as back_id
    from points_records r
    join users u on u.id = r.participant_id
    left join partners p on p.id = r.partner_id
    left join rates on rates.id = r.rate_id
    left join points_records back on back.reversal_of = r.id
    where r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const others = await findOthers(
    db,
    [row.originalId, row.backId].filter((one) => one !== null),
  )
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
    reverses: others.get(row.originalId ?? 0) ?? null,
    reversedBy: others.get(row.backId ?? 0) ?? null,
  }
}

async function findOthers(db: Db, ids: number[]): Promise<Map<number, OtherRow>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('pointsRecords')
    .select(['id', 'points', 'description', 'createdAt'])
    .where('id', 'in', ids)
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
