import { describe, expect, it } from 'vitest'
import { daysOf, searchOf, viewOf } from './view.ts'

describe('viewOf and searchOf', () => {
  it.each([
    ['', 'last-month', []],
    ['?period=all', 'all', []],
    ['?period=last-week&tables=given.litres', 'last-week', ['given', 'litres']],
    ['?from=2026-01-01&to=2026-03-31', { from: '2026-01-01', to: '2026-03-31' }, []],
    ['?to=2026-03-31&tables=towns', { from: '', to: '2026-03-31' }, ['towns']],
  ])('convert the query string %j to a view and back', (search, period, tables) => {
    const view = viewOf(new URLSearchParams(search))
    expect(view).toEqual({ period, tables })
    expect(searchOf(view)).toBe(search)
  })

  it.each(['?period=tomorrow', '?from=2026-02-30', '?period=&from=x&tables='])(
    'default to the last month for invalid values: %s',
    (search) => expect(viewOf(new URLSearchParams(search))).toEqual({ period: 'last-month', tables: [] }),
  )
})

describe('daysOf', () => {
  it.each([
    ['all', { from: '', to: '' }],
    ['last-week', { from: '2026-11-15', to: '2026-11-21' }],
    ['last-month', { from: '2026-10-22', to: '2026-11-21' }],
    ['last-six-months', { from: '2026-05-22', to: '2026-11-21' }],
    ['last-year', { from: '2025-11-22', to: '2026-11-21' }],
  ] as const)('returns the days of %s', (period, days) => expect(daysOf(period, '2026-11-21')).toEqual(days))
})
