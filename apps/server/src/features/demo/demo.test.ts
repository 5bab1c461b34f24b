import { brokenRules } from '#server/features/accounts/password-policy.ts'
import { describe, expect, it } from 'vitest'
import { calendarUntil } from './calendar.ts'
import { historyOf } from './history.ts'
import { feminine, loadNames } from './names.ts'
import { distribute, peopleOf } from './people.ts'
import { randomOf } from './random.ts'
import { demonstrationSignIns } from './service.ts'

const now = new Date('2026-03-10T15:00:00Z')
const calendar = calendarUntil(now)
const names = await loadNames()

/** Generates 400 people with their records. */
function generatePeople(seed: number) {
  const home = { id: 1, regionalUnit: 'Κοζάνης', population: 1 }
  const [personAt, countAt] = [
    peopleOf({ seed, homes: [home], calendar, domain: 'example.gr', names }),
    distribute(seed, 400, 6_000),
  ]
  return Array.from({ length: 400 }, (_, place) => {
    const { random, ...person } = personAt(place, countAt(place))
    return { person, records: historyOf(random, calendar, { count: countAt(place), since: person.since }) }
  })
}

describe('generated people', () => {
  const all = generatePeople(7)
  const records = all.flatMap((life) => life.records)

  it('are the same for the same seed and day, and different for another seed', () => {
    expect(generatePeople(7)).toEqual(all)
    expect(generatePeople(8)).not.toEqual(all)
    const later = calendarUntil(new Date('2026-03-10T20:00:00Z'))
    expect(later.timeOf(3, randomOf(1, 1))).toEqual(calendar.timeOf(3, randomOf(1, 1)))
  })

  it('have the requested number of records, and some people have many', () => {
    expect(records).toHaveLength(6_000)
    const counts = all.map((life) => life.records.length).sort((a, b) => b - a)
    expect(counts[0]).toBeGreaterThan(100)
    expect(counts[200]).toBeLessThan(15)
  })

  it('never spend or lose more points than they have', () => {
    for (const life of all) {
      let balance = 0
      for (const { points } of life.records) {
        balance += points
        expect(balance).toBeGreaterThanOrEqual(0)
      }
    }
  })

  it('have records only after joining, before today and in daytime', () => {
    for (const { person, records } of all)
      for (const { createdAt } of records) {
        expect(createdAt > person.createdAt).toBe(true)
        expect(createdAt < new Date('2026-03-10T00:00:00Z')).toBe(true)
        expect(createdAt.getUTCHours()).toBeGreaterThanOrEqual(4)
        expect(createdAt.getUTCHours()).toBeLessThanOrEqual(19)
      }
  })

  it('deliver mostly oil, in half litres, and more on Saturdays than on Sundays', () => {
    const share = (...kinds: string[]) =>
      records.filter(({ description }) => kinds.includes(description)).length / records.length
    expect(share('oil_collected')).toBeCloseTo(0.55, 1)
    expect(share('item_reused')).toBeCloseTo(0.2, 1)
    expect(share('coupon_created')).toBeCloseTo(0.09, 1)
    expect(share('coupon_cancelled', 'coupon_reimbursed')).toBeGreaterThan(0.01)
    expect(share('collection_cancelled')).toBeGreaterThan(0.01)
    const litres = records
      .filter(({ description }) => description === 'oil_collected')
      .map(({ details }) => Number(details.litres))
    expect(litres.every((amount) => Number.isInteger(2 * amount) && amount >= 0.5 && amount <= 15)).toBe(true)
    const on = (day: number) => records.filter(({ createdAt }) => createdAt.getUTCDay() === day).length
    expect(on(6)).toBeGreaterThan(4 * on(0))
  })

  it('have unique addresses, and surnames of the right gender', () => {
    expect(new Set(all.map(({ person }) => person.email)).size).toBe(400)
    for (const { person } of all) expect(person.email).toMatch(/^[a-z.]+\d*@example\.gr$/)
    for (const [his, hers] of [
      ['Παπαδόπουλος', 'Παπαδοπούλου'],
      ['Αγγελίδης', 'Αγγελίδου'],
      ['Νικολαΐδης', 'Νικολαΐδου'],
      ['Βιτάλης', 'Βιτάλη'],
      ['Γερμανός', 'Γερμανού'],
      ['Ζάππας', 'Ζάππα'],
      ['Γεωργίου', 'Γεωργίου'],
      ['Γεννάδιος', 'Γενναδίου'],
    ] as const)
      expect(feminine(his)).toBe(hers)
  })
})

describe('demonstrationSignIns', () => {
  it('have passwords that the rules accept', () => {
    for (const { password, ...owner } of Object.values(demonstrationSignIns))
      expect(brokenRules(password, owner)).toEqual([])
  })
})
