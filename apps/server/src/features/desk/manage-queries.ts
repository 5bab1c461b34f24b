import type { EntryKind } from '@portal/contract/desk/desk.ts'
import { type Insertable, sql, type Updateable } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'
import type { RecordingPartner } from '#server/lib/context/app-context.ts'
import { type Sums, sums } from './entries-queries.ts'
import { recordingPartner } from './queries.ts'

const managed = (db: Db) =>
  db
    .selectFrom('devices as d')
    .innerJoin('partners as p', 'p.id', 'd.partnerId')
    .leftJoin('places as l', 'l.key', 'd.placeKey')
    // Without the hashes of its secrets.
    .select([
      'd.id',
      'd.partnerId',
      'd.name',
      'd.placeKey',
      'd.may',
      'd.enrolmentUntil',
      'd.lockedAt',
      'd.openUntil',
    ])
    .select(['d.version', 'd.createdAt', 'd.enrolledAt', 'd.lastSeenAt', 'd.revokedAt'])
    .select(['p.clientId', 'l.name as placeName'])

export type ManagedDevice = Awaited<ReturnType<ReturnType<typeof managed>['executeTakeFirstOrThrow']>>

/** Devices in use first, by name. */
export const listDevices = (db: Db, partnerId: number): Promise<ManagedDevice[]> =>
  managed(db)
    .where('d.partnerId', '=', partnerId)
    .orderBy((order) => order('d.revokedAt', 'is not', null))
    .orderBy('d.name')
    .orderBy('d.id')
    .execute()

export const findDevice = (db: Db, id: number): Promise<ManagedDevice | undefined> =>
  managed(db).where('d.id', '=', id).executeTakeFirst()

/** Finds a partner by client id, also a paused one. */
export const findPartner = (db: Db, clientId: string) =>
  db.selectFrom('partners').select(['id', 'name']).where('clientId', '=', clientId).executeTakeFirst()

export const hasPlace = async (db: Db, key: number): Promise<boolean> =>
  (await db.selectFrom('places').select('key').where('key', '=', key).executeTakeFirst()) !== undefined

export const lockDevice = (trx: Trx, id: number) =>
  trx.selectFrom('devices').select('id').where('id', '=', id).forNoKeyUpdate().execute()

export const updateDevice = (trx: Trx, id: number, changes: Updateable<Database['devices']>) =>
  trx
    .updateTable('devices')
    .set(({ eb }) => ({ ...changes, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .execute()

export const insertLink = (trx: Trx, link: Insertable<Database['deviceLinks']>) =>
  trx.insertInto('deviceLinks').values(link).returning('id').executeTakeFirstOrThrow()

export const listLinks = (db: Db, partnerId: number, now: Date) =>
  db
    .selectFrom('deviceLinks')
    .select(['id', 'may', 'devicesLeft', 'createdAt', 'expiresAt'])
    .where('partnerId', '=', partnerId)
    .where('expiresAt', '>', now)
    .where('devicesLeft', '>', 0)
    .orderBy('id')
    .execute()

/** @returns whether the partner had this link */
export async function deleteLink(trx: Trx, partnerId: number, id: number): Promise<boolean> {
  const { numDeletedRows } = await trx
    .deleteFrom('deviceLinks')
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .executeTakeFirst()
  return numDeletedRows === 1n
}

export const deleteOldLinks = (db: Db, now: Date) =>
  db.deleteFrom('deviceLinks').where('expiresAt', '<=', now).execute()

export type HeldRow = {
  id: number
  deviceId: number
  deviceName: string
  revokedAt: Date | null
  kind: EntryKind
  isSticker: boolean
  material: string | null
  quantity: number
  happenedAt: Date
  deviceAt: Date
  receivedAt: Date
}

const held = (partnerId: number) => sql`
  from desk_entries e join devices d on d.id = e.device_id where e.state = 'held' and d.partner_id = ${partnerId}`

export async function listHeld(db: Db, partnerId: number, take: number): Promise<HeldRow[]> {
  const { rows } = await sql<HeldRow>`
    select e.id, e.device_id, d.name as device_name, d.revoked_at, e.kind, e.sticker_code is not null as is_sticker, e.material,
      e.quantity::float8 as quantity, e.happened_at, e.device_at, e.received_at
    ${held(partnerId)} order by e.id limit ${take}`.execute(db)
  return rows
}

export async function countHeld(db: Db, partnerId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*) as n ${held(partnerId)}`.execute(db)
  return rows[0]?.n ?? 0
}

export type LockedEntry = {
  id: number
  reference: string
  state: string
  isDecided: boolean
  kind: EntryKind
  participantId: number | null
  stickerCode: string | null
  material: string | null
  quantity: number
  happenedAt: Date
  deviceId: number
  place: string | null
  partner: Omit<RecordingPartner, 'network'>
}

/** Locks an entry that was held, with its device and partner. */
export async function lockEntry(trx: Trx, id: number): Promise<LockedEntry | undefined> {
  const { rows } = await sql<LockedEntry>`
    select e.id, e.reference, e.state, e.decided_at is not null as is_decided, e.kind, e.participant_id, e.sticker_code, e.material,
      e.quantity::float8 as quantity, e.happened_at, e.device_id, l.name as place,
      ${recordingPartner} as partner
    from desk_entries e join devices d on d.id = e.device_id join partners p on p.id = d.partner_id
      left join places l on l.key = d.place_key
    where e.id = ${id} and (e.state = 'held' or e.decided_at is not null) for no key update of e`.execute(trx)
  return rows[0]
}

export const decideEntry = (trx: Trx, id: number, decided: Updateable<Database['deskEntries']>) =>
  trx.updateTable('deskEntries').set(decided).where('id', '=', id).execute()

/** @param month its first day */
const inMonth = (month: string) => sql`
  e.happened_at >= athens_start(${month}::date)
  and e.happened_at < athens_start((${month}::date + interval '1 month')::date)`

export type DeskDay = Sums & { day: string; deviceId: number; deviceName: string }

/** By day, newest first, and device. Days without anything are left out. */
export async function listDays(db: Db, partnerId: number, month: string): Promise<DeskDay[]> {
  const { rows } = await sql<DeskDay>`
    select to_char(athens_day(e.happened_at), 'YYYY-MM-DD') as day, d.id as device_id, d.name as device_name, ${sums}
    from desk_entries e join devices d on d.id = e.device_id
    where d.partner_id = ${partnerId} and ${inMonth(month)} and e.state in ('recorded', 'waiting')
    group by 1, 2, 3 order by 1 desc, 3, 2`.execute(db)
  return rows
}

export type OfferSum = { offerId: number; title: string; coupons: number; points: number }

/** Used coupons by offer, with the points that they had cost. */
export async function sumOffers(db: Db, partnerId: number, month: string): Promise<OfferSum[]> {
  const { rows } = await sql<OfferSum>`
    select o.id as offer_id, o.title, count(*) as coupons, sum(e.points)::bigint as points
    from desk_entries e join devices d on d.id = e.device_id join offers o on o.id = e.offer_id
    where d.partner_id = ${partnerId} and ${inMonth(month)} and e.kind = 'coupon' and e.state = 'recorded'
    group by o.id, o.title order by o.title, o.id`.execute(db)
  return rows
}

export type DeviceSum = Sums & { deviceId: number; name: string; place: string | null }

export async function sumDevices(db: Db, partnerId: number, month: string): Promise<DeviceSum[]> {
  const { rows } = await sql<DeviceSum>`
    select d.id as device_id, d.name, l.name as place, ${sums}
    from desk_entries e join devices d on d.id = e.device_id left join places l on l.key = d.place_key
    where d.partner_id = ${partnerId} and ${inMonth(month)} and e.state in ('recorded', 'waiting')
    group by d.id, d.name, l.name order by d.name, d.id`.execute(db)
  return rows
}
