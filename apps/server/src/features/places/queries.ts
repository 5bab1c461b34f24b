import type { PlaceKind } from '@portal/contract/places.ts'
import { sql } from 'kysely'
import type { Db } from '#server/db/database.ts'

export type PlaceRow = {
  id: string
  kind: PlaceKind
  name: string
  address: string
  municipalityId: number
  latitude: number
  longitude: number
  hours: string
}

export const listPlaces = (db: Db) =>
  db
    .selectFrom('places')
    .innerJoin('municipalities', 'municipalities.id', 'places.municipalityId')
    .selectAll('places')
    .select('municipalities.name as municipalityName')
    .orderBy('municipalities.sortName')
    .orderBy('municipalities.id')
    .orderBy('places.name')
    .orderBy('places.id')
    .execute()

export async function hasPlaces(db: Db): Promise<boolean> {
  const { rows } = await sql<{ exists: boolean }>`select exists (select from places) as exists`.execute(db)
  return rows[0]?.exists ?? false
}

/** Inserts places, or updates those that differ. @returns for each written row whether it is new */
export async function writePlaces(db: Db, rows: PlaceRow[]): Promise<boolean[]> {
  const column = (name: keyof PlaceRow, type: 'text' | 'int' | 'float8') =>
    sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`
  const written = await sql<{ isNew: boolean }>`
    insert into places (id, kind, name, address, municipality_id, latitude, longitude, hours)
    select * from unnest(
      ${column('id', 'text')}, ${column('kind', 'text')}, ${column('name', 'text')}, ${column('address', 'text')},
      ${column('municipalityId', 'int')}, ${column('latitude', 'float8')}, ${column('longitude', 'float8')},
      ${column('hours', 'text')})
    on conflict (id) do update set
      kind = excluded.kind, name = excluded.name, address = excluded.address,
      municipality_id = excluded.municipality_id, latitude = excluded.latitude, longitude = excluded.longitude,
      hours = excluded.hours
    where (places.kind, places.name, places.address, places.municipality_id, places.latitude, places.longitude,
        places.hours)
      is distinct from (excluded.kind, excluded.name, excluded.address, excluded.municipality_id, excluded.latitude,
        excluded.longitude, excluded.hours)
    returning xmax = 0 as is_new`.execute(db)
  return written.rows.map(({ isNew }) => isNew)
}

/** Returns the ids and names of all places but these, and the number of all. */
export async function listOtherPlaces(db: Db, ids: string[]) {
  const all = await db.selectFrom('places').select(['id', 'name']).orderBy('id').execute()
  const kept = new Set(ids)
  return { others: all.filter(({ id }) => !kept.has(id)), total: all.length }
}

/** Deletes all places but these. @returns the number of deleted rows */
export async function deleteOtherPlaces(db: Db, ids: string[]): Promise<number> {
  const { numAffectedRows } = await sql`delete from places where id <> all(${ids}::text[])`.execute(db)
  return Number(numAffectedRows ?? 0)
}
