import { decideApproval } from '@portal/contract/checks.ts'
import { errorHeader } from '@portal/contract/endpoint.ts'
import {
  listRates,
  previewRateChange,
  previewRateRequest,
  requestRateChange,
} from '@portal/contract/manage-rates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { pointsOfMeasure } from '#server/ledger/rates/points-of-measure.ts'
import { addRate, dayAfter } from '#server/ledger/rates/rates.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { minutes } from '#server/lib/time/clock.ts'
import { openProgram } from '#test/programs.ts'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
let operator: Client
let today: string
/** Of litres of any material, of sunflower oil, and of items. */
let oil: number
let sunflower: number
const kozani = { id: 0, name: 'Κοζάνης' }

beforeAll(async () => {
  testApp = await openTestApp({ FOUR_EYES_ABOVE: '1000' })
  testApp.clock.toNoon()
  today = athensDay(testApp.portal.clock.now())
  operator = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
  kozani.id = (await testApp.make.municipality(kozani.name)).id
  const rate = (more: object) =>
    addRate(testApp.portal, {
      ...{ description: 'oil_collected', material: null, unit: 'litre', pointsPerUnit: '20.2' },
      ...{ validFrom: '2020-01-01', validTo: null, note: '', ...more },
    })
  oil = await rate({})
  sunflower = await rate({ material: 'ηλιέλαιο', pointsPerUnit: '30' })
  await rate({ description: 'item_delivered', unit: 'item', pointsPerUnit: '5' })
  await recordDeliveries()
})
afterAll(() => testApp.close())

/** Last month: three deliveries in Kozani and one of a person without a municipality; and one of this month. */
async function recordDeliveries() {
  const site = await openProgram(testApp)
  const maria = await testApp.make.customer({ municipality: kozani.id })
  const nikos = await testApp.make.customer()
  const first = `${today.slice(0, 7)}-01`
  const record = (person: { id: number }, day: string, measure: object) =>
    site.record({
      reference: crypto.randomUUID(),
      participant: { id: person.id },
      description: 'oil_collected',
      measure,
      happened_at: `${day}T00:30:00+02:00`,
    })
  await record(maria, dayAfter(first, -20), { litres: 2.5 })
  await record(maria, dayAfter(first, -19), { litres: 2.5, material: 'φοινικέλαιο' })
  await record(maria, dayAfter(first, -18), { litres: 1, material: 'ηλιέλαιο' })
  await record(nikos, dayAfter(first, -18), { litres: 1 })
  await record(maria, dayAfter(first), { litres: 9 })
}

const replacement = (more: object = {}) => ({
  kind: 'rate_replaced' as const,
  rate: oil,
  points_per_unit: '10,2',
  valid_from: dayAfter(today),
  ...more,
})
const codesOf = ({ statusCode, headers }: Awaited<ReturnType<Client['send']>>) =>
  [statusCode, String(headers[errorHeader.toLowerCase()]).replace(/;[^,]*/g, '')] as const
const preview = (body: object) => operator.send(previewRateChange, { body })
const auditOf = async (action: 'rate.change' | 'approval.request') =>
  testApp.db.selectFrom('auditEntries').select('details').where('action', '=', action).orderBy('id').execute()

describe('previewRateChange', () => {
  it('shows what last month gives with another number of points, and changes nothing [rates console]', async () => {
    const before = await operator.call(listRates)
    const reply = await operator.call(previewRateChange, { body: replacement() })
    const worth = pointsOfMeasure({ litres: 2.5 }, '10.2')
    expect(worth).toBe(26)
    expect(reply).toMatchObject({
      day: dayAfter(today),
      points_per_unit: 10.2,
      gaps: [],
      month: dayAfter(`${today.slice(0, 7)}-01`, -1).slice(0, 7),
      // Not the sunflower oil, which has a rate of its own.
      totals: { deliveries: 3, points: 51 + 51 + 20, points_with: 2 * worth + 10 },
      municipalities: [
        { ...kozani, deliveries: 2, points: 102, points_with: 2 * worth },
        { id: null, name: null, deliveries: 1, points: 20, points_with: 10 },
      ],
    })
    const ofMaterial = await operator.call(previewRateChange, {
      body: replacement({ rate: sunflower, points_per_unit: '40' }),
    })
    expect(ofMaterial.totals).toEqual({ deliveries: 1, points: 30, points_with: 40 })
    expect(await operator.call(listRates)).toEqual(before)
    expect(await auditOf('rate.change')).toEqual([])
  })

  it('names the day from which deliveries have no rate, and those that fall back to another rate [rates console]', async () => {
    const last_day = dayAfter(today, 9)
    const gap = { description: 'oil_collected', unit: 'litre', material: null, day: dayAfter(last_day) }
    const end = (rate: number) =>
      operator.call(previewRateChange, { body: { kind: 'rate_closed', rate, last_day } })
    expect(await end(oil)).toMatchObject({
      points_per_unit: null,
      gaps: [gap],
      totals: { deliveries: 3, points: 122, points_with: 0 },
    })
    expect(await end(sunflower)).toMatchObject({
      points_per_unit: 20.2,
      gaps: [],
      totals: { deliveries: 1, points: 30, points_with: 20 },
    })
  })

  it('rejects what the table of rates does not allow, with the other rate or the day [rates console]', async () => {
    const addition = { kind: 'rate_added', description: 'oil_collected', unit: 'litre', points_per_unit: '5' }
    const overlap = await preview({ ...addition, valid_from: today })
    expect(codesOf(overlap)).toEqual([409, 'rate_overlaps'])
    expect(String(overlap.headers[errorHeader.toLowerCase()])).toContain('from=2020-01-01')
    const results = []
    for (const body of [
      { kind: 'rate_closed', rate: oil, last_day: '2020-02-01' },
      { kind: 'rate_closed', rate: oil, last_day: '2019-12-31' },
      { kind: 'rate_deleted', rate: oil },
      { kind: 'rate_deleted', rate: 999_999 },
      { ...addition, valid_from: '2030-02-30' },
      { ...addition, valid_from: '2030-02-01', valid_to: '2030-01-01' },
      { ...addition, points_per_unit: '0', valid_from: today },
      { ...addition, description: 'coupon_created', valid_from: today },
      { kind: 'rate_sold' },
      {},
    ])
      results.push(codesOf(await preview(body)))
    expect(results).toEqual([
      [409, 'rate_used'],
      [409, 'rate_begins'],
      [409, 'rate_used'],
      [404, 'not_found'],
      [400, 'day_invalid'],
      [400, 'period_reversed'],
      [400, 'points_per_unit_invalid'],
      [400, 'choice_invalid'],
      [400, 'choice_invalid'],
      [400, 'required'],
    ])
  })
})

describe('requestRateChange', () => {
  it('waits for a manager, who sees what it changes, and is audited with before and after [rates console] [security four eyes]', async () => {
    const { version } = await operator.call(previewRateChange, { body: replacement() })
    const { request } = await operator.call(requestRateChange, { body: { ...replacement(), version } })
    const id = Number(request)
    const listed = await operator.call(listRates)
    expect(listed).toMatchObject({
      needs_approval: true,
      requests: [
        { id, kind: 'rate_replaced', decision: null, rate: { points_per_unit: 10.2, replaces: 20.2 } },
      ],
    })
    expect(listed.rates.find((rate) => rate.id === oil)).toMatchObject({ valid_to: null })

    const manager = await testApp.signIn(await testApp.make.staff({ role: 'manager' }))
    expect(await manager.call(previewRateRequest, { params: { id: String(id) } })).toMatchObject({
      points_per_unit: 10.2,
      totals: { deliveries: 3, points: 122, points_with: 62 },
    })
    await manager.call(decideApproval, { params: { id: String(id) }, body: { decision: 'approved' } })
    const after = await operator.call(listRates)
    expect(after.rates.filter(({ material, unit }) => material === null && unit === 'litre')).toMatchObject([
      { id: oil, points_per_unit: 20.2, valid_to: today, last_used: expect.any(String) },
      { points_per_unit: 10.2, valid_from: dayAfter(today), valid_to: null, last_used: null },
    ])
    expect(after.requests).toMatchObject([{ id, decision: 'approved' }])
    expect((await auditOf('rate.change'))[0]?.details).toMatchObject({
      kind: 'rate_replaced',
      of: 'oil_collected',
      price: '10.2',
      price_before: '20.2',
      from: dayAfter(today),
    })
    expect(codesOf(await manager.send(previewRateRequest, { params: { id } }))).toEqual([404, 'not_found'])
  })

  it('of two operators at a time, the second is told that something changed [rates console]', async () => {
    const other = await testApp.signIn(await testApp.make.staff({ role: 'operator' }))
    const end = { kind: 'rate_closed' as const, rate: sunflower, last_day: dayAfter(today, 30) }
    const { version } = await operator.call(previewRateChange, { body: end })
    const answers = await Promise.all(
      [operator, other].map((client) => client.send(requestRateChange, { body: { ...end, version } })),
    )
    expect(answers.map(({ statusCode }) => statusCode).sort((a, b) => a - b)).toEqual([200, 409])
    const late = answers.find(({ statusCode }) => statusCode === 409)
    expect(late && codesOf(late)).toEqual([409, 'changed_meanwhile'])
    const fresh = await other.call(previewRateChange, { body: end })
    expect(fresh.version).not.toBe(version)
  })

  it('needs a confirmation of the last 15 minutes; a preview does not [rates console] [console confirmation]', async () => {
    const { version } = await operator.call(previewRateChange, { body: replacement({ rate: sunflower }) })
    testApp.clock.forward(minutes(16))
    const body = { ...replacement({ rate: sunflower }), version }
    expect(codesOf(await operator.send(requestRateChange, { body }))).toEqual([403, 'confirmation_required'])
    expect((await preview(replacement({ rate: sunflower }))).statusCode).toBe(200)
  })
})
