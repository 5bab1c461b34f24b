import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { verifyLedger } from '#server/ledger/verify/verify.ts'
import { days } from '#server/lib/time/clock.ts'
import type { Person } from '#test/factories.ts'
import { openProgram, type Program, unissuedCode } from '#test/programs.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'

/** Caps of 1,000 points for a partner and 100 for a participant; rejected above ten times as many. */
let testApp: TestApp
let site: Program
beforeAll(async () => {
  testApp = await openTestApp({ CAP_PARTNER_DAY: '1000', CAP_PERSON_DAY: '100', CAP_REJECT_FACTOR: '10' })
  testApp.clock.toNoon()
})
afterAll(() => testApp.close())
beforeEach(async () => {
  site = await openProgram(testApp)
})

const delivery = (person: Person, points: number, more: object = {}) => ({
  reference: crypto.randomUUID(),
  participant: { id: person.id },
  description: 'oil_collected',
  points,
  happened_at: '2026-03-01T10:00:00+02:00',
  ...more,
})
const people = (count: number) => Promise.all(Array.from({ length: count }, () => testApp.make.customer()))

const flagsOf = async (program: Program, persons: Person[] = []) =>
  testApp.db
    .selectFrom('ledgerFlags')
    .select(['partnerId', 'participantId', 'rejected', 'cap', 'points'])
    .where((where) =>
      where.or([
        where('partnerId', '=', program.partner.id),
        where('participantId', 'in', [0, ...persons.map(({ id }) => id)]),
      ]),
    )
    .orderBy('id')
    .execute()

const codesOf = async (program: Program, records: object[]) =>
  (await program.recordAll(records)).map(({ code, status }) => code ?? status)

const setCaps = ({ partner: { id } }: Program, caps: { dailyCap?: number; personCap?: number }) =>
  testApp.db.updateTable('partners').set(caps).where('id', '=', id).execute()

describe('caps of a partner', () => {
  it('above the cap points are recorded, and managers get one flag for the day [security caps]', async () => {
    const persons = await people(13)
    const deliveries = persons.map((person) => delivery(person, 90))
    expect(new Set(await codesOf(site, deliveries.slice(0, 11)))).toEqual(new Set(['recorded']))
    expect(await flagsOf(site)).toEqual([])
    expect(await codesOf(site, deliveries.slice(11))).toEqual(['recorded', 'recorded'])
    const flag = {
      partnerId: site.partner.id,
      participantId: null,
      rejected: false,
      cap: 1_000,
      points: 1_170,
    }
    expect(await flagsOf(site)).toEqual([flag])
    await site.record(delivery(persons[0] as Person, 5))
    expect(await flagsOf(site)).toEqual([flag])
    await verifyLedger(testApp.portal)
  })

  it('above the multiple a record is rejected, and the same record is accepted the next day [security caps]', async () => {
    const persons = await people(11)
    const deliveries = persons.map((person) => delivery(person, 999))
    const statuses = await codesOf(site, deliveries)
    expect(statuses).toEqual([...Array.from({ length: 10 }, () => 'recorded'), 'cap_reached'])
    const single = await testApp.app.inject({
      method: 'POST',
      url: '/api/partner/points/',
      headers: { authorization: `Bearer ${site.token}` },
      payload: deliveries[10] ?? {},
    })
    expect([single.statusCode, single.headers['retry-after'], single.json()]).toEqual([
      429,
      '3600',
      {
        detail: 'The daily limit of points is reached. Send the record again later.',
        code: 'cap_reached',
        final: false,
      },
    ])
    expect((await flagsOf(site)).filter(({ rejected }) => rejected)).toEqual([
      { partnerId: site.partner.id, participantId: null, rejected: true, cap: 10_000, points: 9_990 },
    ])
    // A rejected record leaves nothing: later ones that fit are recorded.
    expect(await codesOf(site, [delivery(persons[0] as Person, 1)])).toEqual(['recorded'])

    testApp.clock.forward(days(1))
    const tomorrow = await openProgram(testApp, { as: site.partner })
    expect(await codesOf(tomorrow, deliveries.slice(9))).toEqual(['repeated', 'recorded'])
  })

  it('count redemptions and their cancellations neither way', async () => {
    const [maria] = (await people(1)) as [Person]
    await site.record(delivery(maria, 100))
    const coupon = delivery(maria, -100, { description: 'coupon_created' })
    for (let turn = 0; turn < 15; turn += 1) {
      const sent = { ...coupon, reference: crypto.randomUUID() }
      await site.record(sent)
      const back = {
        reference: sent.reference,
        reversal_reference: crypto.randomUUID(),
        as: 'coupon_cancelled',
      }
      expect((await site.reverse({ ...back, happened_at: coupon.happened_at })).status).toBe(200)
    }
    expect(await flagsOf(site, [maria])).toEqual([])
  })

  it('are those of the registration, if it has some', async () => {
    const [maria] = (await people(1)) as [Person]
    const other = await openProgram(testApp)
    await setCaps(other, { dailyCap: 5 })
    expect(await codesOf(other, [delivery(maria, 50), delivery(maria, 1)])).toEqual([
      'recorded',
      'cap_reached',
    ])
    await setCaps(other, { dailyCap: 0 })
    expect(await codesOf(other, [delivery(maria, 1)])).toEqual(['recorded'])
  })

  it('count waiting deliveries when they arrive, and not those that were withdrawn', async () => {
    const waiting = (points: number) =>
      delivery({} as Person, points, { participant: { sticker: unissuedCode() } })
    const first = waiting(9_000)
    expect(await codesOf(site, [first, waiting(1_001)])).toEqual(['waiting', 'cap_reached'])
    const back = { reference: first.reference, reversal_reference: crypto.randomUUID() }
    expect((await site.reverse({ ...back, happened_at: first.happened_at })).body.status).toBe('withdrawn')
    expect(await codesOf(site, [waiting(10_000), waiting(1)])).toEqual(['waiting', 'cap_reached'])
  })

  it('are free again after a reversal of the same day, not after one of an earlier day', async () => {
    const [maria, eleni] = (await people(2)) as [Person, Person]
    const old = delivery(maria, 900)
    await site.record(old)
    testApp.clock.forward(days(1))
    const next = await openProgram(testApp, { as: site.partner })
    const persons = await people(10)
    await next.recordAll(persons.map((person) => delivery(person, 999)))
    const reverse = ({ reference, happened_at }: typeof old) =>
      next.reverse({ reference, happened_at, reversal_reference: crypto.randomUUID() })
    expect((await reverse(old)).status).toBe(200)
    expect(await codesOf(next, [delivery(eleni, 500)])).toEqual(['cap_reached'])
    const today = delivery(eleni, 10)
    await next.record(today)
    expect(await codesOf(next, [delivery(eleni, 1)])).toEqual(['cap_reached'])
    expect((await reverse(today)).status).toBe(200)
    expect(await codesOf(next, [delivery(eleni, 10)])).toEqual(['recorded'])
  })
})

describe('caps of a participant', () => {
  it('count the points of all partners; one flag for the day [security caps]', async () => {
    const [maria] = (await people(1)) as [Person]
    const other = await openProgram(testApp)
    await site.record(delivery(maria, 60))
    expect(await flagsOf(site, [maria])).toEqual([])
    await other.record(delivery(maria, 60))
    await other.record(delivery(maria, 60))
    const flag = { partnerId: null, participantId: maria.id, rejected: false, cap: 100, points: 120 }
    expect(await flagsOf(site, [maria])).toEqual([flag])
    testApp.clock.forward(days(1))
    const tomorrow = await openProgram(testApp)
    await tomorrow.record(delivery(maria, 100))
    expect(await flagsOf(site, [maria])).toEqual([flag])
    await tomorrow.record(delivery(maria, 1))
    expect(await flagsOf(site, [maria])).toEqual([flag, { ...flag, points: 101 }])
  })

  it('above the multiple reject only the records of that participant [security caps]', async () => {
    const [maria, eleni] = (await people(2)) as [Person, Person]
    expect(
      await codesOf(site, [
        delivery(maria, 900),
        delivery(maria, 101),
        delivery(eleni, 50),
        delivery(maria, 100),
      ]),
    ).toEqual(['recorded', 'cap_reached', 'recorded', 'recorded'])
    const flags = (await flagsOf(site, [maria])).filter(({ participantId }) => participantId === maria.id)
    expect(flags.map(({ rejected, points }) => [rejected, points])).toEqual([
      [true, 1_000],
      [false, 1_000],
    ])
  })

  it('of one partner apply to its own points [security caps]', async () => {
    const [maria] = (await people(1)) as [Person]
    const other = await openProgram(testApp)
    await setCaps(other, { personCap: 30 })
    await site.record(delivery(maria, 40))
    await other.record(delivery(maria, 30))
    expect(await flagsOf(other, [maria])).toEqual([])
    await other.record(delivery(maria, 1))
    const flag = {
      partnerId: other.partner.id,
      participantId: maria.id,
      rejected: false,
      cap: 30,
      points: 31,
    }
    expect(await flagsOf(other, [maria])).toEqual([flag])
  })

  it('count by the day of arrival, not by the day that the partner sends', async () => {
    const [maria] = (await people(1)) as [Person]
    const backdated = ['2026-03-01', '2026-03-02', '2026-03-03'].map((day) =>
      delivery(maria, 500, { happened_at: `${day}T10:00:00+02:00` }),
    )
    expect(await codesOf(site, backdated)).toEqual(['recorded', 'recorded', 'cap_reached'])
  })
})

describe('64 concurrent calls of a partner', () => {
  it('never give more than the multiple of the cap when each gives a large part of it [security caps]', async () => {
    const persons = await people(64)
    const answers = await Promise.all(persons.map((person) => site.record(delivery(person, 999))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(10)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(54)
    const { rows } = await sql<{ points: number }>`
      select sum(points)::bigint as points from points_records where partner_id = ${site.partner.id}`.execute(
      testApp.db,
    )
    expect(rows[0]?.points).toBe(9_990)
  })

  it('never give more than the multiple of the cap when each gives a small part of it [security caps]', async () => {
    const persons = await people(64)
    await setCaps(site, { dailyCap: 100 })
    const answers = await Promise.all(persons.map((person) => site.record(delivery(person, 20))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(50)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(14)
    const flags = (await flagsOf(site)).map(({ rejected, cap }) => ({ rejected, cap }))
    expect(flags).toHaveLength(2)
    expect(flags).toEqual(
      expect.arrayContaining([
        { rejected: false, cap: 100 },
        { rejected: true, cap: 1_000 },
      ]),
    )
  })

  it('for one participant never give more than the multiple of the cap [security caps]', async () => {
    const [maria] = (await people(1)) as [Person]
    const answers = await Promise.all(Array.from({ length: 64 }, () => site.record(delivery(maria, 30))))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(33)
  })
})
