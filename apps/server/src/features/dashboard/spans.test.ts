import { describe, expect, it } from 'vitest'
import { addDays, lengthOf, partsOf, unitFor } from './spans.ts'

describe('unitFor', () => {
  it.each([
    ['2026-10-01', '2026-10-01', 'day'],
    ['2026-01-01', '2026-03-03', 'day'],
    ['2026-01-01', '2026-03-04', 'week'],
    ['2026-05-22', '2026-11-21', 'week'],
    ['2026-05-18', '2026-11-21', 'month'],
    ['2022-11-22', '2026-11-21', 'month'],
  ])('returns for %s to %s the unit %s', (from, to, unit) => expect(unitFor({ from, to })).toBe(unit))
})

describe('partsOf', () => {
  it('starts weeks on Monday, and cuts the first and last week to the period', () => {
    expect(partsOf({ from: '2026-11-01', to: '2026-11-10' }, 'week')).toEqual([
      { start: '2026-10-26', from: '2026-11-01', to: '2026-11-01' },
      { start: '2026-11-02', from: '2026-11-02', to: '2026-11-08' },
      { start: '2026-11-09', from: '2026-11-09', to: '2026-11-10' },
    ])
  })

  it('returns months of the correct length', () => {
    const months = partsOf({ from: '2023-12-31', to: '2024-03-01' }, 'month')
    expect(months.map(({ from, to }) => `${from} ${to}`)).toEqual([
      '2023-12-31 2023-12-31',
      '2024-01-01 2024-01-31',
      '2024-02-01 2024-02-29',
      '2024-03-01 2024-03-01',
    ])
  })

  it.each(['day', 'week', 'month'] as const)('covers each day exactly once: by %s', (unit) => {
    for (let shift = 0; shift < 40; shift += 1) {
      const span = { from: addDays('2024-01-20', shift), to: addDays('2025-03-20', 3 * shift) }
      const parts = partsOf(span, unit)
      expect([parts[0]?.from, parts.at(-1)?.to]).toEqual([span.from, span.to])
      expect(parts.reduce((sum, part) => sum + lengthOf(part), 0)).toBe(lengthOf(span))
      for (const [at, part] of parts.entries())
        expect(part.from).toBe(at === 0 ? span.from : addDays(parts[at - 1]?.to ?? '', 1))
    }
  })
})
