import { totalPoints } from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let staff: Client
beforeAll(async () => {
  testApp = await openTestApp()
  staff = await testApp.signIn(await testApp.make.staff())
})
afterAll(() => testApp.close())

describe('totalPoints', () => {
  it('sums the records of one participant by sign, in a range of days [points totals]', async () => {
    const maria = await testApp.make.customer()
    const participant = String(maria.id)
    const query = { participant, created_at_after: '2026-03-01', created_at_before: '2026-03-31' }
    expect(await staff.call(totalPoints, { query })).toEqual({ positive: 0, negative: 0, balance: 0 })
    for (const [points, description, createdAt] of [
      [500, 'oil_collected', '2026-02-28T21:59:59Z'],
      [300, 'oil_collected', '2026-02-28T22:00:00Z'],
      [40, 'item_reused', '2026-03-10T10:00:00Z'],
      [-15, 'item_reused', '2026-03-11T10:00:00Z'],
      [-200, 'coupon_created', '2026-03-31T20:59:59Z'],
      [-100, 'coupon_created', '2026-03-31T21:00:00Z'],
    ] as const)
      await testApp.make.record(maria, { points, description, createdAt })
    expect(await staff.call(totalPoints, { query })).toEqual({ positive: 340, negative: -215, balance: 125 })
    expect(await staff.call(totalPoints, { query: { participant } })).toEqual({
      positive: 840,
      negative: -315,
      balance: 525,
    })
    const reversed = { created_at_after: '2026-03-31', created_at_before: '2026-03-01' }
    expect(await staff.call(totalPoints, { query: reversed })).toMatchObject({ balance: 0 })
  })

  it('rejects an unknown participant and invalid days, as listPoints', async () => {
    const answer = await staff.send(totalPoints, { query: { participant: '0', created_at_before: 'x' } })
    expect([answer.statusCode, Object.keys(answer.json())]).toEqual([400, ['participant', 'created_at']])
  })
})
