import { describe, expect, it } from 'vitest'
import { addDays, addMonths, formatDay, isDay, todayInAthens } from './athens-days.ts'

// The tests' machine stands in New York (vitest.config.ts).
describe('todayInAthens', () => {
  it.each([
    ['2026-11-20T21:59:59Z', '2026-11-20'],
    ['2026-11-20T22:00:00Z', '2026-11-21'],
    ['2026-07-10T20:59:59Z', '2026-07-10'],
    ['2026-07-10T21:00:00Z', '2026-07-11'],
    ['2026-12-31T22:00:00Z', '2027-01-01'],
  ])('at %s it is %s', (now, day) => {
    expect(todayInAthens(Date.parse(now))).toBe(day)
  })
})

describe('addDays', () => {
  it('crosses months, years, and the days of 23 and 25 hours', () => {
    expect(addDays('2026-03-01', -1)).toBe('2026-02-28')
    expect(addDays('2028-02-28', 1)).toBe('2028-02-29')
    expect(addDays('2026-12-31', 1)).toBe('2027-01-01')
    expect(addDays('2026-03-28', 1)).toBe('2026-03-29')
    expect(addDays('2026-03-29', 1)).toBe('2026-03-30')
    expect(addDays('2026-10-25', 1)).toBe('2026-10-26')
  })
})

describe('addMonths', () => {
  it.each([
    ['2026-11-21', -1, '2026-10-21'],
    ['2026-03-31', -1, '2026-02-28'],
    ['2028-03-31', -1, '2028-02-29'],
    ['2026-08-31', -6, '2026-02-28'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2028-02-29', -12, '2027-02-28'],
    ['2026-12-31', 2, '2027-02-28'],
  ])('%s and %i months are %s', (day, months, then) => {
    expect(addMonths(day, months)).toBe(then)
  })
})

describe('isDay', () => {
  it('takes days of the calendar and nothing else', () => {
    expect(['2026-11-21', '2028-02-29'].map(isDay)).toEqual([true, true])
    for (const text of ['', '2026-02-29', '2026-13-01', '2026-1-1', '21/11/2026', '2026-11-21T00:00', 'last'])
      expect(isDay(text)).toBe(false)
  })
})

describe('formatDay', () => {
  it('writes a day as Greeks do', () => expect(formatDay('2026-01-09')).toBe('09/01/2026'))
})
