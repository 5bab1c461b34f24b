import { addOffer, type ManagedOffer, publishOffer } from '@portal/contract/manage-offers.ts'
import { sql } from 'kysely'
import { setUse } from '#server/ledger/coupons/own-coupons.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import type { MadePartner } from './factories.ts'
import type { TestApp } from './test-app.ts'

type OfferFacts = {
  kind: 'coupon' | 'donation'
  partner: string
  title: string
  title_en: string | null
  description: string | null
  description_en: string | null
  place: string | null
  points: number
  coupon_days: number | null
  starts_on: string
  ends_on: string | null
  stock: number | null
  stock_per_day: number | null
  per_person: number | null
  per_person_days: number | null
  municipalities: number[] | null
  return_days: number | null
  returns_when_expired: boolean
}
export type OfferGiven = Partial<OfferFacts>

/** What an operator writes: a coupon of 100 points, valid for 30 days, without limits. */
export const offerFacts = (testApp: TestApp, partner: MadePartner): OfferFacts => ({
  kind: 'coupon',
  partner: partner.clientId,
  title: 'Ένα ψωμί',
  title_en: 'A loaf of bread',
  description: 'Χωριάτικο, του ενός κιλού.',
  description_en: null,
  place: 'Νίκης 3, Κοζάνη',
  points: 100,
  coupon_days: 30,
  starts_on: athensDay(testApp.portal.clock.now()),
  ends_on: null,
  stock: null,
  stock_per_day: null,
  per_person: null,
  per_person_days: null,
  municipalities: null,
  return_days: 7,
  returns_when_expired: false,
})

/** Adds an offer as an operator. */
export async function addedOffer(
  testApp: TestApp,
  given: OfferGiven = {},
  partner?: MadePartner,
): Promise<ManagedOffer> {
  const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  const facts = offerFacts(testApp, partner ?? (await testApp.make.partner({ name: 'Φούρνος' })))
  return operator.call(addOffer, { body: { ...facts, ...given } })
}

/** Adds and publishes an offer as an operator. */
export async function publishedOffer(
  testApp: TestApp,
  given: OfferGiven = {},
  partner?: MadePartner,
): Promise<ManagedOffer> {
  const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  const { id, version } = await addedOffer(testApp, given, partner)
  return operator.call(publishOffer, { params: { id: String(id) }, body: { version } })
}

/** A small picture in base64. */
export function pictureOf(kind: 'png' | 'jpeg'): string {
  const tables = `ffdb004300${'01'.repeat(64)}ffc400140001${'00'.repeat(16)}ffc400141001${'00'.repeat(16)}`
  const jpeg = `ffd8${tables}ffc0000b080008000801011100ffda0008010100003f003fffd9`
  return kind === 'jpeg'
    ? Buffer.from(jpeg, 'hex').toString('base64')
    : 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg=='
}

/** Uses a coupon as a till does. */
export async function useUp({ db, make, portal }: TestApp, recordId: number): Promise<void> {
  const [{ id: partnerId }, now] = [await make.partner(), portal.clock.now()]
  const { rows } = await sql<{ id: number }>`
    insert into devices (partner_id, name, may, created_at) values (${partnerId}, 'Ταμείο 1', '{coupons}', ${now})
    returning id`.execute(db)
  const deviceId = rows[0]?.id ?? 0
  await db.transaction().execute((trx) => setUse(trx, recordId, { usedAt: now, usedDeviceId: deviceId }))
  await sql`
    insert into desk_entries (device_id, reference, kind, state, received_at, happened_at, device_at, record_id, participant_id,
      offer_id)
    select ${deviceId}, gen_random_uuid(), 'coupon', 'recorded', ${now}::timestamptz, ${now}, ${now}, record_id, participant_id,
      offer_id
    from coupons where record_id = ${recordId}`.execute(db)
}
