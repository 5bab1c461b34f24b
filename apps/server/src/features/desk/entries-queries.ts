import type { EntryKind } from '@portal/contract/desk/desk.ts'
import { type Insertable, sql } from 'kysely'
import type { Db, Trx } from '#server/db/database.ts'
import type { Database } from '#server/db/schema.ts'

type EntryState = Database['deskEntries']['state']

export type KnownEntry = {
  reference: string
  kind: EntryKind | 'coupon'
  state: EntryState
  material: string | null
  quantity: number | null
  points: number | null
  recordId: number | null
  /** Whether an operator has decided on it. */
  isDecided: boolean
}

export async function findEntries(
  trx: Trx,
  deviceId: number,
  references: readonly string[],
): Promise<Map<string, KnownEntry>> {
  const { rows } = await sql<KnownEntry>`
    select reference, kind, state, material, quantity::float8 as quantity, points, record_id,
      decided_at is not null as is_decided
    from desk_entries
    where device_id = ${deviceId} and reference = any (${references}::uuid[])`.execute(trx)
  return new Map(rows.map((row) => [row.reference, row]))
}

/** Inserts an entry, or replaces one that was refused before. */
export const saveEntry = (trx: Trx, entry: Insertable<Database['deskEntries']>) =>
  trx
    .insertInto('deskEntries')
    .values(entry)
    .onConflict((conflict) => conflict.columns(['deviceId', 'reference']).doUpdateSet(entry))
    .execute()

/** The newest use of a coupon by a device. */
export const findUse = (trx: Trx, deviceId: number, recordId: number) =>
  trx
    .selectFrom('deskEntries')
    .select(['id', 'state'])
    .where('deviceId', '=', deviceId)
    .where('kind', '=', 'coupon')
    .where('recordId', '=', recordId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

export const undoEntry = (trx: Trx, id: number) =>
  trx.updateTable('deskEntries').set({ state: 'undone' }).where('id', '=', id).execute()

export type TodayRow = {
  reference: string
  kind: EntryKind | 'coupon'
  state: EntryState
  happenedAt: Date
  material: string | null
  quantity: number | null
  points: number | null
  code: string | null
  recordId: number | null
  title: string | null
  ending: string | null
}

export async function listDay(db: Db, deviceId: number, day: string, take: number): Promise<TodayRow[]> {
  const { rows } = await sql<TodayRow>`
    select e.reference, e.kind, e.state, e.happened_at, e.material, e.quantity::float8 as quantity, e.points, e.code,
      e.record_id, coalesce(c.title, o.title) as title, c.ending
    from desk_entries e left join coupons c on e.kind = 'coupon' and c.record_id = e.record_id
      left join offers o on o.id = e.offer_id
    where e.device_id = ${deviceId} and e.happened_at >= athens_start(${day}::date)
      and e.happened_at < athens_start(${day}::date + 1)
    order by e.happened_at desc, e.id desc limit ${take}`.execute(db)
  return rows
}

export type Sums = { coupons: number; brought: number; took: number; litres: number; points: number }

/** Sums of entries `e`: recorded and waiting ones, and used coupons. */
export const sums = sql`
  count(*) filter (where e.kind = 'coupon' and e.state = 'recorded') as coupons,
  coalesce(sum(e.quantity) filter (where e.kind = 'brought' and e.state in ('recorded', 'waiting')), 0)::float8 as brought,
  coalesce(sum(e.quantity) filter (where e.kind = 'took' and e.state in ('recorded', 'waiting')), 0)::float8 as took,
  coalesce(sum(e.quantity) filter (where e.kind = 'oil' and e.state in ('recorded', 'waiting')), 0)::float8 as litres,
  coalesce(sum(e.points) filter (where e.kind <> 'coupon' and e.state in ('recorded', 'waiting')), 0)::bigint as points`

export async function sumDay(db: Db, deviceId: number, day: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select ${sums} from desk_entries e
    where e.device_id = ${deviceId} and e.happened_at >= athens_start(${day}::date)
      and e.happened_at < athens_start(${day}::date + 1)`.execute(db)
  return rows[0] ?? { coupons: 0, brought: 0, took: 0, litres: 0, points: 0 }
}

export const participantOf = async (trx: Trx, recordId: number): Promise<number> => {
  const { participantId } = await trx
    .selectFrom('pointsRecords')
    .select('participantId')
    .where('id', '=', recordId)
    .executeTakeFirstOrThrow()
  return participantId
}

export const findWaitingPoints = async (trx: Trx, partnerId: number, reference: string) =>
  (
    await trx
      .selectFrom('waitingDeliveries')
      .select('points')
      .where('partnerId', '=', partnerId)
      .where('reference', '=', reference)
      .executeTakeFirst()
  )?.points ?? null

/** Calls of one device run one after the other. @returns false if another phone has taken its place */
export const lockDevice = async (trx: Trx, id: number, secretHash: string): Promise<boolean> =>
  (await trx
    .selectFrom('devices')
    .select('id')
    .where('id', '=', id)
    .where('secretHash', '=', secretHash)
    .forNoKeyUpdate()
    .executeTakeFirst()) !== undefined

export async function countHeldOf(trx: Trx, deviceId: number): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from desk_entries where device_id = ${deviceId} and state = 'held'`.execute(trx)
  return rows[0]?.n ?? 0
}

export const deleteOldEntries = (db: Db, before: Date) =>
  db.deleteFrom('deskEntries').where('happenedAt', '<', before).execute()

/** A held entry of the person is refused: nobody would get its points. */
export const forgetPerson = (trx: Trx, participantId: number) =>
  sql`
    update desk_entries set participant_id = null, sticker_code = null,
      state = case state when 'held' then 'refused' else state end,
      code = case state when 'held' then 'participant_unknown' else code end
    where participant_id = ${participantId}`.execute(trx)
