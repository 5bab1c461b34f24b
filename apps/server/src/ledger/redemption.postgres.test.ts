import { summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('concurrent inserts into points_records', () => {
  it('redeem the last points once', async () => {
    const maria = await testApp.make.customer()
    await testApp.make.record(maria, { points: 100 })
    const coupon = () => testApp.make.record(maria, { description: 'coupon_created', points: -100 })
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, coupon))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const client = await testApp.signIn(maria)
    expect(await client.call(summarizePoints)).toMatchObject({ available: 0, redeemed: 100 })
  })

  it('store the same reference once', async () => {
    const maria = await testApp.make.customer()
    const deliver = () => testApp.make.record(maria, { reference: 'same', points: 10 })
    const outcomes = await Promise.allSettled(Array.from({ length: 64 }, deliver))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  it('cause no deadlocks in batches of the same people in opposite orders', async () => {
    const people = await Promise.all(Array.from({ length: 20 }, () => testApp.make.customer()))
    const batch = (order: typeof people, n: number) =>
      testApp.db
        .insertInto('pointsRecords')
        .values(
          order.map(({ id }, i) => ({
            participantId: id,
            points: 1,
            description: 'oil_collected' as const,
            createdAt: new Date(),
            source: 'batch',
            reference: `${n}-${i}`,
            details: null,
          })),
        )
        .execute()
    const orders = Array.from({ length: 20 }, (_, n) => batch(n % 2 ? people : people.toReversed(), n))
    await Promise.all(orders)
    const sums = await testApp.db
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
