import { errorHeader } from '@portal/contract/endpoint.ts'
import { previewRateChange, requestRateChange } from '@portal/contract/manage-rates.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { addRate } from '#server/ledger/rates/rates.ts'
import { backendOf, untilBlocked } from '#test/locks.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({ FOUR_EYES_ABOVE: '1000' })
})
afterAll(() => testApp.close())

it('a request that waited for another change is told of it [rates console]', async () => {
  const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  const rate = {
    description: 'oil_collected',
    material: null,
    unit: 'litre',
    validTo: null,
    note: '',
  } as const
  await addRate(testApp.portal, { ...rate, pointsPerUnit: '20', validFrom: '2020-01-01' })
  const body = {
    kind: 'rate_added' as const,
    description: 'item_delivered' as const,
    material: '',
    unit: 'item' as const,
    points_per_unit: '5',
    valid_from: '2020-01-01',
    valid_to: '',
    note: '',
  }
  const { version } = await operator.call(previewRateChange, { body })
  const { request } = await testApp.db.transaction().execute(async (trx) => {
    // Readers pass; the lock of a request does not.
    await sql`lock table rates in share row exclusive mode`.execute(trx)
    const request = operator.send(requestRateChange, { body: { ...body, version } })
    await untilBlocked(testApp.db, await backendOf(trx), 1)
    await addRate(
      { db: trx },
      { ...rate, material: 'ηλιέλαιο', pointsPerUnit: '30', validFrom: '2020-01-01' },
    )
    return { request }
  })
  expect((await request).headers).toMatchObject({ [errorHeader.toLowerCase()]: 'changed_meanwhile' })
})
