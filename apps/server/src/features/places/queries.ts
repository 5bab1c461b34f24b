import type { OpeningHours } from '@portal/contract/hours/opening-hours.ts'
import type { PlaceKind } from '@portal/contract/places.ts'
import { type Selectable, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

type Row = Omit<Selectable<Database['places']>, 'searchNorm'>
export type Closing = Pick<Row, 'closedFrom' | 'closedUntil' | 'closedMessage'>
/** `id`: the operator's number. */
export type PlaceRow = Omit<Row, keyof Closing | 'key' | 'version'>
/** A place with its municipality's name. `key`: the portal's number. */
export type FullPlace = Row & { municipalityName: string }

const places = (db: Db) =>
  db
    .selectFrom('places')
    .innerJoin('municipalities', 'municipalities.id', 'places.municipalityId')
    .selectAll('places')
    .select('municipalities.name as municipalityName')

const sorted = (db: Db) =>
  places(db)
    .orderBy('municipalities.sortName')
    .orderBy('municipalities.id')
    .orderBy('places.name')
    .orderBy('places.id')

export const listPlaces = (db: Db): Promise<FullPlace[]> => sorted(db).execute()

type PlaceFilter = { words: string[]; municipality: number | undefined; kind: PlaceKind | undefined }

/** Conditions of the list of operators. @param filter.words in the form of `search_norm` */
const matching = ({ words, municipality, kind }: PlaceFilter) =>
  sql<boolean>`${sql.join(
    [
      sql`true`,
      ...words.map((word) => sql`strpos(places.search_norm, ${word}) > 0`),
      ...(municipality === undefined ? [] : [sql`places.municipality_id = ${municipality}`]),
      ...(kind === undefined ? [] : [sql`places.kind = ${kind}`]),
    ],
    sql` and `,
  )}`

export async function countPlaces(db: Db, filter: PlaceFilter): Promise<number> {
  const { count } = await db
    .selectFrom('places')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matching(filter))
    .executeTakeFirstOrThrow()
  return count
}

export const listPage = (
  db: Db,
  filter: PlaceFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<FullPlace[]> => sorted(db).where(matching(filter)).limit(limit).offset(offset).execute()

export const findPlace = (db: Db, key: number): Promise<FullPlace | undefined> =>
  places(db).where('places.key', '=', key).executeTakeFirst()

/** Changes of places happen one after the other: an import compares with all of them. */
export const lockPlaces = (trx: Trx) => sql`select pg_advisory_xact_lock(hashtext('places'))`.execute(trx)

const jsonOf = (hours: OpeningHours | null) => (hours ? JSON.stringify(hours) : null)

/** A row, or a part of one, as it is written. */
const stored = <Row extends PlaceRow | Closing>(row: Row) => ({
  ...row,
  openingHours: 'openingHours' in row ? jsonOf(row.openingHours) : undefined,
})

export const isTaken = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('places').select('key').where('id', '=', id).executeTakeFirst()) !== undefined

export async function insertPlace(trx: Trx, row: PlaceRow): Promise<number> {
  const { key } = await trx
    .insertInto('places')
    .values(stored(row))
    .returning('key')
    .executeTakeFirstOrThrow()
  return key
}

export const updatePlace = (trx: Trx, key: number, changed: PlaceRow | Closing) =>
  trx
    .updateTable('places')
    .set((eb) => ({ ...stored(changed), version: eb('version', '+', 1) }))
    .where('key', '=', key)
    .execute()

export const deletePlace = (trx: Trx, key: number) =>
  trx.deleteFrom('places').where('key', '=', key).execute()

/** Inserts places, or updates those with the same id, except their closing. */
export async function writePlaces(trx: Trx, rows: PlaceRow[]): Promise<void> {
  if (rows.length === 0) return
  const column = (name: Exclude<keyof PlaceRow, 'openingHours'>, type: 'text' | 'int' | 'float8') =>
    sql`${rows.map((row) => row[name])}::${sql.raw(type)}[]`
  await sql`
    insert into places (id, kind, name, address, municipality_id, latitude, longitude, hours, opening_hours)
    select * from unnest(
      ${column('id', 'text')}, ${column('kind', 'text')}, ${column('name', 'text')}, ${column('address', 'text')},
      ${column('municipalityId', 'int')}, ${column('latitude', 'float8')}, ${column('longitude', 'float8')},
      ${column('hours', 'text')}, ${rows.map(({ openingHours }) => jsonOf(openingHours))}::jsonb[])
    on conflict (id) do update set
      kind = excluded.kind, name = excluded.name, address = excluded.address,
      municipality_id = excluded.municipality_id, latitude = excluded.latitude, longitude = excluded.longitude,
      hours = excluded.hours, opening_hours = excluded.opening_hours, version = places.version + 1`.execute(
    trx,
  )
}

export const deletePlaces = (trx: Trx, ids: string[]) =>
  sql`delete from places where id = any(${ids}::text[])`.execute(trx)
