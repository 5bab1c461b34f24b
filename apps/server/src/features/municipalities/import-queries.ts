import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type MunicipalityRow = { name: string; regionalUnit: string; region: string }

/** Inserts municipalities that do not exist yet. @returns the ids of the new rows */
export async function insertMunicipalities(db: Db, rows: MunicipalityRow[]): Promise<number[]> {
  const column = (name: keyof MunicipalityRow) => sql`${rows.map((row) => row[name])}::text[]`
  const added = await sql<{ id: number }>`
    insert into municipalities (name, regional_unit, region)
    select * from unnest(${column('name')}, ${column('regionalUnit')}, ${column('region')})
    on conflict (name, regional_unit) do nothing returning id`.execute(db)
  return added.rows.map(({ id }) => id)
}
