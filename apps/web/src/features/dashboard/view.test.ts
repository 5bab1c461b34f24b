import { describe, expect, it } from 'vitest'
import { searchOf, viewOf } from './view.ts'

const usual = { period: 'last-month', from: '', to: '', tables: [] }
const read = (search: string) => viewOf(new URLSearchParams(search))

describe('viewOf and searchOf', () => {
  it.each([
    ['', {}],
    ['?period=all', { period: 'all' }],
    ['?period=last-week&tables=given.litres', { period: 'last-week', tables: ['given', 'litres'] }],
    ['?period=custom', { period: 'custom' }],
    [
      '?period=custom&from=2026-01-01&to=2026-03-31',
      { period: 'custom', from: '2026-01-01', to: '2026-03-31' },
    ],
    ['?period=custom&to=2026-03-31&tables=towns', { period: 'custom', to: '2026-03-31', tables: ['towns'] }],
  ])('convert the query string %j to a view and back', (search, difference) => {
    expect(read(search)).toEqual({ ...usual, ...difference })
    expect(searchOf(read(search))).toBe(search)
  })

  it('read days without a period as a custom period', () => {
    expect(read('?from=2026-01-01')).toEqual({ ...usual, period: 'custom', from: '2026-01-01' })
  })

  it.each(['?period=tomorrow', '?from=2026-02-30', '?period=&from=x&tables='])(
    'default to the last month for invalid values: %s',
    (search) => expect(read(search)).toEqual(usual),
  )
})
