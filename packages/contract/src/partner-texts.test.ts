import { expect, it } from 'vitest'
import { coupon, details } from './partner-record-fields.ts'

it('texts of partners that people read have one line, and no characters that hide or reverse what follows', () => {
  const given = 'Κουπόνι\n5 €\u202e\u200b για\u2028λάδι\u{e0041}\t'
  const shown = 'Κουπόνι 5 € για λάδι'
  expect(coupon.parse({ code: 'A\u00a0B', title: given, shop: given })).toEqual({
    code: 'A\u00a0B',
    title: shown,
    shop: shown,
  })
  const texts = { material: given, collection_point: given, shop: given }
  expect(details.parse(texts)).toEqual({ material: shown, collection_point: shown, shop: shown })
})

it('a title of invisible characters alone is blank', () => {
  expect(coupon.safeParse({ code: 'A', title: '\u200b\n\u202e' }).error?.issues[0]?.message).toBe('blank')
})
