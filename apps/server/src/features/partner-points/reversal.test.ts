import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { listEvents } from '@portal/contract/partner-points.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { type House, openHouse } from '#test/house.ts'
import type { Person } from '#test/make.ts'
import { openProgram, type Program } from '#test/programs.ts'

let house: House
let site: Program
beforeAll(async () => {
  house = await openHouse()
  site = await openProgram(house)
})
afterAll(() => house.close())

const happened_at = '2026-03-01T10:00:00+02:00'
const recordFor = async (person: Person, more: object = {}) => {
  const record = {
    ...{ reference: crypto.randomUUID(), participant: { id: person.id } },
    ...{ description: 'oil_collected', points: 40, happened_at, ...more },
  }
  const { status, body } = await site.record(record)
  if (status !== 200) throw new Error(JSON.stringify(body))
  return record
}
const reversalOf = (record: { reference: string }, more: object = {}) => ({
  ...{ reference: record.reference, reversal_reference: crypto.randomUUID(), happened_at, ...more },
})
const sumsOf = async (person: Person) => (await house.signIn(person)).call(summarizePoints)

describe('reversePoints', () => {
  it.each([
    ['a delivery of oil', { description: 'oil_collected' }, {}, 'collection_cancelled', -40],
    ['an item for reuse', { description: 'item_delivered' }, {}, 'item_delivered', -40],
    ['a reused item', { description: 'item_reused' }, {}, 'item_reused', -40],
  ])('takes %s back by a record of its own', async (_what, record, reversal, description, points) => {
    const maria = await house.make.customer()
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
    const row = await house.db
      .selectFrom('pointsRecords')
      .select(['description', 'details'])
      .where('id', '=', body.id ?? 0)
      .executeTakeFirst()
    expect(row).toEqual({ description, details: { collection_point: 'ATM', reason: 'Λάθος ζύγιση' } })
  })

  it('gives a coupon’s points back, as cancelled or as reimbursed', async () => {
    const maria = await house.make.customer()
    await recordFor(maria, { points: 100 })
    for (const as of ['coupon_cancelled', 'coupon_reimbursed']) {
      const coupon = await recordFor(maria, { description: 'coupon_created', points: -100 })
      expect(await sumsOf(maria)).toMatchObject({ available: 0 })
      expect((await site.reverse(reversalOf(coupon, { as }))).body.points).toBe(100)
    }
    expect(await sumsOf(maria)).toMatchObject({ available: 100, redeemed: 0 })
  })

  it('happens once: the same again has the same answer, another one is refused', async () => {
    const maria = await house.make.customer()
    const delivered = await recordFor(maria)
    const sent = reversalOf(delivered)
    const first = await site.reverse(sent)
    expect(await site.reverse(sent)).toEqual({ status: 200, body: { ...first.body, status: 'repeated' } })
    expect(await site.reverse({ ...sent, reason: 'Άλλο' })).toMatchObject({ status: 409 })
    expect(await site.reverse(reversalOf(delivered))).toEqual({
      status: 409,
      body: { detail: 'This record has been reversed already.' },
    })
    expect(await sumsOf(maria)).toMatchObject({ available: 0 })
  })

  it('is refused where the points are spent, and changes nothing', async () => {
    const maria = await house.make.customer()
    const delivered = await recordFor(maria)
    await recordFor(maria, { description: 'coupon_created', points: -30 })
    expect(await site.reverse(reversalOf(delivered))).toEqual({
      status: 409,
      body: { detail: 'The points of this record have been spent already.' },
    })
    expect(await sumsOf(maria)).toMatchObject({ available: 10, cookingoils: 40 })
  })

  it('is for the partner’s own records, of kinds that can be taken back', async () => {
    const maria = await house.make.customer()
    const delivered = await recordFor(maria)
    const coupon = await recordFor(maria, { description: 'coupon_created', points: -10 })
    const back = reversalOf(coupon, { as: 'coupon_cancelled' })
    await site.reverse(back)
    const other = await openProgram(house)
    const narrow = await openProgram(house, { as: site.partner })
    await house.db
      .updateTable('partners')
      .set({ descriptions: '{oil_collected}' })
      .where('id', '=', site.partner.id)
      .execute()
    const refusals = [
      await other.reverse(reversalOf(delivered)),
      await site.reverse(reversalOf({ reference: 'never sent' })),
      await site.reverse(reversalOf({ reference: back.reversal_reference })),
      await narrow.reverse(reversalOf(delivered)),
      await site.reverse(reversalOf(delivered, { as: 'coupon_cancelled' })),
      await site.reverse(reversalOf(delivered, { reversal_reference: delivered.reference })),
    ]
    await house.db
      .updateTable('partners')
      .set({
        descriptions:
          '{oil_collected,collection_cancelled,coupon_created,coupon_cancelled,item_delivered,item_reused,coupon_reimbursed}',
      })
      .where('id', '=', site.partner.id)
      .execute()
    expect(refusals.map(({ status, body }) => [status, Object.keys(body)[0]])).toEqual([
      ...[
        [400, 'reference'],
        [400, 'reference'],
        [400, 'reference'],
        [400, 'description'],
      ],
      ...[
        [400, 'as'],
        [409, 'detail'],
      ],
    ])
    expect(await sumsOf(maria)).toMatchObject({ available: 40 })
  })
})

describe('listEvents', () => {
  it('tells a partner what became of its own records, in order, from any cursor on', async () => {
    const [mine, other] = [await openProgram(house), await openProgram(house)]
    const maria = await house.make.customer()
    const { sub } = await house.db
      .selectFrom('users')
      .select('sub')
      .where('id', '=', maria.id)
      .executeTakeFirstOrThrow()
    const send = (program: Program, reference: string) =>
      program.record({
        ...{ reference, participant: { id: maria.id }, description: 'oil_collected', points: 5, happened_at },
      })
    await send(mine, 'a')
    await send(other, 'b')
    await send(mine, 'c')
    await mine.reverse({ reference: 'a', reversal_reference: 'd', happened_at })

    const { body } = await mine.send(listEvents)
    const { events, next } = body as {
      events: { cursor: number; type: string; record: object }[]
      next: number
    }
    expect(events).toMatchObject([
      { type: 'record.created', record: { reference: 'a', sub, points: 5, created_at: happened_at } },
      { type: 'record.created', record: { reference: 'c', reverses: null } },
      { type: 'record.reversed', record: { reference: 'd', reverses: 'a', points: -5 } },
    ])
    expect(next).toBe(events[2]?.cursor)

    const after = await mine.send(listEvents, { query: { after: String(events[0]?.cursor), limit: '1' } })
    expect(after.body).toEqual({ events: [events[1]], next: events[1]?.cursor })
    expect((await mine.send(listEvents, { query: { after: String(next) } })).body).toEqual({
      events: [],
      next,
    })
    expect(await mine.send(listEvents, { query: { after: 'x' } })).toEqual({
      status: 400,
      body: { after: ['A valid cursor is required.'] },
    })
  })
})
