import { describe, expect, it } from 'vitest'
import { compareTypes, readTypes } from './compare-types.ts'

const source = `
export type Database = {
  /** A comment: with a colon. */
  rateLimits: { key: string; kind: 'a; b' | 'c' }
  users: {
    id: GeneratedAlways<number>
    municipalityId: number | null
    lastMonth: Generated<string | null>
    rateId: ColumnType<number, number | null | undefined, never>
    details: JSONColumnType<Record<string, unknown>> | ColumnType<null>
  }
}
`

describe('readTypes', () => {
  it('reads tables, columns and whether a query may return null', () => {
    const types = readTypes(source)
    expect([...types.keys()]).toEqual(['rate_limits', 'users'])
    expect(Object.fromEntries(types.get('rate_limits') ?? [])).toEqual({ key: false, kind: false })
    expect(Object.fromEntries(types.get('users') ?? [])).toEqual({
      id: false,
      municipality_id: true,
      last_month: true,
      rate_id: false,
      details: true,
    })
  })
})

describe('compareTypes', () => {
  it('lists tables and columns that only one side has, and differences in nullability', () => {
    const differences = compareTypes(
      new Map([
        ['users', new Map(Object.entries({ id: false, name: false, telephone: true }))],
        ['gone', new Map()],
      ]),
      new Map([
        ['users', new Map(Object.entries({ id: false, telephone: false, sub: false }))],
        ['added', new Map()],
      ]),
    )
    expect(
      differences.filter((difference) => !/(points|participants|activity|partner)_/.test(difference)),
    ).toEqual([
      'The database has no table gone.',
      'users.telephone is not null in the database, not in the types.',
      'The types have no column users.sub.',
      'The database has no column users.name.',
      'The types have no table added.',
    ])
  })
})
