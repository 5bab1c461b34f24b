import { describe, expect, it } from 'vitest'
import { breaks, isPattern, quickRatio } from './password-rules.ts'

describe('quickRatio', () => {
  // Results of Python 3.11: difflib.SequenceMatcher(a=one, b=other).quick_ratio().
  it.each([
    ['', '', 1],
    ['a', '', 0],
    ['', 'a', 0],
    ['abc', 'cba', 1],
    ['abcd', 'bcde', 0.75],
    ['password', 'passw0rd', 0.875],
    ['aab', 'abb', 0.6666666666666666],
    ['aaaa', 'a', 0.4],
    ['tacocat', 'catotac9', 0.9333333333333333],
    ['abcdefg', 'abcdexyz', 0.6666666666666666],
    ['μαρία2024', 'μαρία', 0.7142857142857143],
    ['κωνσταντίνου1', 'κωνσταντίνου', 0.96],
    // Python counts code points; JavaScript's `length` counts these characters twice.
    ['💧💧a', '💧b', 0.4],
  ])("returns for '%s' and '%s' the same as Python", (one, other, ratio) => {
    expect(quickRatio(one, other)).toBeCloseTo(ratio, 12)
    expect(quickRatio(other, one)).toBeCloseTo(ratio, 12)
  })

  it('returns exactly 0.7 at the limit of the rules', () => {
    // Seven common letters of ten each: 2 · 7 / 20.
    expect(quickRatio('abcdefg123', 'abcdefgxyz')).toBe(0.7)
    const owner = { email: 'q@q.gr', firstName: 'abcdefgxyz', lastName: 'q' }
    expect(breaks.password_too_similar_first_name('abcdefg123', owner)).toBe(true)
    expect(breaks.password_too_similar_first_name('abcdef4123', owner)).toBe(false)
  })
})

describe('isPattern', () => {
  it('reads no more of a long password than necessary', () => {
    let asked = 0
    const isWord = () => {
      asked += 1
      return false
    }
    // No letters form a sequence or a repetition.
    expect(isPattern('ζωμθκψρ'.repeat(140), isWord)).toBe(false)
    expect(asked).toBeLessThan(6)
  })
})
