import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

const balanceOf = ({ id }: { id: number }) =>
  testApp.db.selectFrom('balances').selectAll().where('participantId', '=', id).executeTakeFirst()

describe('points_records', () => {
  it('rejects updates and deletes, also of a superuser', async () => {
    const maria = await testApp.make.customer()
    const { id } = await testApp.make.record(maria, { points: 70 })
    const attempts = [
      sql`update points_records set points = 7000 where id = ${id}`,
      sql`delete from points_records where id = ${id}`,
      sql`truncate points_records cascade`,
      sql`delete from users where id = ${maria.id}`,
    ]
    for (const attempt of attempts)
      await expect(attempt.execute(testApp.db)).rejects.toThrow(/append-only|foreign key/)
    expect(await balanceOf(maria)).toMatchObject({ available: 70, nRecords: 1 })
  })

  it('stores a reference once per source', async () => {
    const maria = await testApp.make.customer()
    await testApp.make.record(maria, { reference: 'A1', source: 'x' })
    await testApp.make.record(maria, { reference: 'A1', source: 'y' })
    await expect(testApp.make.record(maria, { reference: 'A1', source: 'x' })).rejects.toThrow(
      'points_records_reference',
    )
    expect(await balanceOf(maria)).toMatchObject({ nRecords: 2 })
  })

  it('rejects a coupon that the balance does not cover, and stores nothing', async () => {
    const maria = await testApp.make.customer()
    await testApp.make.record(maria, { points: 100 })
    const coupon = { description: 'coupon_created', points: -101 } as const
    await expect(testApp.make.record(maria, coupon)).rejects.toThrow('balances_not_negative')
    expect(await balanceOf(maria)).toMatchObject({ available: 100, redeemed: 0, nRecords: 1 })
  })

  it.each([
    ['oil_collected', -1],
    ['collection_cancelled', 1],
    ['coupon_created', 1],
    ['coupon_cancelled', -1],
    ['coupon_reimbursed', -1],
  ] as const)('rejects %s with %i points', async (description, points) => {
    const maria = await testApp.make.customer()
    await expect(testApp.make.record(maria, { description, points })).rejects.toThrow('points_records_sign')
  })
})
