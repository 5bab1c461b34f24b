import { summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from '#test/test-app.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

describe('many at once', () => {
  it('spend the last points once', async () => {
    const maria = await house.make.customer()
    await house.make.record(maria, { points: 100 })
    const coupon = () => house.make.record(maria, { description: 'coupon_created', points: -100 })
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, coupon))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const client = await house.signIn(maria)
    expect(await client.call(summarizePoints)).toMatchObject({ available: 0, redeemed: 100 })
  })

  it('record the same reference once', async () => {
    const maria = await house.make.customer()
    const deliver = () => house.make.record(maria, { reference: 'same', points: 10 })
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, deliver))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('take records for many people in batches without waiting for each other in a ring', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => house.make.customer()))
    const batch = (order: typeof people, n: number) =>
      house.db
        .insertInto('pointsRecords')
        .values(
          order.map(({ id }, i) => ({
            ...{ participantId: id, points: 1, description: 'oil_collected' as const, createdAt: new Date() },
            ...{ source: 'batch', reference: `${n}-${i}`, details: null },
          })),
        )
        .execute()
    const orders = Array.from({ length: 20 }, (_, n) => batch(n % 2 ? people : people.toReversed(), n))
    await Promise.all(orders)
    const sums = await house.db
      .selectFrom('balances')
      .select(['available', 'nRecords'])
      .where(
        'participantId',
        'in',
        people.map(({ id }) => id),
      )
      .execute()
    expect(sums.every(({ available, nRecords }) => available === 20 && nRecords === 20)).toBe(true)
  })
})
