import { describe, expect, it } from 'vitest'
import { townsOf } from './charts.ts'
import { axisLabel, fullLabel, monthLabel, whenLabel } from './labels.ts'

describe('dashboard labels', () => {
  it.each([
    ['day', '2026-11-21', '2026-11-21', '21/11', '21/11/2026'],
    ['week', '2025-12-29', '2026-01-04', '29/12', '29/12/2025 – 04/01/2026'],
    ['week', '2026-11-21', '2026-11-21', '21/11', '21/11/2026'],
    ['month', '2026-03-01', '2026-03-31', 'Μαρ ’26', 'Μάρτιος 2026'],
    ['month', '2028-02-01', '2028-02-29', 'Φεβ ’28', 'Φεβρουάριος 2028'],
    ['month', '2025-11-22', '2025-11-30', 'Νοε ’25', 'Νοέμβριος 2025 (από 22/11)'],
    ['month', '2026-11-01', '2026-11-21', 'Νοε ’26', 'Νοέμβριος 2026 (έως 21/11)'],
    ['month', '2026-05-02', '2026-05-03', 'Μαΐ ’26', 'Μάιος 2026 (από 02/05 έως 03/05)'],
  ] as const)('name a %s from %s to %s', (unit, from, to, axis, full) => {
    expect([axisLabel({ from, to }, unit), fullLabel({ from, to }, unit)]).toEqual([axis, full])
  })

  it.each([
    ['day', '2026-11-16', '2026-11-16', 'την ημέρα 16/11/2026'],
    ['week', '2026-11-16', '2026-11-22', 'την εβδομάδα 16/11/2026 – 22/11/2026'],
    ['month', '2026-08-01', '2026-08-31', 'τον Αύγουστο 2026'],
    ['month', '2026-11-01', '2026-11-21', 'τον Νοέμβριο 2026 (έως 21/11)'],
  ] as const)('name a %s from %s to %s in a sentence', (unit, from, to, when) => {
    expect(whenLabel({ from, to }, unit)).toBe(when)
  })

  it('name every month in the nominative', () => {
    const months = Array.from({ length: 12 }, (_, at) =>
      monthLabel(`2026-${String(at + 1).padStart(2, '0')}`),
    )
    expect(months.filter((name) => !name.endsWith('ος 2026'))).toEqual([])
  })
})

it('the summary of the municipalities has the points of the first one that is shown', () => {
  const town = { cookingoils: 0, reuse: 0, redeemed: 0, records: 0, collected: 0 }
  const municipalities = [
    { ...town, id: 1, name: 'Βοΐου' },
    { ...town, id: null, name: null, records: 3, cookingoils: 9, collected: 9 },
    { ...town, id: 3, name: null, records: 1, cookingoils: 7, collected: 7 },
    { ...town, id: 2, name: 'Κοζάνης', records: 2, cookingoils: -5, collected: -5 },
  ]
  const data = { municipalities } as unknown as Parameters<typeof townsOf>[0]
  expect(townsOf(data).summary).toBe('Σε 1 δήμο: Δήμος Κοζάνης, με −5 πόντους που δόθηκαν.')
})
