import { describe, expect, it } from 'vitest'
import { cardOf, ownerOf } from './person.ts'

describe('cardOf', () => {
  it.each([
    ['K:A4KX97TE', 'A4KX97TE'],
    ['a4kx-97te', 'A4KX97TE'],
    // Greek letters, as of a keyboard with a Greek layout.
    ['Α4ΚΧ 97ΤΕ', 'A4KX97TE'],
    ['P:A4KX97TEH2MX', 'A4KX97TEH2MX'],
    ['A4KX97T', undefined],
    ['https://example.gr/menu', undefined],
  ])('of %j is %j', (typed, card) => {
    expect(cardOf(typed)).toBe(card)
  })
})

describe('ownerOf', () => {
  it.each([
    ['A4KX-97TE-H2MX', { sticker: 'A4KX97TEH2MX' }],
    ['https://example.gr/s/A4KX97TEH2MX', { sticker: 'A4KX97TEH2MX' }],
    ['ΛΑΔΙ-0042', { sticker: 'ΛΑΔΙ-0042' }],
    ['K:A4KX97TE', { card: 'A4KX97TE' }],
    ['A4KX97TE', { card: 'A4KX97TE' }],
    ['P:A4KX97TEH2M3', { card: 'A4KX97TEH2M3' }],
    // A wrong check character.
    ['A4KX97TEH2M3', undefined],
    ['https://example.gr/menu', undefined],
    [' ', undefined],
  ])('of %j is %j', (typed, owner) => {
    expect(ownerOf(typed)).toEqual(owner)
  })
})
