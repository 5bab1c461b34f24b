import { showDashboard } from '@portal/contract/dashboard.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import { foldCounters } from '#server/ledger/counters.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

describe('showDashboard', () => {
  it('returns exact sums during concurrent writes and folding', async () => {
    const staff = await testApp.signIn(await testApp.make.staff())
    const people = await Promise.all([0, 1, 2].map(() => testApp.make.customer()))
    const query = { from: '2026-03-01', to: '2026-03-31' }
    const writing = { over: false }
    const answers: { records: number; collected: number; parts: number; citizens: number }[] = []
    const read = async () => {
      while (!writing.over) {
        const { totals, series, active_citizens: active } = await staff.call(showDashboard, { query })
        answers.push({
          records: totals.records,
          collected: totals.collected,
          parts: series.reduce((sum, part) => sum + part.collected, 0),
          citizens: active[0]?.citizens ?? 0,
        })
        await foldCounters(testApp.portal)
      }
    }
    const write = async (writer: number) => {
      for (let i = 0; i < 60; i += 1) {
        const person = people[(writer + i) % people.length]
        const createdAt = new Date(Date.UTC(2026, 2, 1 + ((i * 7 + writer) % 31), 10))
        if (person) await testApp.make.record(person, { points: 10, createdAt })
      }
    }
    const reading = read()
    await Promise.all([0, 1, 2, 3, 4, 5].map(write))
    writing.over = true
    await reading

    for (const { records, collected, parts } of answers)
      expect([collected, parts]).toEqual([10 * records, 10 * records])
    expect(Math.max(...answers.map(({ citizens }) => citizens))).toBeLessThanOrEqual(3)
    const { totals, active_citizens: active } = await staff.call(showDashboard, { query })
    expect([totals.records, active]).toEqual([360, [{ month: '2026-03', citizens: 3 }]])
  })
})
