import {
  listOwnPoints,
  listPoints,
  type PointsRecord,
  summarizeOwnYear,
  summarizePoints,
  totalPoints,
} from '@portal/contract/points.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { athensDay } from '#server/lib/time/athens.ts'
import { foldCounters } from '#server/ledger/counters.ts'

let testApp: TestApp
let staff: Client
beforeAll(async () => {
  testApp = await openTestApp()
  staff = await testApp.signIn(await testApp.make.staff())
})
afterAll(() => testApp.close())

describe('summarizePoints', () => {
  it('sums the points of each description', async () => {
    const maria = await testApp.make.customer()
    const client = await testApp.signIn(maria)
    expect(await client.call(summarizePoints)).toEqual({
      available: 0,
      collected: 0,
      reuse: 0,
      cookingoils: 0,
      redeemed: 0,
    })
    const records = [
      ['oil_collected', 300],
      ['collection_cancelled', -50],
      ['item_reused', 40],
      ['item_delivered', 60],
      ['coupon_created', -200],
      ['coupon_cancelled', 30],
      ['coupon_reimbursed', 20],
    ] as const
    for (const [description, points] of records) await testApp.make.record(maria, { description, points })
    expect(await client.call(summarizePoints)).toEqual({
      available: 200,
      collected: 350,
      reuse: 100,
      cookingoils: 250,
      redeemed: 150,
    })
  })

  it('gives each participant their own sums if calls arrive together', async () => {
    const people = await Promise.all(Array.from({ length: 6 }, () => testApp.make.customer()))
    const clients = await Promise.all(people.map((person) => testApp.signIn(person)))
    for (const [place, person] of people.slice(1).entries())
      await testApp.make.record(person, { description: 'oil_collected', points: place + 1 })
    const calls = Array.from({ length: 20 }, () => clients).flat()
    const sums = await Promise.all(calls.map((client) => client.call(summarizePoints)))
    expect(sums.map(({ available }) => available)).toEqual(calls.map((_, call) => call % 6))
  })
})

describe('summarizeOwnYear', () => {
  it("sums this year's litres, in Athens, without cancelled ones [points year]", async () => {
    const [maria, other] = [await testApp.make.customer(), await testApp.make.customer()]
    const client = await testApp.signIn(maria)
    const year = Number(athensDay(testApp.portal.clock.now()).slice(0, 4))
    expect(await client.call(summarizeOwnYear)).toEqual({ year, litres: 0 })
    const rows = [
      [maria, 'oil_collected', 25, `${year}-01-01T00:00:00+02:00`, { litres: 2.5 }],
      [maria, 'oil_collected', 12, `${year}-01-01T00:30:00+02:00`, { litres: 1.25 }],
      [maria, 'collection_cancelled', -5, `${year}-01-02T10:00:00+02:00`, { litres: 0.5 }],
      [maria, 'oil_collected', 90, `${year - 1}-12-31T23:59:00+02:00`, { litres: 9 }],
      [maria, 'oil_collected', 7, `${year}-01-03T10:00:00+02:00`, null],
      [maria, 'item_reused', 7, `${year}-01-03T10:00:00+02:00`, { items: 3 }],
      [other, 'oil_collected', 70, `${year}-01-03T10:00:00+02:00`, { litres: 7 }],
    ] as const
    for (const [person, description, points, createdAt, details] of rows)
      await testApp.db
        .insertInto('pointsRecords')
        .values({
          participantId: person.id,
          description,
          points,
          createdAt: new Date(createdAt),
          source: 'test',
          reference: crypto.randomUUID(),
          details: details && JSON.stringify(details),
        })
        .execute()
    expect(await client.call(summarizeOwnYear)).toEqual({ year, litres: 3.25 })
  })
})

describe('listOwnPoints', () => {
  it("returns only the user's own records, newest first, with Athens time", async () => {
    const maria = await testApp.make.customer()
    const other = await testApp.make.customer()
    await testApp.make.record(other)
    await testApp.make.record(maria, { points: 1, createdAt: '2024-07-03T09:00:00Z' })
    await testApp.make.record(maria, { points: 2, createdAt: '2024-01-03T09:00:00.120Z' })
    const client = await testApp.signIn(maria)
    const page = await client.call(listOwnPoints)
    expect(page).toMatchObject({ count: 2, total_pages: 1 })
    expect(
      page.results.map(({ points, created_at, participant }) => ({ points, created_at, participant })),
    ).toEqual([
      {
        points: 1,
        created_at: '2024-07-03T12:00:00+03:00',
        participant: { id: maria.id, email: maria.email },
      },
      {
        points: 2,
        created_at: '2024-01-03T11:00:00.120+02:00',
        participant: { id: maria.id, email: maria.email },
      },
    ])
    const last = await client.call(listOwnPoints, { query: { page: 'last', page_size: '1' } })
    expect(last).toEqual({ count: 2, total_pages: 2, results: page.results.slice(1) })
    const ranged = await client.call(listOwnPoints, { query: { created_at_after: '2024-07-03' } })
    expect(ranged).toMatchObject({ count: 1 })
  })
})

describe('listPoints', () => {
  it('returns one empty page for an empty ledger [§3 last page]', async () => {
    const empty = await openTestApp()
    const clerk = await empty.signIn(await empty.make.staff())
    for (const query of [{}, { page: 'last' }])
      expect(await clerk.call(listPoints, { query })).toEqual({ results: [], count: 0, total_pages: 1 })
    expect((await clerk.send(listPoints, { query: { page: '2' } })).json()).toEqual({
      detail: 'Invalid page.',
    })
    await empty.close()
  })

  it.each([
    [
      { participant: 'x' },
      { participant: ['Select a valid choice. That choice is not one of the available choices.'] },
    ],
    [
      { participant: '999999999' },
      { participant: ['Select a valid choice. That choice is not one of the available choices.'] },
    ],
    [{ created_at_after: '2024-02-30' }, { created_at: ['Enter a valid date.'] }],
    [
      { created_at_after: '24-02-03', created_at_before: 'x' },
      { created_at: ['Enter a valid date.', 'Enter a valid date.'] },
    ],
    [
      { participant: '0', created_at_before: '0000-01-01' },
      {
        participant: ['Select a valid choice. That choice is not one of the available choices.'],
        created_at: ['Enter a valid date.'],
      },
    ],
  ])('rejects %o', async (query, body) => {
    const answer = await staff.send(listPoints, { query })
    expect([answer.statusCode, answer.json()]).toEqual([400, body])
  })

  it.each(['0', '-1', 'x', '99999999999', '1.5', 'LAST', 'last '])(
    'rejects page %s with 404',
    async (page) => {
      const answer = await staff.send(listPoints, { query: { page } })
      expect([answer.statusCode, answer.json()]).toEqual([404, { detail: 'Invalid page.' }])
    },
  )

  it.each([
    ['0', 20],
    ['-5', 20],
    ['x', 20],
    ['7', 7],
    ['1000', 100],
  ])('reads a page size of %s as %i', async (pageSize, size) => {
    const maria = await testApp.make.customer()
    for (let i = 0; i < 101; i += 1) await testApp.make.record(maria, { createdAt: '2020-05-05T10:00:00Z' })
    const page = await staff.call(listPoints, {
      query: { participant: String(maria.id), page_size: pageSize },
    })
    expect(page.results).toHaveLength(size)
    expect(page.total_pages).toBe(Math.ceil(101 / size))
  })

  it('returns nothing for years without records and for a reversed range', async () => {
    const ranges = [
      { created_at_after: '0001-01-01', created_at_before: '0001-12-31' },
      { created_at_after: '9999-12-31', created_at_before: '9999-12-31' },
      { created_at_after: '2025-01-02', created_at_before: '2025-01-01' },
    ]
    for (const query of ranges)
      expect(await staff.call(listPoints, { query })).toEqual({ results: [], count: 0, total_pages: 1 })
  })

  it('counts a record on its day in Athens, also when the clocks change', async () => {
    const maria = await testApp.make.customer()
    const participant = String(maria.id)
    // In Athens, 29 March 2026 has 23 hours and 25 October 2026 has 25.
    const moments = [
      '2026-03-28T21:59:59.999Z',
      '2026-03-28T22:00:00Z',
      '2026-03-29T20:59:59.999Z',
      '2026-03-29T21:00:00Z',
    ]
    for (const createdAt of moments) await testApp.make.record(maria, { createdAt })
    await testApp.make.record(maria, { createdAt: '2026-10-25T21:59:59Z' })
    const count = async (day: string) =>
      (
        await staff.call(listPoints, {
          query: { participant, created_at_after: day, created_at_before: day },
        })
      ).count
    expect([
      await count('2026-03-28'),
      await count('2026-03-29'),
      await count('2026-03-30'),
      await count('2026-10-25'),
    ]).toEqual([1, 2, 1, 1])
  })
})

describe('listPoints of all participants', () => {
  /** Adds records with empty months, several records per day, equal timestamps, and negative ones, also of reuse. */
  const addRecords = async (people: Person[]) => {
    const days = [
      '2023-01-01',
      '2023-01-31',
      '2023-02-01',
      '2023-02-14',
      '2023-05-31',
      '2024-02-29',
      '2024-03-31',
      '2024-12-31',
      '2025-01-01',
    ]
    let serial = 0
    for (const day of days) {
      for (const hour of ['00:00:00', '00:30:00', '12:00:00', '12:00:00', '23:59:59.999']) {
        serial += 1
        const person = people[serial % people.length]
        const what =
          serial % 7 === 0
            ? ({ points: -2, description: 'coupon_created' } as const)
            : serial % 3 === 0
              ? ({ points: -1, description: 'item_reused' } as const)
              : { points: serial }
        if (person)
          await testApp.make.record(person, { ...what, createdAt: new Date(`${day}T${hour}+02:00`) })
      }
    }
  }
  const ranges = [
    {},
    { created_at_after: '2023-01-31' },
    { created_at_before: '2024-02-29' },
    { created_at_after: '2023-02-01', created_at_before: '2023-02-28' },
    { created_at_after: '2023-01-02', created_at_before: '2025-01-01' },
    { created_at_after: '2023-01-15', created_at_before: '2023-02-10' },
    { created_at_after: '2024-03-31', created_at_before: '2024-03-31' },
    { created_at_after: '2023-06-01', created_at_before: '2024-01-31' },
  ]

  it('returns exact pages and totals in every range, with counters folded or not [§3 last page] [points totals]', async () => {
    await addRecords([await testApp.make.customer(), await testApp.make.customer()])
    const all = await everything(staff)
    expect(all.length).toBeGreaterThanOrEqual(45)
    const dayOf = (record: PointsRecord) => record.created_at.slice(0, 10)
    for (const folded of [false, true]) {
      if (folded) await foldCounters(testApp.portal)
      for (const query of ranges) {
        const expected = all.filter(
          (record) =>
            (!query.created_at_after || dayOf(record) >= query.created_at_after) &&
            (!query.created_at_before || dayOf(record) <= query.created_at_before),
        )
        expect(await staff.call(totalPoints, { query })).toEqual(totalsOf(expected))
        for (const size of [7, 100]) {
          const pages = Math.max(1, Math.ceil(expected.length / size))
          const shown: PointsRecord[] = []
          for (let page = 1; page <= pages; page += 1) {
            const answer = await staff.call(listPoints, {
              query: { ...query, page: String(page), page_size: String(size) },
            })
            expect([answer.count, answer.total_pages]).toEqual([expected.length, pages])
            shown.push(...answer.results)
          }
          expect(shown.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
          const last = await staff.call(listPoints, {
            query: { ...query, page: 'last', page_size: String(size) },
          })
          expect(last).toEqual({
            count: expected.length,
            total_pages: pages,
            results: shown.slice((pages - 1) * size),
          })
        }
      }
      // Adds a record between the rounds, so that the fold has a new record to include.
      if (!folded)
        await testApp.make.record(await testApp.make.customer(), { createdAt: '2022-01-01T10:00:00Z' })
      if (!folded) all.splice(0, all.length, ...(await everything(staff)))
    }
  })
})

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0)

function totalsOf(records: PointsRecord[]) {
  const points = records.map((record) => record.points)
  const positive = sumOf(points.filter((one) => one > 0))
  const negative = sumOf(points.filter((one) => one < 0))
  return { positive, negative, balance: positive + negative }
}

/** Reads all records per participant: uses other queries than the pages under test. */
async function everything(staff: Client): Promise<PointsRecord[]> {
  const people = await testApp.db.selectFrom('users').select('id').where('isStaff', '=', false).execute()
  const records: PointsRecord[] = []
  for (const { id } of people) {
    for (let page = 1, pages = 1; page <= pages; page += 1) {
      const answer = await staff.call(listPoints, {
        query: { participant: String(id), page: String(page), page_size: '100' },
      })
      pages = answer.total_pages
      records.push(...answer.results)
    }
  }
  return records.sort((a, b) => Date.parse(b.created_at) - Date.parse(a.created_at) || b.id - a.id)
}
