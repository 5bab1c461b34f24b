import { listOwnPoints } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { makers } from '#test/factories.ts'
import { backendOf, untilBlocked } from '#test/locks.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('listOwnPoints with page=last', () => {
  it('returns a consistent page when a record is added between its count and its records [§3 last page]', async () => {
    const maria = await testApp.make.customer()
    for (const points of [1, 2]) await testApp.make.record(maria, { points })
    const client = await testApp.signIn(maria)
    const list = () => client.call(listOwnPoints, { query: { page: 'last', page_size: '1' } })
    const before = await list()

    const listing = await testApp.db.transaction().execute(async (trx) => {
      await sql`lock table points_records in access exclusive mode`.execute(trx)
      const begun = list()
      // The request has read the count from the balance and waits for the lock on the records.
      await untilBlocked(testApp.db, await backendOf(trx), 1)
      await makers({ db: trx, clock: testApp.portal.clock }).record(maria, { points: 3 })
      return { begun }
    })
    expect(await listing.begun).toEqual(before)
    expect(await list()).toEqual({ ...before, count: 3, total_pages: 3 })
  })
})
