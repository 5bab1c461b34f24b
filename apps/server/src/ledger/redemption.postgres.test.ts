import { summarizePoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { lockBalances } from '#server/ledger/transaction/transaction.ts'
import { openProgram } from '#test/programs.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ DATABASE_LOCK_TIMEOUT: '0' })
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

describe('concurrent calls of a partner with one record each', () => {
  const record = (person: { id: number }, points: number, reference: string) => ({
    reference,
    participant: { id: person.id },
    points,
    description: points < 0 ? 'coupon_created' : 'oil_collected',
    happened_at: '2026-03-01T10:00:00+02:00',
  })

  it('each get their own answer, and wait for no lock of another one', async () => {
    const program = await openProgram(testApp)
    const [maria, nikos, eleni] = await Promise.all([1, 2, 3].map(() => testApp.make.customer()))
    if (!maria || !nikos || !eleni) throw new Error('no customers')
    await program.recordAll([record(nikos, 10, 'nikos')])
    const [blocked, answers] = await testApp.db.transaction().execute(async (trx) => {
      await lockBalances(trx, [maria.id])
      const [first, ...others] = [
        record(maria, 5, 'b'),
        record(nikos, -6, 'a'),
        record(nikos, -6, 'c'),
        record(eleni, 5, 'd'),
        record(eleni, 5, 'd'),
        { ...record(eleni, 5, 'e'), description: 'unknown' },
      ].map((one) => program.record(one))
      // In an object: the transaction would wait for the promise.
      return [{ answer: first }, await Promise.all(others)]
    })
    // Of the same person or reference, either may come first.
    expect(answers.map(({ status, body }) => `${status} ${body.status}`).sort()).toEqual([
      '200 recorded',
      '200 recorded',
      '200 repeated',
      '400 undefined',
      '409 undefined',
    ])
    expect(answers[3]?.body.id).toBe(answers[2]?.body.id)
    expect((await blocked.answer)?.body.status).toBe('recorded')
  })
})
