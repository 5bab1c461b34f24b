import { sendEntries, undoDeskCoupon, useDeskCoupon } from '@portal/contract/desk/desk.ts'
import {
  downloadSettlement,
  downloadSettlementPage,
  listDeskDays,
} from '@portal/contract/desk/manage-devices.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { eraseParticipant } from '#server/features/privacy/erase-service.ts'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { days } from '#server/lib/time/clock.ts'
import { addRates, cardOf, entryOf, openDesk, sendAll, takenCoupon } from '#test/desks.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { readWorkbook } from '#test/workbook.ts'
import { deleteOldDeskRows } from './cleaning-service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.toNoon()
  await addRates(testApp)
})
afterAll(() => testApp.close())

/** A desk that used two coupons, one of a person who was erased since, undid a third, and took 2.5 litres. */
async function busyDesk() {
  const desk = await openDesk(testApp)
  const use = (code: string) =>
    desk.client.call(useDeskCoupon, { body: { code, submission: crypto.randomUUID() } })
  const [first, second, third] = [
    await takenCoupon(testApp, desk.partner),
    await takenCoupon(testApp, desk.partner),
    await takenCoupon(testApp, desk.partner),
  ]
  for (const { code } of [first, second, third]) await use(code)
  await desk.client.call(undoDeskCoupon, { body: { id: third.id } })
  const person = await testApp.make.customer()
  const card = await cardOf(testApp, person)
  await sendAll(testApp, desk, [entryOf(testApp, { card, kind: 'oil' })])
  return { desk, erased: first.person, person }
}

describe('the settlement with a shop', () => {
  it('has the coupons by offer and what each device did, also of people who were erased [desk settlement]', async () => {
    const { desk, erased, person } = await busyDesk()
    await eraseParticipant(testApp.portal, erased.id, 'request')
    await eraseParticipant(testApp.portal, person.id, 'request')
    await verifyLedger({ db: testApp.db })
    const params = { client: desk.partner.clientId }
    const answer = await desk.operator.send(downloadSettlement, { params })
    expect(answer.headers['content-disposition']).toContain(`settlement-${params.client}.xlsx`)
    const [sheet] = await readWorkbook(answer.rawPayload)
    expect(sheet?.data.slice(1)).toEqual([
      ['Προσφορά', 'Ένα ψωμί', null, 1, null, null, null, 100, null],
      ['Προσφορά', 'Ένα ψωμί', null, 1, null, null, null, 100, null],
      ['Συσκευή', 'Ταμείο 1', null, 2, 0, 0, 2.5, null, 50],
    ])
    const page = await desk.operator.send(downloadSettlementPage, { params })
    expect(page.headers['content-type']).toBe('application/pdf')
    expect(page.rawPayload.subarray(0, 5).toString()).toBe('%PDF-')
    const rows = await testApp.db
      .selectFrom('deskEntries')
      .select('id')
      .where('participantId', 'in', [erased.id, person.id])
      .execute()
    expect(rows).toEqual([])
    const wrong = await desk.operator.send(downloadSettlement, { params, query: { month: '2026-13' } })
    expect([wrong.statusCode, wrong.json()]).toEqual([400, { month: ['Enter a month as YYYY-MM.'] }])
  })

  it('of another month or another partner has nothing of it [desk settlement]', async () => {
    const { desk } = await busyDesk()
    const other = await openDesk(testApp)
    const settlementOf = async (client: string, query = {}) => {
      const answer = await desk.operator.send(downloadSettlement, { params: { client }, query })
      return (await readWorkbook(answer.rawPayload))[0]?.data.slice(1)
    }
    expect(await settlementOf(other.partner.clientId)).toEqual([])
    expect(await settlementOf(desk.partner.clientId, { month: '2020-01' })).toEqual([])
    expect(await settlementOf(desk.partner.clientId)).toHaveLength(3)
  })
})

describe('entries of devices', () => {
  it('are compared with records and coupons by verify [desk verify]', async () => {
    const { desk } = await busyDesk()
    await verifyLedger({ db: testApp.db })
    const entries = testApp.db.updateTable('deskEntries').where('deviceId', '=', desk.device.id)
    await entries.set({ points: 51 }).where('kind', '=', 'oil').execute()
    await expect(verifyLedger({ db: testApp.db })).rejects.toThrow(
      /desk entry \d+: stored recorded, 51 points/,
    )
    await entries.set({ points: 50 }).where('kind', '=', 'oil').execute()
    await entries.set({ state: 'undone' }).where('kind', '=', 'coupon').execute()
    await expect(verifyLedger({ db: testApp.db })).rejects.toThrow(
      /desk entry of coupon \d+: stored no entry/,
    )
    await testApp.db.deleteFrom('deskEntries').where('deviceId', '=', desk.device.id).execute()
    await testApp.db.updateTable('coupons').set({ usedAt: null, usedDeviceId: null }).execute()
  })

  it('are deleted after two years, and not recorded again [desk sums]', async () => {
    const desk = await openDesk(testApp)
    const card = await cardOf(testApp, await testApp.make.customer())
    const entry = entryOf(testApp, { card })
    await sendAll(testApp, desk, [entry])
    testApp.clock.forward(days(731))
    await deleteOldDeskRows(testApp.portal)
    const params = { client: desk.partner.clientId }
    const operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const month = entry.at.slice(0, 7)
    expect(await operator.call(listDeskDays, { params, query: { month } })).toEqual([])
    // With the clock of the device put back.
    const again = await desk.client.call(sendEntries, { body: { sent_at: entry.at, entries: [entry] } })
    expect(again.results).toMatchObject([{ state: 'refused' }])
  })
})
