import { type Insertable, sql } from 'kysely'
import { compileOnce, type Db, type Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'
import type { Device, RecordingPartner } from '#server/lib/context/app-context.ts'

/** The partner `p` of a device, as the ledger needs it. */
export const recordingPartner = sql`
  json_build_object('id', p.id, 'clientId', p.client_id, 'name', p.name, 'firstParty', p.first_party,
    'isPairwise', p.subject_type = 'pairwise', 'descriptions', p.descriptions, 'dailyCap', p.daily_cap,
    'personCap', p.person_cap)`

type DeviceRow = Pick<Device, 'id' | 'name' | 'place' | 'may' | 'revokedAt' | 'openUntil' | 'pinFailures'> & {
  isLocked: boolean
  lastSeenAt: Date | null
  partner: Omit<RecordingPartner, 'network'>
}

const devices = compileOnce(
  (_: Db, { deviceHash }: { deviceHash: string }) => sql<DeviceRow>`
    select d.id, d.name, l.name as place, d.may, least(d.revoked_at, p.disabled_at) as revoked_at, d.open_until, d.pin_failures,
      d.locked_at is not null as is_locked, d.last_seen_at,
      ${recordingPartner} as partner
    from devices d join partners p on p.id = d.partner_id left join places l on l.key = d.place_key
    where d.secret_hash = ${deviceHash}`,
)

export const findDevice = async (db: Db, deviceHash: string): Promise<DeviceRow | undefined> =>
  (await devices(db, { deviceHash }))[0]

/** Notes a call. @param openUntil extends the time without the PIN, if the device is still open */
export const noteCall = (db: Db, id: number, { now, openUntil }: { now: Date; openUntil: Date | null }) =>
  sql`
    update devices set last_seen_at = ${now}, open_until = case
      when open_until > ${now} and locked_at is null then greatest(open_until, ${openUntil}) else open_until end
    where id = ${id}`.execute(db)

/**
 * Counts a try of the PIN, before it is compared: of tries at once no more than `max` are compared. The last one locks the
 * device.
 * @returns undefined if it is locked
 */
export async function countPinTry(
  trx: Db,
  id: number,
  now: Date,
  max: number,
): Promise<{ pinHash: string; failures: number } | undefined> {
  const { rows } = await sql<{ pinHash: string; failures: number }>`
    update devices set pin_failures = pin_failures + 1,
      locked_at = case when pin_failures + 1 >= ${max} then ${now}::timestamptz end
    where id = ${id} and locked_at is null
    returning pin_hash, pin_failures as failures`.execute(trx)
  return rows[0]
}

/** @returns false if the device has another PIN meanwhile */
export async function openDevice(trx: Trx, id: number, pinHash: string, openUntil: Date): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('devices')
    .set({ pinFailures: 0, lockedAt: null, openUntil })
    .where('id', '=', id)
    .where('pinHash', '=', pinHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const closeDevice = (trx: Trx, id: number) =>
  trx.updateTable('devices').set({ openUntil: null }).where('id', '=', id).execute()

/** Finds the device that a code enrols: of an enabled partner. */
export const findByCode = (db: Db, enrolmentHash: string, now: Date) =>
  db
    .selectFrom('devices as d')
    .innerJoin('partners as p', 'p.id', 'd.partnerId')
    .select('d.id')
    .where('d.enrolmentHash', '=', enrolmentHash)
    .where('d.enrolmentUntil', '>', now)
    .where('d.revokedAt', 'is', null)
    .where('p.disabledAt', 'is', null)
    .executeTakeFirst()

type Enrolled = { secretHash: string; pinHash: string; enrolledAt: Date; openUntil: Date }

/** @returns false if the code was used or replaced meanwhile */
export async function enrol(
  trx: Trx,
  id: number,
  enrolmentHash: string,
  enrolled: Enrolled,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('devices')
    .set(({ eb }) => ({
      ...enrolled,
      ...{ enrolmentHash: null, enrolmentUntil: null, pinFailures: 0, lockedAt: null },
      lastSeenAt: enrolled.enrolledAt,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('enrolmentHash', '=', enrolmentHash)
    .where('enrolmentUntil', '>', enrolled.enrolledAt)
    .where('revokedAt', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Finds a link with which a device can be added: of an enabled partner. */
export const findLink = (db: Db, tokenHash: string, now: Date) =>
  db
    .selectFrom('deviceLinks as l')
    .innerJoin('partners as p', 'p.id', 'l.partnerId')
    .select(['l.id', 'l.partnerId', 'l.may'])
    .where('l.tokenHash', '=', tokenHash)
    .where('l.expiresAt', '>', now)
    .where('l.devicesLeft', '>', 0)
    .where('p.disabledAt', 'is', null)
    .executeTakeFirst()

/** @returns false if the link was used up or withdrawn meanwhile */
export async function useLink(trx: Trx, id: number): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('deviceLinks')
    .set(({ eb }) => ({ devicesLeft: eb('devicesLeft', '-', 1) }))
    .where('id', '=', id)
    .where('devicesLeft', '>', 0)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export const insertDevice = async (
  trx: Trx,
  device: Omit<Insertable<Database['devices']>, 'lastSeenAt'>,
): Promise<number> => {
  const { id } = await trx
    .insertInto('devices')
    .values({ ...device, lastSeenAt: device.enrolledAt ?? null })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Finds the key of a place by the number that the operator gives it. */
export const findPlaceKey = async (db: Db, id: string) =>
  (await db.selectFrom('places').select('key').where('id', '=', id).executeTakeFirst())?.key

/** Finds the name of a device and of its place. */
export const findNamed = (db: Db, id: number) =>
  db
    .selectFrom('devices as d')
    .leftJoin('places as l', 'l.key', 'd.placeKey')
    .select(['d.name', 'l.name as place'])
    .where('d.id', '=', id)
    .executeTakeFirst()
