import { describe, expect, it } from 'vitest'
import { daysOf } from './period.ts'

const none = { from: '', to: '' }

describe('daysOf', () => {
  it.each([
    ['all', '2026-11-21', '', ''],
    ['last-week', '2026-11-21', '2026-11-15', '2026-11-21'],
    ['last-week', '2026-03-03', '2026-02-25', '2026-03-03'],
    ['last-month', '2026-11-21', '2026-10-22', '2026-11-21'],
    ['last-month', '2026-03-31', '2026-03-01', '2026-03-31'],
    ['last-month', '2026-01-01', '2025-12-02', '2026-01-01'],
    ['previous-month', '2026-11-21', '2026-10-01', '2026-10-31'],
    ['previous-month', '2026-03-31', '2026-02-01', '2026-02-28'],
    ['previous-month', '2026-01-01', '2025-12-01', '2025-12-31'],
    ['last-six-months', '2026-11-21', '2026-05-22', '2026-11-21'],
    ['last-six-months', '2026-08-31', '2026-03-01', '2026-08-31'],
    ['last-year', '2026-11-21', '2025-11-22', '2026-11-21'],
    ['last-year', '2028-02-29', '2027-03-01', '2028-02-29'],
  ] as const)('returns for %s on %s the days %s to %s [§2 periods]', (period, today, from, to) => {
    expect(daysOf(period, none, today)).toEqual({ from, to })
  })

  it('returns the selected days for custom, with today for a missing end', () => {
    const chosen = { from: '2026-03-01', to: '2026-03-29' }
    expect(daysOf('custom', chosen, '2026-11-21')).toEqual(chosen)
    expect(daysOf('custom', none, '2026-11-21')).toEqual({ from: '', to: '2026-11-21' })
  })

  it('ignores the custom days for other periods', () => {
    expect(daysOf('all', { from: '2026-03-01', to: '2026-03-29' }, '2026-11-21')).toEqual(none)
  })
})
