import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { explainOwnPoints } from '@portal/contract/points-origin.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { insert, subOf } from '#test/rows.ts'

let testApp: TestApp
let site: Program
beforeAll(async () => {
  testApp = await openTestApp()
  site = await openProgram(testApp)
})
afterAll(() => testApp.close())

const happened_at = '2026-03-01T10:00:00+02:00'
const recordFor = async (person: Person, more: object = {}) => {
  const record = {
    reference: crypto.randomUUID(),
    participant: { id: person.id },
    description: 'oil_collected',
    points: 40,
    happened_at,
    ...more,
  }
  const { status, body } = await site.record(record)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return record
}
const reversalOf = (record: { reference: string }, more: object = {}) => ({
  reference: record.reference,
  reversal_reference: crypto.randomUUID(),
  happened_at,
  ...more,
})
const sumsOf = async (person: Person) => (await testApp.signIn(person)).call(summarizePoints)

describe('reversePoints', () => {
  it('rejects a time before the record by more than clocks may differ, also of a waiting delivery', async () => {
    const maria = await testApp.make.customer()
    const delivered = await recordFor(maria)
    const waiting = await recordFor(maria, { participant: { sticker: '23456789AEH5' } })
    for (const record of [delivered, waiting]) {
      const early = await site.reverse(reversalOf(record, { happened_at: '2026-03-01T09:54:59+02:00' }))
      expect(early).toMatchObject({
        status: 400,
        body: { happened_at: [`This timestamp is before that of the record, ${happened_at}.`] },
      })
    }
    expect(await sumsOf(maria)).toMatchObject({ available: 40 })
    for (const record of [delivered, waiting]) {
      const sent = reversalOf(record, { happened_at: '2026-03-01T09:55:00+02:00' })
      expect((await site.reverse(sent)).status).toBe(200)
    }
  })

  it.each([
    ['a delivery of oil', { description: 'oil_collected' }, {}, 'collection_cancelled', -40],
    ['an item for reuse', { description: 'item_delivered' }, {}, 'item_delivered', -40],
    ['a reused item', { description: 'item_reused' }, {}, 'item_reused', -40],
  ])('reverses %s by a new record', async (_what, record, reversal, description, points) => {
    const maria = await testApp.make.customer()
    const delivered = await recordFor(maria, { ...record, details: { collection_point: 'ATM' } })
    const sent = reversalOf(delivered, { reason: 'Λάθος ζύγιση', ...reversal })
    const { status, body } = await site.reverse(sent)
    expect(status).toBe(200)
    expect(body).toEqual({
      reference: sent.reversal_reference,
      status: 'recorded',
      id: expect.any(Number),
      points,
    })
    expect(await sumsOf(maria)).toMatchObject({ available: 0, collected: 0 })
    const row = await testApp.db
      .selectFrom('pointsRecords')
      .select(['description', 'details'])
      .where('id', '=', body.id ?? 0)
      .executeTakeFirst()
    expect(row).toEqual({ description, details: { collection_point: 'ATM', reason: 'Λάθος ζύγιση' } })
  })

  it('returns the points of a coupon, as cancelled or as reimbursed', async () => {
    const maria = await testApp.make.customer()
    await recordFor(maria, { points: 100 })
    for (const as of ['coupon_cancelled', 'coupon_reimbursed']) {
      const coupon = await recordFor(maria, { description: 'coupon_created', points: -100 })
      expect(await sumsOf(maria)).toMatchObject({ available: 0 })
      expect((await site.reverse(reversalOf(coupon, { as }))).body.points).toBe(100)
    }
    expect(await sumsOf(maria)).toMatchObject({ available: 100, redeemed: 0 })
  })

  it('repeats the answer to the same reversal, and rejects another one [partners reversals]', async () => {
    const maria = await testApp.make.customer()
    const delivered = await recordFor(maria)
    const sent = reversalOf(delivered)
    const first = await site.reverse(sent)
    expect(await site.reverse(sent)).toEqual({ status: 200, body: { ...first.body, status: 'repeated' } })
    expect(await site.reverse({ ...sent, reason: 'Άλλο' })).toMatchObject({ status: 409 })
    expect(await site.reverse(reversalOf(delivered))).toMatchObject({
      status: 409,
      body: { detail: 'This record has been reversed already.' },
    })
    expect(await sumsOf(maria)).toMatchObject({ available: 0 })
  })

  it('rejects a reversal of spent points, and changes nothing [partners reversals]', async () => {
    const maria = await testApp.make.customer()
    const delivered = await recordFor(maria)
    await recordFor(maria, { description: 'coupon_created', points: -30 })
    expect(await site.reverse(reversalOf(delivered))).toMatchObject({
      status: 409,
      body: { detail: 'The points of this record have been spent already.' },
    })
    expect(await sumsOf(maria)).toMatchObject({ available: 10, cookingoils: 40 })
  })

  it('rejects records of other partners, and kinds that cannot be reversed [partners scopes]', async () => {
    const maria = await testApp.make.customer()
    const delivered = await recordFor(maria)
    const coupon = await recordFor(maria, { description: 'coupon_created', points: -10 })
    const back = reversalOf(coupon, { as: 'coupon_cancelled' })
    await site.reverse(back)
    const other = await openProgram(testApp)
    const narrow = await openProgram(testApp, { as: site.partner })
    await testApp.db
      .updateTable('partners')
      .set({ descriptions: '{oil_collected}' })
      .where('id', '=', site.partner.id)
      .execute()
    const errors = [
      await other.reverse(reversalOf(delivered)),
      await site.reverse(reversalOf({ reference: 'never sent' })),
      await site.reverse(reversalOf({ reference: back.reversal_reference })),
      await narrow.reverse(reversalOf(delivered)),
      await site.reverse(reversalOf(delivered, { as: 'coupon_cancelled' })),
      await site.reverse(reversalOf(delivered, { reversal_reference: delivered.reference })),
    ]
    await testApp.db
      .updateTable('partners')
      .set({
        descriptions:
          '{oil_collected,collection_cancelled,coupon_created,coupon_cancelled,item_delivered,item_reused,coupon_reimbursed}',
      })
      .where('id', '=', site.partner.id)
      .execute()
    expect(errors.map(({ status, body }) => [status, Object.keys(body)[0]])).toEqual([
      [400, 'reference'],
      [400, 'reference'],
      [400, 'reference'],
      [400, 'description'],
      [400, 'as'],
      [409, 'detail'],
    ])
    expect(await sumsOf(maria)).toMatchObject({ available: 40 })
  })
})

describe('reversePoints with a number of points', () => {
  const left = (n: number) => ({
    status: 409,
    body: { detail: `Only ${n} points of this record are left to reverse.` },
  })

  it('reverses as many points as given, at most those of the record in total [partners partial reversals]', async () => {
    const maria = await testApp.make.customer()
    await recordFor(maria, { points: 100 })
    const coupon = await recordFor(maria, { description: 'coupon_created', points: -100 })
    const part = (points: number, as = 'coupon_cancelled') => site.reverse(reversalOf(coupon, { points, as }))
    expect((await part(30)).body).toMatchObject({ status: 'recorded', points: 30 })
    expect(await part(71)).toMatchObject(left(70))
    expect(await site.reverse(reversalOf(coupon, { as: 'coupon_cancelled' }))).toMatchObject(left(70))
    expect((await part(60, 'coupon_reimbursed')).body).toMatchObject({ status: 'recorded', points: 60 })
    expect(await part(11)).toMatchObject(left(10))
    expect((await part(10)).body).toMatchObject({ status: 'recorded', points: 10 })
    expect(await part(1)).toMatchObject({
      status: 409,
      body: { detail: 'This record has been reversed already.' },
    })
    expect(await sumsOf(maria)).toMatchObject({ available: 100, redeemed: 0 })
    await verifyLedger(testApp.portal)
  })

  it('reverses a part of a delivery, and repeats the answer to the same reversal', async () => {
    const maria = await testApp.make.customer()
    const delivered = await recordFor(maria)
    const sent = reversalOf(delivered, { points: 15 })
    const first = await site.reverse(sent)
    expect(first.body).toMatchObject({ status: 'recorded', points: -15 })
    expect(await site.reverse(sent)).toEqual({ status: 200, body: { ...first.body, status: 'repeated' } })
    expect((await site.reverse({ ...sent, points: 16 })).status).toBe(409)
    expect(await sumsOf(maria)).toMatchObject({ available: 25, cookingoils: 25 })
  })

  it.each([0, -5, 1.5, 1_000_001, '5'])('rejects %j points', async (points) => {
    const maria = await testApp.make.customer()
    const { status, body } = await site.reverse(reversalOf(await recordFor(maria), { points }))
    expect([status, Object.keys(body)]).toEqual([400, ['points']])
  })

  it('withdraws a waiting delivery in whole only', async () => {
    const waiting = await recordFor({} as Person, { participant: { sticker: 'A4KX-97TE-H2MX' } })
    expect((await site.reverse(reversalOf(waiting, { points: 5 }))).status).toBe(400)
    expect((await site.reverse(reversalOf(waiting))).body.status).toBe('withdrawn')
  })

  it('adds the reversals to the origin of the record', async () => {
    const maria = await testApp.make.customer()
    const sent = { ...reversalOf({ reference: crypto.randomUUID() }) }
    const { body } = await site.record({
      reference: sent.reference,
      participant: { id: maria.id },
      description: 'oil_collected',
      points: 40,
      happened_at,
    })
    for (const points of [10, 5]) await site.reverse(reversalOf(sent, { points }))
    const client = await testApp.signIn(maria)
    const origin = await client.call(explainOwnPoints, { params: { id: String(body.id) } })
    expect(origin.reversals.map(({ points }) => points)).toEqual([-10, -5])
    expect(origin.reversed_by).toEqual(origin.reversals[0])
  })

  it('is limited by the database, too [partners partial reversals]', async () => {
    const maria = await testApp.make.customer()
    await recordFor(maria, { points: 100 })
    const coupon = await recordFor(maria, { description: 'coupon_created', points: -50 })
    await site.reverse(reversalOf(coupon, { points: 20, as: 'coupon_cancelled' }))
    const original = await testApp.db
      .selectFrom('pointsRecords')
      .select(['id', 'source'])
      .where('reference', '=', coupon.reference)
      .executeTakeFirstOrThrow()
    const add = (points: number, reversalOf: number | null) =>
      insert(testApp.db, 'pointsRecords', {
        ...{ participantId: maria.id, points, description: 'coupon_cancelled', createdAt: new Date() },
        ...{
          source: original.source,
          reference: crypto.randomUUID(),
          partnerId: site.partner.id,
          reversalOf,
        },
      })
    await expect(add(31, original.id)).rejects.toThrow('at most the points of the record')
    await expect(add(5, null)).rejects.toThrow('points_records_coupon_reversal')
    await add(30, original.id)
  })
})

describe('recordPoints', () => {
  const codesOf = async (...records: object[]) =>
    (await site.recordAll(records)).map(({ code, status }) => code ?? status)
  const entry = (person: Person, more: object) => ({
    reference: crypto.randomUUID(),
    participant: { id: person.id },
    happened_at,
    ...more,
  })

  it('rejects coupon_cancelled and coupon_reimbursed, which are reversals [partners reversals]', async () => {
    const maria = await testApp.make.customer()
    expect(
      await codesOf(
        entry(maria, { description: 'coupon_cancelled', points: 500 }),
        entry(maria, { description: 'coupon_reimbursed', points: 500 }),
        entry(maria, { description: 'coupon_cancelled', points: 0 }),
      ),
    ).toEqual(['reversal_only', 'reversal_only', 'reversal_only'])
    expect(await sumsOf(maria)).toMatchObject({ available: 0 })
  })

  it.each([
    ['item_delivered', 'item_delivered'],
    ['item_reused', 'item_reused'],
    ['oil_collected', 'collection_cancelled'],
  ])(
    'subtracts from %s at most what the partner gave that participant [partners negative records]',
    async (gives, takes) => {
      const maria = await testApp.make.customer()
      const other = await openProgram(testApp)
      await other.record(entry(maria, { description: gives, points: 100 }))
      expect(await codesOf(entry(maria, { description: takes, points: -1 }))).toEqual(['points_not_given'])
      expect(
        await codesOf(
          entry(maria, { description: gives, points: 30 }),
          entry(maria, { description: takes, points: -20 }),
          entry(maria, { description: takes, points: -11 }),
          entry(maria, { description: takes, points: -10 }),
        ),
      ).toEqual(['recorded', 'recorded', 'points_not_given', 'recorded'])
      expect(await sumsOf(maria)).toMatchObject({ available: 100 })
    },
  )

  it('allows first parties to cancel imported deliveries, and rejects third parties', async () => {
    const maria = await testApp.make.customer()
    await testApp.make.record(maria, { points: 50 })
    const cancel = (points: number) => entry(maria, { description: 'collection_cancelled', points })
    const sub = await subOf(testApp, maria)
    const partner = await testApp.make.partner({ firstParty: false, descriptions: ['collection_cancelled'] })
    const third = await openProgram(testApp, { as: partner })
    const [answer] = await third.recordAll([{ ...cancel(-20), participant: { sub } }])
    expect(answer?.code).toBe('points_not_given')
    expect(await codesOf(cancel(-20), cancel(-31))).toEqual(['recorded', 'points_not_given'])
  })

  it('rejects a reversal of points that a negative record has subtracted [partners negative records]', async () => {
    const maria = await testApp.make.customer()
    const other = await openProgram(testApp)
    await other.record(entry(maria, { description: 'item_delivered', points: 100 }))
    const given = await recordFor(maria, { description: 'item_delivered', points: 40 })
    await site.record(entry(maria, { description: 'item_delivered', points: -30 }))
    expect(await site.reverse(reversalOf(given))).toMatchObject({
      status: 409,
      body: { detail: 'You have not given the participant that many points.' },
    })
    expect((await site.reverse(reversalOf(given, { points: 10 }))).status).toBe(200)
  })
})
