import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type House, openHouse } from '#test/test-app.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

const balanceOf = ({ id }: { id: number }) =>
  house.db.selectFrom('balances').selectAll().where('participantId', '=', id).executeTakeFirst()

describe('the ledger', () => {
  it('takes no change and no removal, from whoever', async () => {
    const maria = await house.make.customer()
    const { id } = await house.make.record(maria, { points: 70 })
    const attempts = [
      sql`update points_records set points = 7000 where id = ${id}`,
      sql`delete from points_records where id = ${id}`,
      sql`truncate points_records cascade`,
      sql`delete from users where id = ${maria.id}`,
    ]
    for (const attempt of attempts)
      await expect(attempt.execute(house.db)).rejects.toThrow(/append-only|foreign key/)
    expect(await balanceOf(maria)).toMatchObject({ available: 70, nRecords: 1 })
  })

  it('holds a reference of a source once', async () => {
    const maria = await house.make.customer()
    await house.make.record(maria, { reference: 'A1', source: 'x' })
    await house.make.record(maria, { reference: 'A1', source: 'y' })
    await expect(house.make.record(maria, { reference: 'A1', source: 'x' })).rejects.toThrow(
      'points_records_reference',
    )
    expect(await balanceOf(maria)).toMatchObject({ nRecords: 2 })
  })

  it('refuses a coupon that the balance does not cover, and keeps nothing of it', async () => {
    const maria = await house.make.customer()
    await house.make.record(maria, { points: 100 })
    const coupon = { description: 'coupon_created', points: -101 } as const
    await expect(house.make.record(maria, coupon)).rejects.toThrow('balances_not_negative')
    expect(await balanceOf(maria)).toMatchObject({ available: 100, redeemed: 0, nRecords: 1 })
  })

  it.each([
    ['oil_collected', -1],
    ['collection_cancelled', 1],
    ['coupon_created', 1],
    ['coupon_cancelled', -1],
    ['coupon_reimbursed', -1],
  ] as const)('refuses %s with %i points', async (description, points) => {
    const maria = await house.make.customer()
    await expect(house.make.record(maria, { description, points })).rejects.toThrow('points_records_sign')
  })
})
