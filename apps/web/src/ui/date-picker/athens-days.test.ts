import { describe, expect, it, vi } from 'vitest'
import { act, renderHook } from '@testing-library/react'
import { addDays, addMonths, formatDay, useToday } from './athens-days.ts'

describe('addDays', () => {
  it('crosses months, years, and days of 23 and 25 hours', () => {
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
  ])('adds to %s %i months: %s', (day, months, then) => {
    expect(addMonths(day, months)).toBe(then)
  })
})

describe('formatDay', () => {
  it('returns DD/MM/YYYY', () => expect(formatDay('2026-01-09')).toBe('09/01/2026'))
})

// The tests run in New York's time zone (vitest.config.ts).
describe('useToday', () => {
  it('returns today in Greece, and the next day after midnight there', () => {
    vi.useFakeTimers({ now: new Date('2026-11-20T21:59:30Z') })
    const { result } = renderHook(useToday)
    expect(result.current).toBe('2026-11-20')
    act(() => void vi.advanceTimersByTime(60_000))
    expect(result.current).toBe('2026-11-21')
  })
})
