import { fold, toLatin } from '@portal/contract/words/greek-letters.ts'
import { describe, expect, it } from 'vitest'
import { conditionsOf } from './search-conditions.ts'
import { readSearch } from './search.ts'

describe('conditionsOf', () => {
  const names = [
    'Οικονόμου',
    'Ουζούνης',
    'Παπαδοπούλου',
    'Ψαράς',
    'Χατζής',
    'Θωμάς',
    'Ευαγγέλου',
    'Υψηλάντης',
    'ΠAΠΑΣ',
    'Yannis',
    'Walter',
    'Χίος',
    'Ω😀ω',
    'Ο’Νηλ',
  ]
  it.each(names)(
    'returns a range of the index of names for each beginning of %s in Latin letters',
    (name) => {
      const greek = fold(name)
      const latin = toLatin(greek)
      for (let length = 1; length <= latin.length; length += 1) {
        const form = latin.slice(0, length)
        const { ranges } = conditionsOf([{ forms: [form] }])
        expect([form, ranges.filter((range) => greek.startsWith(range)).length]).toEqual([form, 1])
        expect(ranges.length).toBeLessThanOrEqual(100)
      }
    },
  )

  it.each([
    ['georgiou', 'Γεωργίου'],
    ['xatzidakis', 'Χατζηδάκης'],
    ['nikolaidhs', 'Νικολαΐδης'],
    ['8wmas', 'Θωμάς'],
  ])('returns one range that contains %s in Greek', (word, name) => {
    const { ranges } = conditionsOf(readSearch(word))
    expect(ranges.filter((range) => fold(name).startsWith(range))).toHaveLength(1)
    expect(ranges.length).toBeLessThanOrEqual(100)
  })

  it('returns disjoint ranges for all spellings of a word', () => {
    const { ranges } = conditionsOf(readSearch('xouxouxou'))
    expect(ranges.length).toBeGreaterThan(1)
    expect(
      ranges.filter((range) => ranges.some((other) => other !== range && range.startsWith(other))),
    ).toEqual([])
  })
})
