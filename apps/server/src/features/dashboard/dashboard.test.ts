import { type ActivitySums, type Dashboard, showDashboard } from '@portal/contract/dashboard.ts'
import {
  type Category,
  type Description,
  descriptions,
  factsOf,
  isDelivery,
} from '@portal/contract/words/descriptions.ts'
import { summarizePoints } from '@portal/contract/points.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type TestApp, openTestApp } from '#test/test-app.ts'
import type { Person } from '#test/factories.ts'
import { randomOf } from '#server/features/demo/random.ts'
import { foldCounters } from '#server/ledger/counters.ts'

let testApp: TestApp
let staff: Client
beforeAll(async () => {
  testApp = await openTestApp()
  testApp.clock.toNoon()
  staff = await testApp.signIn(await testApp.make.staff())
})
afterAll(() => testApp.close())

type NewRecord = {
  person: { id: number }
  /** Municipality of the participant when the record is added; null if unknown. */
  place: number | null
  description: Description
  points: number
  createdAt: Date
  details: Record<string, unknown> | null
}

let serial = 0
/** Inserts records in one statement, as an import or a partner's batch does. */
async function insertRecords(records: NewRecord[]): Promise<void> {
  if (records.length === 0) return
  await testApp.db
    .insertInto('pointsRecords')
    .values(
      records.map(({ person, description, points, createdAt, details }) => ({
        participantId: person.id,
        description,
        points,
        createdAt,
        source: 'test',
        reference: `dashboard-${(serial += 1)}`,
        details: details && JSON.stringify(details),
      })),
    )
    .execute()
}

const athens = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Athens' })
const dayOf = (moment: Date) => athens.format(moment)

const amount = (details: NewRecord['details'], ...names: string[]) =>
  names
    .map((name) => details?.[name])
    .find((value): value is number => typeof value === 'number' && value >= 0 && value <= 100_000)

/** Reference implementation of the sums: record by record. */
function sumsOf(records: NewRecord[], accounts: number): ActivitySums {
  const points = (wanted: Category, sign?: 1 | -1) =>
    records
      .filter(({ description }) => factsOf[description].category === wanted)
      .filter(({ description }) => sign === undefined || factsOf[description].sign === sign)
      .reduce((sum, record) => sum + record.points, 0)
  const measured = (measure: 'litres' | 'items', ...names: string[]) =>
    records
      .filter(({ description }) => factsOf[description].measure === measure)
      .map((record) => ({ ...record, value: amount(record.details, ...names) }))
  const sum = (list: ReturnType<typeof measured>) =>
    list.reduce((sum, { value = 0, points, description }) => {
      const isTakenBack = points < 0 || factsOf[description].sign < 0
      return sum + (isTakenBack ? -value : value)
    }, 0)
  const unstated = (list: ReturnType<typeof measured>) =>
    list.filter(({ description, value }) => isDelivery(description) && value === undefined).length
  const litres = measured('litres', 'litres')
  const items = measured('items', 'items', 'item_count')
  return {
    collected: points('cookingoils') + points('reuse'),
    cookingoils: points('cookingoils'),
    reuse: points('reuse'),
    redeemed: 0 - points('redeemed'),
    oil_cancelled: 0 - points('cookingoils', -1),
    coupons_cancelled: points('redeemed', 1),
    litres: Math.round(sum(litres) * 1000) / 1000,
    items: sum(items),
    without_litres: unstated(litres),
    without_items: unstated(items),
    records: records.length,
    new_accounts: accounts,
  }
}

type Account = { day: string; place: number | null }

/** Expected answer, computed from all records and accounts for the periods in the answer. */
function expectedAnswer(
  answer: Dashboard,
  records: NewRecord[],
  accounts: Account[],
  names: Map<number, string>,
) {
  if (!answer.period) throw new Error('The answer has no period.')
  const within = (day: string, span: { from: string; to: string }) => day >= span.from && day <= span.to
  const between = (span: { from: string; to: string }) =>
    sumsOf(
      records.filter(({ createdAt }) => within(dayOf(createdAt), span)),
      accounts.filter(({ day }) => within(day, span)).length,
    )
  const { period } = answer
  const places = [...new Set([...records, ...accounts].map(({ place }) => place))]
    .map((place) => ({
      id: place,
      name: place === null ? null : (names.get(place) ?? null),
      ...sumsOf(
        records.filter((record) => record.place === place && within(dayOf(record.createdAt), period)),
        accounts.filter((account) => account.place === place && within(account.day, period)).length,
      ),
    }))
    .filter(({ records, new_accounts }) => records > 0 || new_accounts > 0)
    .sort((a, b) => b.collected - a.collected || (a.id ?? 0) - (b.id ?? 0))
  const activeIn = (month: string) =>
    new Set(
      records.filter(({ createdAt }) => dayOf(createdAt).startsWith(month)).map(({ person }) => person.id),
    ).size
  return {
    ...answer,
    totals: between(period),
    previous: answer.previous && { ...answer.previous, totals: between(answer.previous) },
    series: answer.series.map(({ from, to }) => ({ from, to, ...between({ from, to }) })),
    municipalities: places,
    active_citizens: answer.active_citizens.map(({ month }) => ({ month, citizens: activeIn(month) })),
  }
}

describe('showDashboard', () => {
  it('returns empty sums for an empty portal and for years without records', async () => {
    const empty = await openTestApp()
    empty.clock.toNoon()
    const clerk = await empty.signIn(await empty.make.staff())
    const today = dayOf(empty.portal.clock.now())
    const nothing = await clerk.call(showDashboard)
    expect(nothing).toMatchObject({
      period: { from: today, to: today },
      totals: sumsOf([], 0),
      previous: null,
      municipalities: [],
      active_citizens: [{ month: today.slice(0, 7), citizens: 0 }],
    })
    for (const query of [
      { from: '0001-01-01', to: '0001-12-31' },
      { from: '9999-12-31', to: '9999-12-31' },
      { from: '2025-01-02', to: '2025-01-01' },
    ])
      expect(await clerk.call(showDashboard, { query })).toMatchObject({ period: null, series: [] })
    expect(
      (await clerk.call(showDashboard, { query: { from: '0001-01-01', to: '9999-12-31' } })).period,
    ).toEqual({
      from: today,
      to: today,
    })
    await empty.close()
  })

  it.each([
    [{ from: '2026-02-30' }, 1],
    [{ from: 'x', to: '21/11/2026' }, 2],
    [{ to: '2026-1-1' }, 1],
  ])('rejects %o', async (query, errors) => {
    const answer = await staff.send(showDashboard, { query })
    expect([answer.statusCode, answer.json()]).toEqual([
      400,
      { created_at: Array.from({ length: errors }, () => 'Enter a valid date.') },
    ])
  })

  it('sums every record and account exactly, with counters folded or not [§2 dashboard]', async () => {
    const random = randomOf(5, 1)
    const towns = [
      await testApp.make.municipality('Κοζάνης'),
      await testApp.make.municipality('Εορδαίας'),
      await testApp.make.municipality('Γρεβενών'),
    ]
    const names = new Map(towns.map(({ id, name }) => [id, name]))
    const now = testApp.portal.clock.now()
    const homes = new Map<Person, number | null>()
    for (let i = 0; i < 12; i += 1) {
      const town = i < 10 ? (towns[i % 3]?.id ?? null) : null
      homes.set(await testApp.make.customer(town === null ? {} : { municipality: town }), town)
    }
    await testApp.make.customer({ isActive: false })
    const people = [...homes.keys()]

    // Starts and ends of days, months and years in Athens, and days of clock changes.
    const moments = [
      '2024-02-28T22:30:00Z',
      '2024-02-29T21:59:59.999Z',
      '2024-02-29T22:00:00Z',
      '2024-12-31T21:59:59Z',
      '2024-12-31T22:00:00Z',
      '2026-03-28T22:00:00Z',
      '2026-03-29T20:59:59.999Z',
      '2026-03-29T21:00:00Z',
      '2026-10-24T21:00:00Z',
      '2026-10-25T21:59:59.999Z',
      '2026-10-25T22:00:00Z',
      '2026-10-31T22:00:00Z',
    ]
    const detailsList: NewRecord['details'][] = [
      null,
      {},
      { litres: 2.5 },
      { litres: 0.125, item_count: 3 },
      { items: 4, item_count: 9 },
      { litres: '3' },
      { litres: -1, items: -2 },
      { litres: 1e300, items: 1e9 },
      { item_count: 2 },
    ]
    const some = <T>(list: readonly T[]): T => list[random.below(list.length)] as T
    const invent = (createdAt: Date): NewRecord => {
      const person = some(people)
      const description = some<Description>(descriptions)
      const size = 1 + random.below(400)
      const correction = description === 'item_reused' && random.next() < 0.2
      return {
        person,
        place: homes.get(person) ?? null,
        description,
        points: size * (correction ? -1 : factsOf[description].sign || 1),
        createdAt,
        details: some(detailsList),
      }
    }

    const records: NewRecord[] = []
    const accounts: Account[] = people.map((person) => ({
      day: dayOf(now),
      place: homes.get(person) ?? null,
    }))
    const compare = async () => {
      const last = [dayOf(testApp.portal.clock.now()), ...records.map(({ createdAt }) => dayOf(createdAt))]
        .sort()
        .at(-1)
      for (const query of [
        {},
        { from: '2026-03-29', to: '2026-03-29' },
        { from: '2026-10-01', to: '2026-10-31' },
        { from: '2026-02-10', to: '2026-05-31' },
        { from: '2024-02-29', to: '2025-01-01' },
        { from: '2025-01-02' },
        { to: '2026-03-30' },
      ]) {
        const answer = await staff.call(showDashboard, { query })
        expect(answer).toEqual(expectedAnswer(answer, records, accounts, names))
        expect(answer.period?.from).toBe(query.from ?? '2024-02-29')
        expect(answer.period?.to).toBe(query.to ?? last)
      }
    }

    // Initial records, so that no balance becomes negative.
    const initialRecords = people.map((person): NewRecord => ({
      person,
      place: homes.get(person) ?? null,
      description: 'oil_collected',
      points: 1_000_000,
      createdAt: new Date(moments[0] ?? ''),
      details: null,
    }))
    await insertRecords(initialRecords)
    records.push(...initialRecords)
    for (let round = 0; round < 5; round += 1) {
      // Newer and older than existing records; in one statement and one by one.
      const batch = [
        ...moments.map((moment) => invent(new Date(moment))),
        ...Array.from({ length: 60 }, () =>
          invent(new Date(Date.parse('2025-06-01T00:00:00Z') + random.below(540 * 86_400_000))),
        ),
      ]
      await insertRecords(batch)
      for (let i = 0; i < 10; i += 1) {
        const one = invent(new Date(Date.parse('2026-09-01T00:00:00Z') + random.below(80 * 86_400_000)))
        await insertRecords([one])
        batch.push(one)
      }
      records.push(...batch)
      await compare()
      if (round % 2 === 0) {
        await foldCounters(testApp.portal)
        await compare()
      }
      // A participant moves: existing records keep their municipality, the account gets the new one.
      const mover = some(people)
      const town = some([...towns.map(({ id }) => id), null])
      await testApp.db.updateTable('users').set({ municipalityId: town }).where('id', '=', mover.id).execute()
      homes.set(mover, town)
      const account = accounts[people.indexOf(mover)]
      if (account) account.place = town
    }

    const all = await staff.call(showDashboard)
    const balances = await testApp.db
      .selectFrom('balances')
      .select(({ fn }) => [
        fn.sum<string>('cookingoils').as('cookingoils'),
        fn.sum<string>('reuse').as('reuse'),
        fn.sum<string>('redeemed').as('redeemed'),
      ])
      .executeTakeFirstOrThrow()
    expect(all.totals).toMatchObject({
      cookingoils: Number(balances.cookingoils),
      reuse: Number(balances.reuse),
      redeemed: Number(balances.redeemed),
    })
  })

  it('counts active citizens in whole months, and each of them once', async () => {
    const active = async (from: string, to: string) =>
      (await staff.call(showDashboard, { query: { from, to } })).active_citizens
    const before = (await active('2024-05-10', '2024-05-10'))[0]?.citizens ?? 0
    const [maria, nikos] = [await testApp.make.customer(), await testApp.make.customer()]
    await testApp.make.record(maria, { createdAt: '2024-05-01T00:00:00+03:00' })
    await testApp.make.record(maria, { createdAt: '2024-05-31T23:59:59+03:00' })
    await testApp.make.record(nikos, { createdAt: '2024-06-01T00:00:00+03:00' })
    for (const folded of [false, true]) {
      if (folded) await foldCounters(testApp.portal)
      expect(await active('2024-05-10', '2024-05-10')).toEqual([{ month: '2024-05', citizens: before + 1 }])
    }
  })

  it('compares with the same number of days before, if the portal is old enough', async () => {
    const young = await openTestApp()
    const clerk = await young.signIn(await young.make.staff())
    await young.make.record(await young.make.customer(), { createdAt: '2024-02-29T10:00:00Z' })
    const previous = async (query: { from?: string; to?: string }) => {
      const answer = await clerk.call(showDashboard, { query })
      return answer.previous && [answer.previous.from, answer.previous.to]
    }
    expect(await previous({ from: '2024-10-08', to: '2024-10-14' })).toEqual(['2024-10-01', '2024-10-07'])
    expect(await previous({ from: '2024-03-03', to: '2024-03-05' })).toEqual(['2024-02-29', '2024-03-02'])
    expect(await previous({ from: '2024-03-03', to: '2024-03-06' })).toBeNull()
    expect(await previous({ to: '2024-10-14' })).toBeNull()
    await young.close()
  })

  it('counts a citizen as new on the day of activation, and never counts staff', async () => {
    const today = dayOf(testApp.portal.clock.now())
    const fresh = async () =>
      (await staff.call(showDashboard, { query: { from: today, to: today } })).totals.new_accounts
    const before = await fresh()
    const person = await testApp.make.customer({ isActive: false })
    expect(await fresh()).toBe(before)
    const set = (change: {
      isActive?: boolean
      activatedAt?: Date
      isStaff?: boolean
      role?: 'clerk' | null
      firstName?: string
    }) => testApp.db.updateTable('users').set(change).where('id', '=', person.id).execute()
    await set({ isActive: true, activatedAt: testApp.portal.clock.now() })
    expect(await fresh()).toBe(before + 1)
    await set({ firstName: 'Άννα' })
    await set({ isActive: false })
    expect(await fresh()).toBe(before + 1)
    await set({ isStaff: true, role: 'clerk' })
    expect(await fresh()).toBe(before)
    await set({ isStaff: false, role: null })
    await testApp.db.deleteFrom('users').where('id', '=', person.id).execute()
    expect(await fresh()).toBe(before)
  })

  it('returns the same sums as summarizePoints of its citizens', async () => {
    const town = await testApp.make.municipality('Πρεσπών')
    const maria = await testApp.make.customer({ municipality: town.id })
    const kinds = {
      oil_collected: 300,
      collection_cancelled: -50,
      coupon_created: -200,
      coupon_reimbursed: 20,
    } as const
    for (const [description, points] of Object.entries(kinds) as [keyof typeof kinds, number][])
      await testApp.make.record(maria, { description, points })
    const hers = await (await testApp.signIn(maria)).call(summarizePoints)
    const today = dayOf(testApp.portal.clock.now())
    const answer = await staff.call(showDashboard, { query: { from: today } })
    expect(answer.municipalities.find(({ id }) => id === town.id)).toMatchObject({
      name: 'Πρεσπών',
      collected: hers.collected,
      cookingoils: hers.cookingoils,
      redeemed: hers.redeemed,
      reuse: 0,
      oil_cancelled: 50,
      coupons_cancelled: 20,
      without_litres: 1,
    })
  })

  it('keeps the sums of a deleted municipality', async () => {
    const town = await testApp.make.municipality('Βελβεντού')
    const maria = await testApp.make.customer({ municipality: town.id })
    await testApp.make.record(maria, { points: 70, createdAt: '2026-01-15T10:00:00Z' })
    await testApp.db.updateTable('users').set({ municipalityId: null }).where('id', '=', maria.id).execute()
    await sql`delete from municipalities where id = ${town.id}`.execute(testApp.db)
    const answer = await staff.call(showDashboard, { query: { from: '2026-01-15', to: '2026-01-15' } })
    expect(answer.municipalities.find(({ id }) => id === town.id)).toMatchObject({
      name: null,
      collected: 70,
    })
  })
})
