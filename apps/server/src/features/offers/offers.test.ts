import {
  giveCoupon,
  listOwnCoupons,
  returnCoupon,
  showGift,
  showOwnCoupon,
  takeGift,
  withdrawGift,
} from '@portal/contract/coupons.ts'
import { changeOffer, endOffer, findManagedOffer, type ManagedOffer } from '@portal/contract/manage-offers.ts'
import { listOffers, showOffer, takeOffer } from '@portal/contract/offers.ts'
import { listOwnPoints, summarizePoints } from '@portal/contract/points.ts'
import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { describeSite } from '@portal/contract/site.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withoutTimeouts } from '#server/db/direct.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { findByCode } from '#server/ledger/coupons/own-coupons.ts'
import { deleteOldGifts } from '#server/ledger/offers/give-coupon.ts'
import { deleteOldDays, returnExpired } from '#server/ledger/offers/return-coupon.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { days, later } from '#server/lib/time/clock.ts'
import { readAll } from '#test/dump.ts'
import type { Person } from '#test/factories.ts'
import { type OfferGiven, publishedOffer, useUp } from '#test/offers.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.toNoon()
})
afterAll(async () => {
  // Whatever the tests did, counters and records agree.
  await verifyLedger(testApp.portal)
  await testApp.close()
})

/** A citizen with points. */
async function makeRich(points = 500, given: object = {}): Promise<Person & { client: Client }> {
  const person = await testApp.make.customer(given)
  if (points > 0) await testApp.make.record(person, { points })
  return { ...person, client: await testApp.signIn(person) }
}
const publish = (given: OfferGiven = {}) => publishedOffer(testApp, given)
const idOf = ({ id }: { id: number }) => ({ id: String(id) })
/** Sends `takeOffer`. @returns the status, and the code of the error */
async function tryTake(client: Client, offer: ManagedOffer, more: object = {}) {
  const body = { submission: crypto.randomUUID(), points: offer.points, ...more }
  const answer = await client.send(takeOffer, { params: idOf(offer), body })
  return { status: answer.statusCode, code: answer.headers['x-error-code'] }
}
const take = (client: Client, offer: ManagedOffer, points = offer.points) =>
  client.call(takeOffer, { params: idOf(offer), body: { submission: crypto.randomUUID(), points } })
const couponOf = async (client: Client, offer: ManagedOffer) => {
  const { coupon } = await take(client, offer)
  if (!coupon) throw new Error('There is no coupon.')
  return coupon
}
const codeOf = async (client: Client, endpoint: Parameters<Client['send']>[0], coupon: { id: number }) =>
  (await client.send(endpoint, { params: idOf(coupon), body: {} })).headers['x-error-code']
const availableOf = async ({ client }: { client: Client }) => (await client.call(summarizePoints)).available
const dayAfter = (n: number) => athensDay(later(testApp.portal.clock.now(), days(n)))
const manager = async () => testApp.signIn(await testApp.make.staff({ role: 'manager' }))
const statisticsOf = async (offer: ManagedOffer) =>
  (await (await manager()).call(findManagedOffer, { params: idOf(offer) })).statistics
const operator = async () => testApp.signIn(await testApp.make.staff({ role: 'operator' }))
describe('listOffers', () => {
  it('lists what one can take first, then what it lacks points for [offers list]', async () => {
    const { id: here } = await testApp.make.municipality()
    const { id: there } = await testApp.make.municipality()
    const only = { municipalities: [here] }
    const dear = await publish({ ...only, title: 'Ακριβή', points: 540 })
    const cheap = await publish({ ...only, title: 'Φθηνή', points: 50, title_en: null })
    const gone = await publish({ ...only, title: 'Εξαντλημένη', points: 10, stock: 1 })
    await publish({ municipalities: [there] })
    await publish({ ...only, starts_on: dayAfter(1) })
    const maria = await makeRich(510, { municipality: here })
    await take(maria.client, gone)
    const { available, offers } = await maria.client.call(listOffers)
    const own = offers.filter(({ id }) => [dear.id, cheap.id, gone.id].includes(id))
    expect(available).toBe(500)
    expect(own.map(({ title, missing, obstacle }) => [title, missing, obstacle])).toEqual([
      ['Φθηνή', 0, null],
      ['Εξαντλημένη', 0, 'offer_sold_out'],
      ['Ακριβή', 40, null],
    ])
    expect(offers).toHaveLength(own.length)
    expect(own[0]).toMatchObject({ shop: 'Φούρνος', place: 'Νίκης 3, Κοζάνη', title_en: null })
    expect((await testApp.visitor().call(describeSite)).has_offers).toBe(true)
  })

  it('is empty without a published offer, and the portal then has no page of them [offers list]', async () => {
    const other = await openTestApp()
    try {
      const client = await other.signIn(await other.make.customer())
      expect(await client.call(listOffers)).toEqual({ available: 0, offers: [] })
      expect((await other.visitor().call(describeSite)).has_offers).toBe(false)
    } finally {
      await other.close()
    }
  })
})

describe('takeOffer', () => {
  it('takes the points and gives a coupon with a code [offers take]', async () => {
    const offer = await publish()
    const maria = await makeRich()
    const taken = await take(maria.client, offer)
    expect(taken).toMatchObject({ points: 100, available: 400, raised: null })
    expect(taken.coupon).toMatchObject({
      ...{ title: 'Ένα ψωμί', title_en: 'A loaf of bread', shop: 'Φούρνος', site: 'Φούρνος', cost: 100 },
      ...{ state: 'valid', days_left: 29, valid_until: dayAfter(29) },
      secret: { code: expect.stringMatching(/^[2-9AEHKMNPTX]{4}(-[2-9AEHKMNPTX]{4}){2}$/) },
      offer: { id: offer.id, return_until: dayAfter(6), gift: 'none', received: false, used_where: null },
    })
    const { results } = await maria.client.call(listOwnPoints)
    expect(results[0]).toMatchObject({ points: -100, description: 'coupon_created' })
    expect(await statisticsOf(offer)).toMatchObject({ taken: 1, taken_today: 1, valid: 1, points: 100 })
    const { code = '' } = taken.coupon?.secret ?? {}
    const typed = code.toLowerCase().replaceAll('-', ' ').replaceAll('a', 'α')
    expect(await findByCode(testApp.portal, typed, testApp.portal.clock.now())).toMatchObject({
      recordId: taken.coupon?.id,
    })
    // The code is stored encrypted, and as a keyed hash.
    const stored = JSON.stringify(await readAll(testApp.db))
    expect(stored).not.toContain(code)
    expect(stored).not.toContain(code.replaceAll('-', ''))
  })

  it('says what the points were for [offers take]', async () => {
    const maria = await makeRich()
    const { coupon } = await take(maria.client, await publish())
    const origin = await maria.client.call(explainOwnPoints, { params: idOf(coupon ?? { id: 0 }) })
    expect(origin).toMatchObject({ site: 'Φούρνος', details: { coupon: 'Ένα ψωμί' } })
  })

  it('gives one coupon for a repeated submission, also after the offer ended [offers take once]', async () => {
    const offer = await publish({ stock: 1 })
    const maria = await makeRich()
    const input = { params: idOf(offer), body: { submission: crypto.randomUUID(), points: 100 } }
    const answers = await Promise.all(Array.from({ length: 8 }, () => maria.client.call(takeOffer, input)))
    const [first] = answers
    for (const { coupon } of answers) expect(coupon).toEqual(first?.coupon)
    await (await operator()).call(endOffer, { params: idOf(offer), body: { version: offer.version } })
    expect((await maria.client.call(takeOffer, input)).coupon).toEqual(first?.coupon)
    expect(await availableOf(maria)).toBe(400)
    const other = await publish()
    const body = { ...input.body, submission: input.body.submission.toUpperCase() }
    expect(await tryTake(maria.client, other, body)).toEqual({ status: 409, code: 'reference_conflict' })
  })

  it('answers a repeated submission without the coupon after it was given away [offers take once]', async () => {
    const [offer, maria, nikos] = [await publish(), await makeRich(), await makeRich()]
    const input = { params: idOf(offer), body: { submission: crypto.randomUUID(), points: 100 } }
    const { coupon } = await maria.client.call(takeOffer, input)
    const { link } = await maria.client.call(giveCoupon, { params: { id: String(coupon?.id) }, body: {} })
    await nikos.client.call(takeGift, { params: { token: link.split('/gift/')[1] ?? '' }, body: {} })
    const answer = { points: 100, available: 400, coupon: null, raised: null }
    expect(await maria.client.call(takeOffer, input)).toEqual(answer)
  })

  it('gives the last item to one of two people [offers last item]', async () => {
    const offer = await publish({ stock: 1 })
    const people = [await makeRich(), await makeRich()]
    const answers = await Promise.all(people.map(({ client }) => tryTake(client, offer)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(answers.find(({ status }) => status === 409)?.code).toBe('offer_sold_out')
    expect(new Set(await Promise.all(people.map(availableOf)))).toEqual(new Set([400, 500]))
  })

  it('takes the last points once, for one of two offers [offers last item]', async () => {
    const offers = [await publish(), await publish()]
    const maria = await makeRich(100)
    const answers = await Promise.all(offers.map((offer) => tryTake(maria.client, offer)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
    expect(answers.find(({ status }) => status === 409)?.code).toBe('points_insufficient;missing=100')
    expect(await availableOf(maria)).toBe(0)
  })

  it('is refused if the offer ended or changed while its dialog was open [offers refused]', async () => {
    const [ended, dearer, late] = [await publish(), await publish(), await publish({ ends_on: dayAfter(1) })]
    const [maria, staff] = [await makeRich(), await operator()]
    await staff.call(endOffer, { params: idOf(ended), body: { version: ended.version } })
    expect(await tryTake(maria.client, ended)).toEqual({ status: 409, code: 'offer_ended' })
    const { statistics: _, kind: _kind, partner: _partner, ...facts } = dearer
    await staff.call(changeOffer, { params: idOf(dearer), body: { ...facts, points: 120 } })
    expect(await tryTake(maria.client, dearer)).toEqual({ status: 409, code: 'offer_changed;points=120' })
    expect(await tryTake(maria.client, { ...dearer, points: 120 })).toMatchObject({ status: 200 })
    testApp.clock.forward(days(2))
    expect(await tryTake(maria.client, late)).toEqual({ status: 409, code: 'offer_ended' })
    const shown = await maria.client.send(showOffer, { params: idOf(late) })
    expect(shown.headers['x-error-code']).toBe('offer_ended')
    expect(await availableOf(maria)).toBe(380)
  })

  it('is refused while its partner is paused [offers refused]', async () => {
    const partner = await testApp.make.partner()
    const offer = await publishedOffer(testApp, {}, partner)
    const maria = await makeRich()
    const pause = { disabledAt: testApp.portal.clock.now() }
    await testApp.db.updateTable('partners').set(pause).where('id', '=', partner.id).execute()
    expect(await tryTake(maria.client, offer)).toEqual({ status: 409, code: 'offer_ended' })
  })

  it('is not found in another municipality, as a draft, and before its first day [offers refused]', async () => {
    const { id: here } = await testApp.make.municipality()
    const { id: there } = await testApp.make.municipality()
    const [abroad, early] = [
      await publish({ municipalities: [there] }),
      await publish({ starts_on: dayAfter(1) }),
    ]
    const draft = await publish()
    await testApp.db
      .updateTable('offers')
      .set({ state: 'draft', publishedAt: null })
      .where('id', '=', draft.id)
      .execute()
    const maria = await makeRich(500, { municipality: here })
    for (const offer of [abroad, early, draft, { ...draft, id: 999_999 }]) {
      expect(await tryTake(maria.client, offer)).toMatchObject({ status: 404 })
      expect((await maria.client.send(showOffer, { params: idOf(offer) })).statusCode).toBe(404)
    }
    const [local, homeless] = [await publish({ municipalities: [here] }), await makeRich()]
    expect(await tryTake(maria.client, local)).toMatchObject({ status: 200 })
    expect(await tryTake(homeless.client, local)).toMatchObject({ status: 404 })
  })

  it('names no day on which it is possible again if it ends before [offers limits]', async () => {
    const byDay = await publish({ stock_per_day: 1, ends_on: dayAfter(0) })
    const byPerson = await publish({ per_person: 1, per_person_days: 3, ends_on: dayAfter(2) })
    const [maria, nikos] = [await makeRich(), await makeRich()]
    for (const offer of [byDay, byPerson]) await take(maria.client, offer)
    expect(await tryTake(maria.client, byPerson)).toEqual({ status: 409, code: 'offer_limit' })
    for (const [{ client }, offer] of [
      [nikos, byDay],
      [maria, byPerson],
    ] as const)
      expect((await client.call(showOffer, { params: idOf(offer) })).possible_on).toBeNull()
  })

  it('is limited by day and by person, who learns when it is possible again [offers limits]', async () => {
    const byDay = await publish({ stock_per_day: 1 })
    const byPerson = await publish({ per_person: 2, per_person_days: 3, points: 10 })
    const once = await publish({ per_person: 1, points: 10 })
    const [maria, nikos] = [await makeRich(), await makeRich()]
    await take(maria.client, byDay)
    expect(await tryTake(nikos.client, byDay)).toMatchObject({ code: 'offer_sold_out_today' })
    expect(await nikos.client.call(showOffer, { params: idOf(byDay) })).toMatchObject({
      ...{ obstacle: 'offer_sold_out_today', possible_on: dayAfter(1) },
    })
    await take(maria.client, byPerson)
    testApp.clock.forward(days(1))
    expect(await tryTake(nikos.client, byDay)).toMatchObject({ status: 200 })
    await take(maria.client, byPerson)
    const refused = { status: 409, code: `offer_limit;day=${dayAfter(2)}` }
    expect(await tryTake(maria.client, byPerson)).toEqual(refused)
    const shown = await maria.client.call(showOffer, { params: idOf(byPerson) })
    expect(shown).toMatchObject({ obstacle: 'offer_limit', possible_on: dayAfter(2), limit: { count: 2 } })
    testApp.clock.forward(days(2))
    expect(await tryTake(maria.client, byPerson)).toMatchObject({ status: 200 })
    const kept = await couponOf(maria.client, once)
    expect(await tryTake(maria.client, once)).toEqual({ status: 409, code: 'offer_limit' })
    await maria.client.call(returnCoupon, { params: idOf(kept), body: {} })
    expect(await tryTake(maria.client, once)).toMatchObject({ status: 200 })
  })

  it('is refused while the processing of the data is restricted or the account locked, and to staff [offers refused]', async () => {
    const offer = await publish()
    const maria = await makeRich()
    const since = { userId: maria.id, restrictedAt: testApp.portal.clock.now() }
    await testApp.db.insertInto('accountRestrictions').values(since).execute()
    expect(await tryTake(maria.client, offer)).toEqual({ status: 403, code: 'processing_restricted' })
    expect(await tryTake(await manager(), offer)).toMatchObject({ status: 403, code: 'not_permitted' })
    const nikos = await makeRich()
    const lock = { userId: nikos.id, reason: 'stolen', lockedAt: testApp.portal.clock.now() } as const
    await testApp.db.insertInto('accountLocks').values(lock).execute()
    expect(await tryTake(nikos.client, offer)).toEqual({ status: 401, code: 'not_signed_in' })
    expect(await statisticsOf(offer)).toMatchObject({ taken: 0, points: 0 })
  })

  it.each([
    ['no submission', { submission: undefined }, 'required'],
    ['a submission that is no UUID', { submission: 'x' }, 'choice_invalid'],
    ['no points', { points: undefined }, 'required'],
    ['points below zero', { points: -100 }, 'too_small'],
    ['parts of points', { points: 0.5 }, 'integer_invalid'],
    ['an unknown field', { price: 1 }, 'field_unknown'],
  ])('is refused with %s [offers refused]', async (_what, more, code) => {
    const offer = await publish()
    const { client } = await makeRich()
    const answer = await tryTake(client, offer, more)
    expect(answer.status).toBe(400)
    expect(answer.code).toContain(code)
  })

  it('collects donations, and shows their sum [offers donation]', async () => {
    const offer = await publish({ kind: 'donation', points: 20, title: 'Σχολείο', coupon_days: null })
    const [maria, nikos] = [await makeRich(), await makeRich()]
    expect(await tryTake(maria.client, offer, { points: 19 })).toMatchObject({
      code: 'offer_changed;points=20',
    })
    expect(await take(maria.client, offer, 50)).toMatchObject({ coupon: null, raised: 50, available: 450 })
    expect(await take(nikos.client, offer, 20)).toMatchObject({ raised: 70 })
    expect(await maria.client.call(showOffer, { params: idOf(offer) })).toMatchObject({ raised: 70 })
    expect(await maria.client.call(listOwnCoupons)).toEqual([])
    expect(await statisticsOf(offer)).toMatchObject({ taken: 2, points: 70, valid: 0 })
  })

  /** Many takes at once; every fifth person has too few points. */
  const race = async (people: number, takes: number, stock: number) => {
    const offer = await publish({ stock })
    const all = await Promise.all(Array.from({ length: people }, (_, n) => makeRich(n % 5 === 4 ? 99 : 400)))
    const sent = Array.from({ length: takes }, (_, n) => all[n % people]?.client ?? testApp.visitor())
    const answers = await Promise.all(sent.map((client) => tryTake(client, offer)))
    const coupons = await testApp.db
      .selectFrom('coupons')
      .select('codeHash')
      .where('offerId', '=', offer.id)
      .execute()
    const balances = await testApp.db
      .selectFrom('balances')
      .select('available')
      .where('available', '<', 0)
      .execute()
    await verifyLedger(testApp.portal)
    return {
      taken: answers.filter(({ status }) => status === 200).length,
      others: new Set(answers.map(({ code }) => code).filter((code) => code !== undefined)),
      codes: new Set(coupons.map(({ codeHash }) => codeHash)).size,
      overdrawn: balances.length,
    }
  }

  it('gives exactly the stock to many at once [offers race]', async () => {
    const others = new Set(['offer_sold_out', 'points_insufficient;missing=1'])
    expect(await race(20, 80, 15)).toEqual({ taken: 15, codes: 15, overdrawn: 0, others })
  })

  it(
    'gives exactly 300 of 2,000 takes of 500 people at once [offers race]',
    { tags: ['slow'], timeout: 300_000 },
    async () => {
      expect(await race(500, 2_000, 300)).toMatchObject({ taken: 300, codes: 300, overdrawn: 0 })
    },
  )
})

describe('returnCoupon', () => {
  it('returns the points of an unused coupon once, and the item to the stock [offers give back]', async () => {
    const offer = await publish({ stock: 1, stock_per_day: 1 })
    const [maria, nikos] = [await makeRich(), await makeRich()]
    const coupon = await couponOf(maria.client, offer)
    const back = () => maria.client.call(returnCoupon, { params: idOf(coupon), body: {} })
    const answers = await Promise.all([back(), back(), back()])
    for (const answer of answers) expect(answer).toMatchObject({ state: 'cancelled', secret: null })
    expect(await availableOf(maria)).toBe(500)
    const { results } = await maria.client.call(listOwnPoints)
    expect(results[0]).toMatchObject({ points: 100, description: 'coupon_cancelled' })
    expect(await statisticsOf(offer)).toMatchObject({
      taken: 0,
      returned: 1,
      points: 0,
      points_returned: 100,
    })
    expect(await tryTake(nikos.client, offer)).toMatchObject({ status: 200 })
  })

  it("is refused after the offer's day, if used, and for coupons of others [offers give back]", async () => {
    const [offer, never] = [await publish({ return_days: 2 }), await publish({ return_days: null })]
    const [maria, nikos] = [await makeRich(), await makeRich()]
    const [late, used, fixed] = [
      await couponOf(maria.client, offer),
      await couponOf(maria.client, offer),
      await couponOf(maria.client, never),
    ]
    await useUp(testApp, used.id)
    expect(await codeOf(maria.client, returnCoupon, used)).toMatch(/^coupon_used;/)
    expect(await codeOf(maria.client, returnCoupon, fixed)).toBe('coupon_not_returnable')
    expect(await codeOf(nikos.client, returnCoupon, late)).toBe('not_found')
    testApp.clock.forward(days(2))
    expect(await codeOf(maria.client, returnCoupon, late)).toBe('coupon_not_returnable')
    expect(await availableOf(maria)).toBe(200)
    const shown = await maria.client.call(showOwnCoupon, { params: idOf(used) })
    expect(shown).toMatchObject({ state: 'used', secret: null, offer: { used_where: 'Ταμείο 1' } })
  })
})

describe('returnExpired', () => {
  it('returns the points of expired coupons to who paid, once, if the offer says so [offers expiry]', async () => {
    const [returning, keeping] = [
      await publish({ coupon_days: 2, returns_when_expired: true }),
      await publish({ coupon_days: 2 }),
    ]
    const [maria, nikos] = [await makeRich(), await makeRich()]
    const given = await couponOf(maria.client, returning)
    const { link } = await maria.client.call(giveCoupon, { params: idOf(given), body: {} })
    await nikos.client.call(takeGift, { params: { token: link.split('/').at(-1) ?? '' }, body: {} })
    await useUp(testApp, (await couponOf(maria.client, returning)).id)
    const kept = await couponOf(maria.client, keeping)
    testApp.clock.forward(days(1))
    await returnExpired(testApp.portal)
    expect(await availableOf(maria)).toBe(200)
    testApp.clock.forward(days(1))
    // As the job does, in two processes.
    const run = () => withoutTimeouts(testApp.portal.db, (db) => returnExpired({ ...testApp.portal, db }))
    await Promise.all([run(), run()])
    expect(await returnExpired(testApp.portal)).toBe(0)
    expect(await availableOf(maria)).toBe(300)
    expect(await availableOf(nikos)).toBe(500)
    const { results } = await maria.client.call(listOwnPoints)
    expect(results[0]).toMatchObject({ points: 100, description: 'coupon_reimbursed' })
    expect(await statisticsOf(returning)).toMatchObject({
      taken: 2,
      used: 1,
      expired: 1,
      returned: 0,
      points: 100,
    })
    const [shown] = await nikos.client.call(listOwnCoupons)
    expect(shown).toMatchObject({ state: 'expired', offer: { returns_when_expired: true } })
    expect(await codeOf(nikos.client, returnCoupon, given)).toMatch(/^coupon_expired;/)
    expect(await codeOf(maria.client, returnCoupon, kept)).toMatch(/^coupon_expired;/)
    expect(await codeOf(maria.client, giveCoupon, kept)).toMatch(/^coupon_expired;/)
    await deleteOldDays(testApp.portal)
    testApp.clock.forward(days(40))
    await deleteOldDays(testApp.portal)
    expect(await testApp.db.selectFrom('offerDays').select('day').execute()).toEqual([])
  })
})

describe('giveCoupon', () => {
  const linkOf = async (giver: { client: Client }, coupon: { id: number }) => {
    const { link } = await giver.client.call(giveCoupon, { params: idOf(coupon), body: {} })
    expect(link).toMatch(/^http:\/\/localhost:\d+\/gift\/[\w-]{43}$/)
    return { token: link.split('/').at(-1) ?? '' }
  }
  const accept = ({ client }: { client: Client }, params: object) =>
    client.send(takeGift, { params, body: {} })

  it('moves a coupon to whoever opens its link first, once [offers gift]', async () => {
    const offer = await publish()
    const [maria, nikos, anna] = [await makeRich(), await makeRich(0), await makeRich(0)]
    const coupon = await couponOf(maria.client, offer)
    const params = await linkOf(maria, coupon)
    const own = await maria.client.call(showOwnCoupon, { params: idOf(coupon) })
    // As long as the link is open, the code is not shown and the coupon is not given back.
    expect(own).toMatchObject({ secret: null, offer: { gift: 'open' } })
    expect(await codeOf(maria.client, returnCoupon, coupon)).toBe('coupon_gift_open')
    expect(await testApp.visitor().call(showGift, { params })).toMatchObject({
      ...{ title: 'Ένα ψωμί', shop: 'Φούρνος', giver: 'Μαρία', valid_until: coupon.valid_until },
    })
    expect((await accept(maria, params)).headers['x-error-code']).toBe('gift_own')
    const answers = await Promise.all([accept(nikos, params), accept(anna, params)])
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200, 404]))
    const [winner, loser] = answers[0]?.statusCode === 200 ? [nikos, anna] : [anna, nikos]
    const again = (await accept(winner, params)).json<object>()
    expect(again).toMatchObject({ id: coupon.id, state: 'valid', secret: { code: expect.any(String) } })
    expect((await accept(loser, params)).statusCode).toBe(404)
    expect((await testApp.visitor().send(showGift, { params })).statusCode).toBe(404)
    expect(await maria.client.call(listOwnCoupons)).toEqual([])
    const [received] = await winner.client.call(listOwnCoupons)
    expect(received).toMatchObject({ offer: { received: true, return_until: null } })
    expect(await codeOf(winner.client, returnCoupon, coupon)).toBe('coupon_not_returnable')
    expect(await codeOf(maria.client, returnCoupon, coupon)).toBe('not_found')
  })

  it('is withdrawn, replaced, and ends after a week or with the coupon [offers gift]', async () => {
    const [offer, short] = [await publish(), await publish({ coupon_days: 2 })]
    const [maria, nikos] = [await makeRich(), await makeRich(0)]
    const coupon = await couponOf(maria.client, offer)
    const first = await linkOf(maria, coupon)
    const second = await linkOf(maria, coupon)
    expect((await accept(nikos, first)).statusCode).toBe(404)
    const input = { params: idOf(coupon), body: {} }
    expect(await maria.client.call(withdrawGift, input)).toMatchObject({
      secret: {},
      offer: { gift: 'none' },
    })
    expect((await accept(nikos, second)).statusCode).toBe(404)
    const third = await linkOf(maria, coupon)
    const { expires_at } = await maria.client.call(giveCoupon, {
      params: idOf(await couponOf(maria.client, short)),
      body: {},
    })
    expect(expires_at.slice(0, 19)).toBe(`${dayAfter(2)}T00:00:00`)
    testApp.clock.forward(days(7))
    expect((await accept(nikos, third)).statusCode).toBe(404)
    const back = await maria.client.call(showOwnCoupon, { params: idOf(coupon) })
    expect(back).toMatchObject({ offer: { gift: 'none' }, secret: { code: expect.any(String) } })
    await deleteOldGifts(testApp.portal)
    const links = testApp.db.selectFrom('couponGifts').where('recordId', '=', coupon.id)
    expect(await links.select('recordId').execute()).toEqual([])
  })

  it('is refused for used coupons, and does not work while the giver is restricted [offers gift]', async () => {
    const offer = await publish()
    const [maria, nikos] = [await makeRich(), await makeRich(0)]
    const [used, coupon] = [await couponOf(maria.client, offer), await couponOf(maria.client, offer)]
    await useUp(testApp, used.id)
    expect(await codeOf(maria.client, giveCoupon, used)).toMatch(/^coupon_used;/)
    const params = await linkOf(maria, coupon)
    const since = { userId: maria.id, restrictedAt: testApp.portal.clock.now() }
    await testApp.db.insertInto('accountRestrictions').values(since).execute()
    expect((await testApp.visitor().send(showGift, { params })).statusCode).toBe(404)
    expect((await accept(nikos, params)).statusCode).toBe(404)
    expect(await codeOf(maria.client, giveCoupon, coupon)).toBe('processing_restricted')
    expect(await codeOf(nikos.client, giveCoupon, coupon)).toBe('not_found')
  })

  it('survives the erasure of the giver, and ends with that of the receiver [offers erasure]', async () => {
    const offer = await publish({ coupon_days: 2, returns_when_expired: true })
    const [maria, nikos] = [await makeRich(), await makeRich(0)]
    const [given, open] = [await couponOf(maria.client, offer), await couponOf(maria.client, offer)]
    await accept(nikos, await linkOf(maria, given))
    const params = await linkOf(maria, open)
    await eraseParticipant(testApp.portal, maria.id, 'request')
    expect((await testApp.visitor().send(showGift, { params })).statusCode).toBe(404)
    expect((await nikos.client.call(listOwnCoupons)).map(({ id }) => id)).toEqual([given.id])
    expect(await statisticsOf(offer)).toMatchObject({ taken: 2, points: 200, valid: 1 })
    testApp.clock.forward(days(2))
    expect(await returnExpired(testApp.portal)).toBe(0)
    await eraseParticipant(testApp.portal, nikos.id, 'request')
    const left = await testApp.db
      .selectFrom('coupons')
      .select('recordId')
      .where('offerId', '=', offer.id)
      .execute()
    expect(left).toEqual([])
    await verifyLedger(testApp.portal)
  })
})
