import { recordPoints, reversePoints } from '@portal/contract/partner-points.ts'
import { useCoupon } from '@portal/contract/coupons.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordsRejected } from '#server/lib/metrics/metrics.ts'
import { days } from '#server/lib/time/clock.ts'
import { openProgram, type Program } from '#test/programs.ts'
import { openTestApp, type TestApp } from '#test/test-app.ts'
import { deleteOldRejections, listRejections } from './rejections-service.ts'

let testApp: TestApp
let site: Program
beforeAll(async () => {
  testApp = await openTestApp()
  site = await openProgram(testApp)
})
afterAll(() => testApp.close())

const record = (reference: unknown, more: object = {}) => ({
  reference,
  participant: { id: 999_999_999 },
  description: 'oil_collected',
  points: 5,
  happened_at: '2026-03-01T10:00:00+02:00',
  ...more,
})

const kept = async (program: Program) => {
  const { rejections } = await listRejections(testApp.portal, program.partner.clientId, 100)
  return rejections.map(({ code, reference }) => `${code} ${reference}`).toSorted()
}

it('keeps partner, code and reference of each rejected record, reversal and use of a coupon [partners rejections]', async () => {
  const maria = await testApp.make.customer()
  const results = await site.recordAll([
    record('oil/000-1'),
    record('oil/000-2', { participant: { id: maria.id } }),
    record('oil/000-3', { participant: { id: maria.id }, points: 'πολλοί', description: 'nothing' }),
  ])
  expect(results.map(({ status }) => status)).toEqual(['refused', 'recorded', 'refused'])
  expect((await site.record(record('oil-4'))).status).toBeGreaterThanOrEqual(400)
  const reversal = {
    reference: 'oil-5',
    reversal_reference: 'oil-5r',
    happened_at: '2026-03-01T10:00:00+02:00',
  }
  expect((await site.send(reversePoints, { body: reversal })).status).toBeGreaterThanOrEqual(400)
  expect(
    (await site.send(reversePoints, { body: { ...reversal, points: 'α' } })).status,
  ).toBeGreaterThanOrEqual(400)
  const use = { reference: 'coupon-6', happened_at: '2026-03-01T10:00:00+02:00' }
  expect((await site.send(useCoupon, { body: use })).status).toBeGreaterThanOrEqual(400)
  expect(await kept(site)).toEqual([
    'choice_invalid oil/000-3',
    'coupon_unknown coupon-6',
    'integer_invalid oil-5r',
    'integer_invalid oil/000-3',
    'participant_unknown oil-4',
    'participant_unknown oil/000-1',
    'reference_unknown oil-5r',
  ])
  const { values } = await recordsRejected.get()
  const counted = values.filter(({ labels }) => labels.partner === site.partner.clientId)
  expect(counted.find(({ labels }) => labels.code === 'participant_unknown')?.value).toBe(2)
})

it('keeps no text that may name a person, and one row for a record that is sent again [partners rejections]', async () => {
  const other = await openProgram(testApp)
  const references = [
    'maria@example.gr',
    'Μαρία Παπαδοπούλου 7',
    'Maria 7',
    'maria',
    '',
    12_345,
    null,
    'x'.repeat(101),
  ]
  await other.recordAll(references.map((reference) => record(reference)))
  await other.recordAll([record('a-1'), record('a-1', { points: 6 })])
  await other.recordAll([record('a-1')])
  const found = await kept(other)
  expect(found.filter((line) => line.endsWith(' a-1'))).toEqual(['participant_unknown a-1'])
  expect(found.join('\n')).not.toMatch(/maria|Μαρία/i)
  expect(await kept(site)).not.toContain('participant_unknown a-1')
})

it('keeps no calls without the right, and nothing of a call that succeeds [partners rejections]', async () => {
  const reader = await openProgram(testApp, { may: ['points:read'] })
  expect((await reader.send(recordPoints, { body: record('r-1') })).status).toBe(403)
  expect(await kept(reader)).toEqual([])
})

it('deletes them after 30 days, and all but the newest 10,000 of a partner [partners rejections]', async () => {
  const many = await openProgram(testApp)
  const { id } = many.partner
  const old = new Date(testApp.portal.clock.now().getTime() - days(31))
  await sql`
    insert into rejected_records
    select ${id}, 'rate_missing', 'n-' || n, ${testApp.portal.clock.now()}::timestamptz - n * interval '1 second'
    from generate_series(1, 20000) n`.execute(testApp.db)
  await sql`insert into rejected_records values (${id}, 'rate_missing', 'old-1', ${old})`.execute(testApp.db)
  // Beyond 20,000 nothing is added.
  await many.recordAll([record('new-1')])
  const count = async () => {
    const { counts } = await listRejections(testApp.portal, many.partner.clientId, 1)
    return counts.map(({ code, count }) => [code, count])
  }
  expect(await count()).toEqual([['rate_missing', 20_001]])
  await deleteOldRejections(testApp.portal)
  expect(await count()).toEqual([['rate_missing', 10_001]])
  await many.recordAll([record('new-1')])
  expect(await count()).toEqual([
    ['rate_missing', 10_001],
    ['participant_unknown', 1],
  ])
})
