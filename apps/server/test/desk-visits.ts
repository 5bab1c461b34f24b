import { sql } from 'kysely'
import type { Description } from '@portal/contract/words/descriptions.ts'
import { later } from '#server/lib/time/clock.ts'
import { newToken } from '#server/lib/security/tokens.ts'
import type { TestApp } from './test-app.ts'
import { insert } from './rows.ts'

type Apps = Pick<TestApp, 'db' | 'make' | 'portal'>
type Device = { id: number; partnerId: number }

/** Adds an enrolled device of a new partner, as rows. */
export async function addDevice(
  { db, make, portal }: Apps,
  { name = 'Ταμείο 1', partner = 'Φούρνος', placeKey = null as number | null } = {},
): Promise<Device> {
  const { id: partnerId } = await make.partner({ name: partner })
  const now = portal.clock.now()
  const { id } = await insert(db, 'devices', {
    ...{ partnerId, name, placeKey, createdAt: now, enrolledAt: now },
    may: ['reuse', 'coupons'],
    secretHash: newToken(),
    pinHash: 'none',
  })
  return { id, partnerId }
}

type Given = { device?: Device; place?: string; ago?: number; description?: Description; points?: number }

/** Adds a record as a device writes it. @param given.ago milliseconds  @returns its id */
export async function addVisit(testApp: Apps, { id: participantId }: { id: number }, given: Given = {}) {
  const device = given.device ?? (await addDevice(testApp))
  const details = { item_count: 3, device: device.id, ...(given.place && { collection_point: given.place }) }
  return insert(testApp.db, 'pointsRecords', {
    participantId,
    points: given.points ?? 48,
    description: given.description ?? 'item_delivered',
    createdAt: later(testApp.portal.clock.now(), -(given.ago ?? 0)),
    source: `partner:${device.partnerId}`,
    reference: `desk/${device.id}/${crypto.randomUUID()}`,
    details: JSON.stringify(details),
    partnerId: device.partnerId,
  })
}

/** Adds a coupon of an offer of the portal, not used. @returns the id of its record */
export async function addOwnCoupon({ db, make, portal }: Apps, person: { id: number }, device: Device) {
  await make.record(person, { points: 100 })
  const { id } = await make.record(person, { points: -100, description: 'coupon_created', source: 'portal' })
  const now = portal.clock.now()
  await sql`
    with offer as (
      insert into offers (partner_id, kind, title, points, coupon_days, starts_on, created_at)
      values (${device.partnerId}, 'coupon', 'Ένα ψωμί', 100, 30, ${now}::date, ${now}) returning id)
    insert into coupons (record_id, participant_id, code, ending, title, offer_id, code_hash)
    select ${id}, ${person.id}, 'sealed', '19AB', 'Ένα ψωμί', id, ${newToken()} from offer`.execute(db)
  return { id }
}

/** Marks a coupon as used by a device, or takes that back. @param usedAt null: takes it back */
export const setUse = ({ db }: Apps, { id }: { id: number }, device: Device | null, usedAt: Date | null) =>
  sql`update coupons set used_at = ${usedAt}, used_device_id = ${device?.id ?? null} where record_id = ${id}`.execute(
    db,
  )
