import type { Description } from '@portal/contract/descriptions.ts'
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
  reversals: OtherRow[]
}

type FlatRow = Omit<OriginRow, 'rate' | 'reverses' | 'reversals'> &
  Partial<NonNullable<OriginRow['rate']>> & {
    rateId: number | null
    originalId: number | null
  }

/** Finds a record with its partner's name, its rate, the record it reverses and the records that reverse it. */
export async function findOrigin(db: Db, id: number): Promise<OriginRow | undefined> {
  const { rows } = await sql<FlatRow>`
    select r.id, r.participant_id, u.email, r.points, r.description, r.created_at, r.received_at, r.reference, r.details,
      p.name as site, r.rate_id, rates.points_per_unit::float as points_per_unit, rates.unit, rates.material,
      rates.valid_from, rates.valid_to, rates.note, r.reversal_of as original_id
    from points_records r
    join users u on u.id = r.participant_id
    left join partners p on p.id = r.partner_id
    left join rates on rates.id = r.rate_id
    where r.id = ${id}`.execute(db)
  const [row] = rows
  if (!row) return undefined
  const others = await listOthers(db, row.id, row.originalId)
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
    reversals: others.filter(({ id }) => id !== row.originalId),
  }
}

/** Lists the record that this one reverses, and the records that reverse this one. */
const listOthers = (db: Db, id: number, originalId: number | null): Promise<OtherRow[]> =>
  db
    .selectFrom('pointsRecords')
    .select(['id', 'points', 'description', 'createdAt'])
    .where((where) => where.or([where('id', '=', originalId ?? 0), where('reversalOf', '=', id)]))
    .orderBy('id')
    .execute()
