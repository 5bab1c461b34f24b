import { listOwnCoupons, reverseCouponUse, showOwnCoupon, useCoupon } from '@portal/contract/coupons.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { exportOwnData } from '@portal/contract/privacy.ts'
import { describeSite } from '@portal/contract/site.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { PersonalData } from '#server/features/privacy/export-data-service.ts'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { removeOldCodes } from '#server/ledger/coupons/coupons.ts'
import { hours, later, minutes } from '#server/lib/time/clock.ts'
import { readAll } from '#test/dump.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let shop: Program
beforeAll(async () => {
  testApp = await openTestApp()
  shop = await openProgram(testApp)
})
afterAll(() => testApp.close())

const happened_at = '2026-03-01T10:00:00+02:00'
const code = 'K8F3-Q7TZ-19AB'
const bread = { code, title: 'Ένα ψωμί', shop: 'Φούρνος «Το Ζυμωτό»', valid_until: '2099-12-31' }

async function makeRich(): Promise<Person> {
  const person = await testApp.make.customer()
  await shop.record({
    reference: crypto.randomUUID(),
    participant: { id: person.id },
    description: 'oil_collected',
    points: 500,
    happened_at,
  })
  return person
}
const couponFor = (person: Person, coupon: object = bread, more: object = {}) => ({
  reference: crypto.randomUUID(),
  participant: { id: person.id },
  description: 'coupon_created',
  points: -100,
  happened_at,
  coupon,
  ...more,
})
/** Records a coupon. @returns its reference */
async function issue(person: Person, coupon?: object): Promise<string> {
  const sent = couponFor(person, coupon)
  expect(await shop.record(sent)).toMatchObject({ status: 200, body: { status: 'recorded' } })
  return sent.reference
}
const markUsed = (reference: string, at = happened_at) =>
  shop.send(useCoupon, { body: { reference, happened_at: at } })
const reverseUse = (reference: string) => shop.send(reverseCouponUse, { body: { reference } })
const listOf = async (person: Person) => (await testApp.signIn(person)).call(listOwnCoupons)

describe('a coupon with a code', () => {
  it('is shown to its owner, with its code and QR code [coupons page]', async () => {
    const maria = await makeRich()
    expect((await testApp.visitor().call(describeSite)).has_coupons).toBe(false)
    await issue(maria)
    expect((await testApp.visitor().call(describeSite)).has_coupons).toBe(true)
    const client = await testApp.signIn(maria)
    const [listed] = await client.call(listOwnCoupons)
    expect(listed).toEqual({
      id: expect.any(Number),
      title: 'Ένα ψωμί',
      title_en: null,
      shop: 'Φούρνος «Το Ζυμωτό»',
      site: expect.any(String),
      cost: 100,
      issued_at: happened_at,
      valid_until: '2099-12-31',
      state: 'valid',
      days_left: expect.any(Number),
      ended_at: null,
      ending: '19AB',
      offer: null,
    })
    const shown = await client.call(showOwnCoupon, { params: { id: String(listed?.id) } })
    expect(shown).toEqual({
      ...listed,
      secret: { code, qr: { size: expect.any(Number), path: expect.stringMatching(/^M4 4h7/) } },
    })
  })

  it('is not shown to others [coupons secret]', async () => {
    const maria = await makeRich()
    await issue(maria)
    const id = String((await listOf(maria))[0]?.id)
    const nikos = await testApp.signIn(await testApp.make.customer())
    expect((await nikos.send(showOwnCoupon, { params: { id } })).statusCode).toBe(404)
    expect(await nikos.call(listOwnCoupons)).toEqual([])
  })

  it('is stored encrypted, and its own export has only the last characters [coupons secret]', async () => {
    const maria = await makeRich()
    await issue(maria, { code: 'ΜΥΣΤΙΚΟ-ΚΩΔΙΚΟΣ-7731', title: 'Καφές' })
    expect(await readAll(testApp.db)).not.toContain('ΜΥΣΤΙΚΟ')
    const client = await testApp.signIn(maria)
    const answer = await client.send(exportOwnData, { body: { current_password: maria.password } })
    expect(answer.body).not.toContain('ΜΥΣΤΙΚΟ')
    expect(answer.json<PersonalData>().coupons).toEqual([
      {
        number: expect.any(Number),
        ending: '7731',
        title: 'Καφές',
        shop: null,
        valid_until: null,
        used_at: null,
        cancelled_at: null,
        title_en: null,
        offer: null,
        used_where: null,
        gift_at: null,
        gift_until: null,
      },
    ])
  })

  it('shows at most a third of a short code to others [coupons secret]', async () => {
    const maria = await makeRich()
    await issue(maria, { code: 'K8F3Q', title: 'Καφές' })
    expect((await listOf(maria))[0]?.ending).toBe('Q')
  })

  it('is deleted with its owner [privacy erasure]', async () => {
    const maria = await makeRich()
    await issue(maria)
    await eraseParticipant(testApp.portal, maria.id, 'request')
    const rows = await testApp.db
      .selectFrom('coupons')
      .select('recordId')
      .where('participantId', '=', maria.id)
      .execute()
    expect(rows).toEqual([])
  })

  it('is recorded once, and another code under the same reference is rejected [partners coupons]', async () => {
    const maria = await makeRich()
    const sent = couponFor(maria)
    const [first, again] = [await shop.record(sent), await shop.record(sent)]
    expect(again.body).toEqual({ ...first.body, status: 'repeated' })
    const other = await shop.record({ ...sent, coupon: { ...bread, code: 'OTHER' } })
    expect(other).toMatchObject({ status: 409 })
    expect(await listOf(maria)).toHaveLength(1)
  })

  it('is not stored if the participant has fewer points [partners coupons]', async () => {
    const poor = await testApp.make.customer()
    expect((await shop.record(couponFor(poor))).status).toBe(409)
    expect(await listOf(poor)).toEqual([])
  })

  it.each([
    ['another kind of record', { description: 'oil_collected', points: 10 }, ['coupon']],
    [
      'a day that does not exist',
      { coupon: { ...bread, valid_until: '2026-02-30' } },
      ['coupon.valid_until'],
    ],
    [
      'a day in another notation',
      { coupon: { ...bread, valid_until: '31/12/2026' } },
      ['coupon.valid_until'],
    ],
    ['a code in the details, too', { details: { coupon: code } }, ['details']],
    ['an empty code', { coupon: { ...bread, code: ' ' } }, ['coupon.code']],
    ['an unknown field', { coupon: { ...bread, pin: '1' } }, ['coupon.pin']],
  ])('is rejected with %s [partners coupons]', async (_what, more, fields) => {
    const { status, body } = await shop.record(couponFor(await makeRich(), bread, more))
    expect([status, Object.keys(body)]).toEqual([400, fields])
  })

  it('is rejected if its last day is before that of its issue, and takes no points [partners coupons]', async () => {
    const maria = await makeRich()
    // 00:30 in Athens, still 28 February in UTC.
    const late = { happened_at: '2026-03-01T00:30:00+02:00' }
    const ended = couponFor(maria, { ...bread, valid_until: '2026-02-28' }, late)
    expect(await shop.record(ended)).toMatchObject({
      status: 400,
      body: { 'coupon.valid_until': ['This day is before the day of issue, 2026-03-01.'] },
    })
    const several = await shop.record({ records: [{ ...ended, reference: crypto.randomUUID() }] })
    expect(several.body).toMatchObject({ results: [{ status: 'refused', code: 'coupon_ended' }] })
    expect(await listOf(maria)).toEqual([])
    expect(await (await testApp.signIn(maria)).call(summarizePoints)).toMatchObject({ available: 500 })
    const lastDay = couponFor(maria, { ...bread, valid_until: '2026-03-01' }, late)
    expect((await shop.record(lastDay)).status).toBe(200)
  })

  it('leaves records without one as they were [partners coupons]', async () => {
    const maria = await makeRich()
    const { coupon: _, ...sent } = couponFor(maria, bread, { details: { coupon: 'A', shop: 'Β' } })
    expect((await shop.record(sent)).status).toBe(200)
    expect(await listOf(maria)).toEqual([])
  })
})

describe('useCoupon', () => {
  it('marks a coupon as used, once; its code is no longer shown [partners coupon use]', async () => {
    const maria = await makeRich()
    const reference = await issue(maria)
    expect(await markUsed(reference)).toEqual({
      status: 200,
      body: { reference, status: 'recorded', used_at: happened_at },
    })
    expect((await markUsed(reference)).body).toMatchObject({ status: 'repeated' })
    expect(await markUsed(reference, '2026-03-01T11:00:00+02:00')).toMatchObject({
      status: 409,
      body: { detail: `This coupon was used at ${happened_at}.` },
    })
    const client = await testApp.signIn(maria)
    const [listed] = await client.call(listOwnCoupons)
    expect(listed).toMatchObject({ state: 'used', ended_at: happened_at, days_left: null })
    expect((await client.call(showOwnCoupon, { params: { id: String(listed?.id) } })).secret).toBeNull()
  })

  it('lets one of two simultaneous uses win [partners coupon use]', async () => {
    const reference = await issue(await makeRich())
    const uses = await Promise.all([markUsed(reference), markUsed(reference, '2026-03-01T10:00:01+02:00')])
    expect(new Set(uses.map(({ status }) => status))).toEqual(new Set([200, 409]))
  })

  it('is taken back by a reversal, also repeatedly [partners coupon use]', async () => {
    const maria = await makeRich()
    const reference = await issue(maria)
    await markUsed(reference)
    expect(await reverseUse(reference)).toEqual({
      status: 200,
      body: { reference, status: 'recorded', used_at: null },
    })
    expect((await reverseUse(reference)).body).toMatchObject({ status: 'repeated' })
    expect((await listOf(maria))[0]?.state).toBe('valid')
  })

  it('is rejected if older than RECORD_MAX_AGE, and is final once the code was removed [partners coupon use]', async () => {
    const limited = await openTestApp({ RECORD_MAX_AGE: '1d' })
    try {
      const program = await openProgram(limited)
      const person = await limited.make.customer()
      const { clock, config, db } = limited.portal
      const now = clock.now()
      const at = later(now, minutes(10) - hours(24)).toISOString()
      const base = { participant: { id: person.id }, happened_at: at }
      const oil = { ...base, description: 'oil_collected', points: 500 }
      await program.record({ ...oil, reference: crypto.randomUUID() })
      const use = (reference: string, happenedAt: string) =>
        program.send(useCoupon, { body: { reference, happened_at: happenedAt } })
      const [one, two] = [couponFor(person, bread, base), couponFor(person, bread, base)]
      for (const coupon of [one, two])
        expect(await program.record(coupon)).toMatchObject({ body: { status: 'recorded' } })
      const tooOld = { happened_at: [expect.stringMatching(/^This timestamp is too old/)] }
      const old = later(now, -hours(25)).toISOString()
      expect(await use(one.reference, old)).toMatchObject({ status: 400, body: tooOld })
      await use(one.reference, at)
      limited.clock.forward(minutes(20))
      expect((await use(one.reference, at)).body).toMatchObject({ status: 'repeated' })
      expect((await use(two.reference, at)).status).toBe(400)
      // The portal may have heard of the use as late as RECORD_MAX_AGE after it.
      const used = Date.parse(at) + hours(24)
      expect(await removeOldCodes({ db, config }, new Date(used))).toBe(0)
      expect(await removeOldCodes({ db, config }, new Date(used + 1))).toBe(1)
      expect((await use(one.reference, at)).body).toMatchObject({ status: 'repeated' })
      const body = { detail: expect.stringMatching(/^This coupon was used at/) }
      expect(await program.send(reverseCouponUse, { body: { reference: one.reference } })).toMatchObject({
        status: 409,
        body,
      })
    } finally {
      await limited.close()
    }
  })

  it('is rejected if it is before the issue by more than clocks may differ [partners coupon use]', async () => {
    const maria = await makeRich()
    const reference = await issue(maria)
    const message = `This timestamp is before that of the record, ${happened_at}.`
    expect(await markUsed(reference, '2026-03-01T09:54:59+02:00')).toMatchObject({
      status: 400,
      body: { happened_at: [message] },
    })
    expect((await listOf(maria))[0]?.state).toBe('valid')
    expect((await markUsed(reference, '2026-03-01T09:55:00+02:00')).status).toBe(200)
  })

  it("rejects unknown references, also other partners', and records without a code [partners coupon use]", async () => {
    const maria = await makeRich()
    const other = await openProgram(testApp)
    const reference = await issue(maria)
    const { coupon: _, ...plain } = couponFor(maria)
    await shop.record(plain)
    expect((await other.send(useCoupon, { body: { reference, happened_at } })).status).toBe(400)
    expect((await markUsed(plain.reference)).body).toEqual({
      reference: ['You have no coupon with a code under this reference.'],
    })
    expect((await markUsed(reference, '2999-01-01T00:00:00Z')).status).toBe(400)
  })
})

describe('reversePoints of a coupon with a code', () => {
  const reverse = (reference: string, more: object = {}) =>
    shop.reverse({
      reference,
      reversal_reference: crypto.randomUUID(),
      happened_at,
      as: 'coupon_cancelled',
      ...more,
    })

  it('cancels the coupon once all its points are returned [partners coupon use]', async () => {
    const maria = await makeRich()
    const reference = await issue(maria)
    expect((await reverse(reference, { points: 40 })).status).toBe(200)
    expect((await listOf(maria))[0]?.state).toBe('valid')
    expect((await reverse(reference, { points: 60 })).status).toBe(200)
    expect((await listOf(maria))[0]).toMatchObject({ state: 'cancelled', ended_at: expect.any(String) })
    expect((await markUsed(reference)).status).toBe(409)
    expect((await reverseUse(reference)).status).toBe(409)
  })
})

describe('listOwnCoupons', () => {
  it('lists valid coupons first, those that expire sooner before others [coupons page]', async () => {
    const maria = await makeRich()
    await issue(maria, { code: 'C1', title: 'έληξε', valid_until: '2026-03-01' })
    await issue(maria, { code: 'C2', title: 'χωρίς όριο' })
    await issue(maria, { code: 'C3', title: 'αργότερα', valid_until: '2099-12-31' })
    await issue(maria, { code: 'C4', title: 'νωρίτερα', valid_until: '2098-12-31' })
    await markUsed(await issue(maria, { code: 'C5', title: 'χρησιμοποιήθηκε' }))
    expect((await listOf(maria)).map(({ title, state }) => [title, state])).toEqual([
      ['νωρίτερα', 'valid'],
      ['αργότερα', 'valid'],
      ['χωρίς όριο', 'valid'],
      ['χρησιμοποιήθηκε', 'used'],
      ['έληξε', 'expired'],
    ])
  })
})
