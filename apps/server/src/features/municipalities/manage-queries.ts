import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { MunicipalityRow } from './import-queries.ts'

export type ManagedRow = MunicipalityRow & {
  id: number
  people: number
  places: number
  records: number
  offers: number
}

/** Municipalities with the number of accounts, collection points, counted points records and offers for it. @param id only this one */
export async function listWithUse(db: Db, id?: number): Promise<ManagedRow[]> {
  const only = id === undefined ? sql`true` : sql`m.id = ${id}`
  const { rows } = await sql<ManagedRow>`
    select m.id, m.name, m.regional_unit, m.region,
      (select count(*)::int from users u where u.municipality_id = m.id) as people,
      (select count(*)::int from places p where p.municipality_id = m.id) as places,
      (select coalesce(sum(n), 0)::int from (
        select n from activity_month a where a.place = m.id
        union all select n from activity_delta d where d.place = m.id) counted) as records,
      (select count(*)::int from offers o where m.id = any(o.municipalities)) as offers
    from municipalities m where ${only}
    order by m.sort_name, m.id`.execute(db)
  return rows
}

/** Until the transaction ends, no account, place or offer can be linked to it. */
export const lockMunicipality = (trx: Trx, id: number) =>
  trx.selectFrom('municipalities').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

export const updateMunicipality = (trx: Trx, id: number, row: MunicipalityRow) =>
  trx.updateTable('municipalities').set(row).where('id', '=', id).execute()

export const deleteMunicipality = (trx: Trx, id: number) =>
  trx.deleteFrom('municipalities').where('id', '=', id).execute()
