import { describe, expect, it } from 'vitest'
import { type Key, litresOf, pressed, typed } from './keys.ts'

const keys = (text: string) => Array.from(text, (sign) => (sign === '<' ? 'back' : sign) as Key)
const after = (text: string) => keys(text).reduce(pressed, '')

describe('pressed', () => {
  it.each([
    ['25', '25'],
    ['2,5', '2,5'],
    [',5', '0,5'],
    ['007', '7'],
    ['0,05', '0,05'],
    ['2,,5', '2,5'],
    ['1,2345', '1,234'],
    ['123456', '1234'],
    ['2,5<<<<', ''],
    ['2,5<7', '2,7'],
  ])('of the keys %s shows %s', (given, shown) => {
    expect(after(given)).toBe(shown)
  })
})

describe('typed', () => {
  it.each([
    ['2.5', '2,5'],
    ['2,5 λίτρα', '2,5'],
    ['-3', '3'],
    ['1e3', '13'],
    ['', ''],
  ])('of %j keeps %j', (given, kept) => {
    expect(typed(given)).toBe(kept)
  })
})

describe('litresOf', () => {
  it.each([
    ['2,5', 2.5],
    ['2,', 2],
    ['0,001', 0.001],
    ['', undefined],
    ['0,', undefined],
    ['0', undefined],
  ])('of %j is %j', (text, litres) => {
    expect(litresOf(text)).toBe(litres)
  })
})
