import { listAudit } from '@portal/contract/audit.ts'
import {
  addOffer,
  changeOffer,
  endOffer,
  findManagedOffer,
  listManagedOffers,
  type ManagedOffer,
  publishOffer,
} from '@portal/contract/manage-offers.ts'
import { listOffers, takeOffer } from '@portal/contract/offers.ts'
import { auditDetailsText } from '@portal/contract/security/audit-text.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { days, later } from '#server/lib/time/clock.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import type { MadePartner } from '#test/factories.ts'
import { type OfferGiven, offerFacts, publishedOffer } from '#test/offers.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let operator: Client
let bakery: MadePartner
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.toNoon()
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  bakery = await testApp.make.partner({ name: 'Φούρνος' })
})
afterAll(() => testApp.close())

const facts = (more: OfferGiven = {}) => ({ ...offerFacts(testApp, bakery), ...more })
const add = (more?: OfferGiven) => operator.call(addOffer, { body: facts(more) })
const paramsOf = ({ id }: { id: number }) => ({ id: String(id) })
const change = (offer: ManagedOffer, more: object) => {
  const { statistics: _, ...given } = offer
  return operator.send(changeOffer, { params: paramsOf(offer), body: { ...given, ...more } })
}
const lastEntry = async () => {
  const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
  const { results } = await manager.call(listAudit, { query: { action: 'offer.change' } })
  return auditDetailsText({ details: results[0]?.details ?? {}, text: null })
}

describe('offers of the console', () => {
  it('are drafts that citizens do not see, until they are published [offers manage]', async () => {
    const citizen = await testApp.signIn(await testApp.make.customer())
    const draft = await add({ title: ' Ένα\u200b  ψωμί ', description: 'Α\r\n\r\nΒ', title_en: '' })
    expect(draft).toMatchObject({ state: 'draft', title: 'Ένα  ψωμί', description: 'Α\n\nΒ', title_en: null })
    expect(draft).toMatchObject({ partner: { client_id: bakery.clientId, name: 'Φούρνος' }, version: 1 })
    expect((await citizen.call(listOffers)).offers).toEqual([])
    const input = { params: paramsOf(draft), body: { version: 1 } }
    const published = await operator.call(publishOffer, input)
    expect(published).toMatchObject({ state: 'published', published_at: expect.any(String), version: 2 })
    expect((await operator.send(publishOffer, input)).statusCode).toBe(409)
    expect((await citizen.call(listOffers)).offers.map(({ id }) => id)).toEqual([draft.id])
    const ended = await operator.call(endOffer, { params: paramsOf(draft), body: { version: 2 } })
    expect(ended).toMatchObject({ state: 'ended', ended_at: expect.any(String) })
    expect((await citizen.call(listOffers)).offers).toEqual([])
    expect((await change(ended, {})).headers['x-error-code']).toBe('offer_ended')
    const listed = await operator.call(listManagedOffers)
    expect(listed.find(({ id }) => id === draft.id)).toEqual(ended)
  })

  it('keep kind, partner, beginning and rules of giving back after publication [offers manage]', async () => {
    const draft = await add({ stock: 5 })
    expect((await change(draft, { return_days: 3, returns_when_expired: true })).statusCode).toBe(200)
    const offer = await publishedOffer(testApp, { stock: 5 }, bakery)
    const tomorrow = athensDay(later(testApp.portal.clock.now(), days(1)))
    for (const more of [{ return_days: 3 }, { returns_when_expired: true }, { starts_on: tomorrow }])
      expect((await change(offer, more)).headers['x-error-code']).toBe('offer_fixed')
    const changed = await change(offer, { points: 120, title: 'Δύο ψωμιά', kind: 'donation', partner: 'x' })
    expect(changed.json()).toMatchObject({ points: 120, kind: 'coupon', partner: { name: 'Φούρνος' } })
    const text = await lastEntry()
    for (const part of [`προσφορά αρ. ${offer.id}`, 'τίτλος: Ένα ψωμί → Δύο ψωμιά', 'πόντοι: 100 → 120'])
      expect(text).toContain(part)
  })

  it('have a stock that is not below what was taken [offers manage]', async () => {
    const offer = await publishedOffer(testApp, { stock: 5 }, bakery)
    for (let n = 0; n < 2; n += 1) {
      const person = await testApp.make.customer()
      await testApp.make.record(person, { points: 100 })
      const body = { submission: crypto.randomUUID(), points: 100 }
      await (await testApp.signIn(person)).call(takeOffer, { params: paramsOf(offer), body })
    }
    const less = await change(offer, { stock: 1 })
    expect(less.headers['x-error-code']).toBe('too_small;min=2')
    expect(less.json()).toHaveProperty('stock')
    expect((await change(offer, { stock: 2 })).json()).toMatchObject({ stock: 2, statistics: { taken: 2 } })
  })

  it('are changed by one of two operators at once [offers manage]', async () => {
    const offer = await add()
    const answers = await Promise.all([change(offer, { points: 50 }), change(offer, { points: 60 })])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 409]))
  })

  it.each([
    ['no title', { title: ' ' }, 'title', 'blank'],
    ['a partner that does not exist', { partner: 'nobody' }, 'partner', 'pk_unknown'],
    ['no days of validity', { coupon_days: null }, 'coupon_days', 'required'],
    ['no points', { points: 0 }, 'points', 'too_small'],
    ['parts of points', { points: 1.5 }, 'points', 'integer_invalid'],
    ['another kind', { kind: 'gift' }, 'kind', 'choice_invalid'],
    ['a day that does not exist', { starts_on: '2026-02-30' }, 'starts_on', 'day_invalid'],
    ['an end before the beginning', { ends_on: '2020-01-01' }, 'ends_on', 'period_reversed'],
    ['days of a limit without one', { per_person_days: 7 }, 'per_person', 'required'],
    ['a municipality that does not exist', { municipalities: [999_999] }, 'municipalities', 'pk_unknown'],
    ['no municipality', { municipalities: [] }, 'municipalities', 'list_empty'],
    ['a stock of none', { stock: 0 }, 'stock', 'too_small'],
  ])('are refused with %s [offers manage]', async (_what, more, field, code) => {
    const answer = await operator.send(addOffer, { body: { ...facts(), ...more } })
    expect(answer.statusCode).toBe(400)
    expect(Object.keys(answer.json<object>())).toEqual([field])
    expect(answer.headers['x-error-code']).toContain(code)
  })

  it('are not published after their last day [offers manage]', async () => {
    const today = athensDay(testApp.portal.clock.now())
    const offer = await add({ ends_on: today })
    testApp.clock.forward(days(1))
    operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const answer = await operator.send(publishOffer, { params: paramsOf(offer), body: { version: 1 } })
    expect([answer.statusCode, answer.json()]).toEqual([400, { ends_on: ['This day is in the past.'] }])
  })

  it('of a donation have no coupon [offers donation]', async () => {
    const offer = await add({ kind: 'donation', returns_when_expired: true })
    expect(offer).toMatchObject({ coupon_days: null, return_days: null, returns_when_expired: false })
  })

  it('are read by managers, and changed by operators only [offers manage]', async () => {
    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    const { id } = await add()
    expect(await manager.call(findManagedOffer, { params: { id: String(id) } })).toMatchObject({ id })
    expect((await manager.send(addOffer, { body: facts() })).statusCode).toBe(403)
  })
})
