import { showOwnCoupon } from '@portal/contract/coupons.ts'
import { takeOffer } from '@portal/contract/offers.ts'
import { showCard } from '@portal/contract/card.ts'
import { enrolDevice, sendEntries, type DeskUse, type SentDeskEntry } from '@portal/contract/desk/desk.ts'
import { addDevice, type Device } from '@portal/contract/desk/manage-devices.ts'
import { type Description, descriptions } from '@portal/contract/words/descriptions.ts'
import { addRate } from '#server/ledger/rates/rates.ts'
import type { MadePartner, Person } from './factories.ts'
import { publishedOffer } from './offers.ts'
import type { Client, TestApp } from './test-app.ts'

export const pin = '2580'

export type Desk = { partner: MadePartner; device: Device; client: Client; operator: Client }

type Given = {
  partner?: MadePartner
  name?: string
  place?: number | null
  may?: DeskUse[]
  writes?: Description[]
}

/** Adds a device as an operator and enrols it. @returns also the client with its cookie */
export async function openDesk(testApp: TestApp, given: Given = {}): Promise<Desk> {
  const { name = 'Ταμείο 1', place = null, may = ['coupons', 'reuse', 'oil'] } = given
  const partner =
    given.partner ??
    (await testApp.make.partner({ name: 'Φούρνος', descriptions: given.writes ?? [...descriptions] }))
  const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  const params = { client: partner.clientId }
  const { device, enrolment } = await operator.call(addDevice, { params, body: { name, place, may } })
  const client = testApp.visitor()
  await client.call(enrolDevice, { body: { code: enrolment.code, pin } })
  return { partner, device, client, operator }
}

/** 16 points for an item that was brought, 4 for one that was taken, 20 for a litre. */
export async function addRates({ db }: Pick<TestApp, 'db'>): Promise<void> {
  const rate = { material: null, validFrom: '2000-01-01', validTo: null, note: '' }
  await addRate({ db }, { ...rate, description: 'item_delivered', unit: 'item', pointsPerUnit: '16' })
  await addRate({ db }, { ...rate, description: 'item_reused', unit: 'item', pointsPerUnit: '4' })
  await addRate({ db }, { ...rate, description: 'oil_collected', unit: 'litre', pointsPerUnit: '20' })
}

/** The code that a person shows now. */
export const cardOf = async (testApp: TestApp, person: Person): Promise<string> =>
  (await (await testApp.signIn(person)).call(showCard)).code

/** An entry that is recorded now. */
export const entryOf = (testApp: TestApp, given: Partial<SentDeskEntry> = {}): SentDeskEntry => ({
  reference: crypto.randomUUID(),
  kind: 'brought',
  at: testApp.portal.clock.now().toISOString(),
  ...(given.kind === 'oil' ? { litres: 2.5 } : { items: 3 }),
  ...given,
})

/** Sends entries now. @returns the results */
export const sendAll = async (testApp: TestApp, { client }: Pick<Desk, 'client'>, entries: unknown[]) =>
  (
    await client.call(sendEntries, {
      body: { sent_at: testApp.portal.clock.now().toISOString(), entries },
    })
  ).results

/** A coupon of an offer of a partner, which a new person has taken. @returns its record and its code */
export async function takenCoupon(testApp: TestApp, partner: MadePartner) {
  const offer = await publishedOffer(testApp, {}, partner)
  const person = await testApp.make.customer()
  await testApp.make.record(person, { points: 500 })
  const owner = await testApp.signIn(person)
  const body = { submission: crypto.randomUUID(), points: 100 }
  const { coupon } = await owner.call(takeOffer, { params: { id: String(offer.id) }, body })
  const id = coupon?.id ?? 0
  const { secret } = await owner.call(showOwnCoupon, { params: { id: String(id) } })
  return { id, code: secret?.code ?? '', owner, person }
}
