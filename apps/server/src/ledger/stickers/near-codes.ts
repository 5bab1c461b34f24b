import { isStickerCode, plainStickerCode } from '@portal/contract/sticker-codes.ts'
import type { Db } from '#server/db/database.ts'

const letters = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Returns the codes that differ from one in a single character: wrong, missing, added, or two swapped. */
export function codesNear(code: string): string[] {
  const near = new Set<string>()
  for (let place = 0; place <= code.length; place += 1) {
    const [before, sign = '', after] = [code.slice(0, place), code[place], code.slice(place + 1)]
    if (sign !== '') near.add(before + after)
    near.add(before + after.slice(0, 1) + sign + after.slice(1))
    for (const letter of letters) {
      near.add(before + letter + sign + after)
      if (sign !== '') near.add(before + letter + after)
    }
  }
  near.delete(code)
  near.delete('')
  return [...near]
}

/** Maximum texts of a call for which `findNearest` looks; generating the codes near 1,000 texts would take a second. */
const maxTexts = 20

/**
 * Finds the sticker that a partner's scanner or user probably meant.
 * @param texts texts that are not sticker codes
 * @returns for each text that differs from the code of exactly one issued sticker in a single character, that code
 */
export async function findNearest(db: Db, texts: readonly string[]): Promise<Map<string, string>> {
  const asked = texts
    .map((text) => ({ text, plain: plainStickerCode(text) }))
    .filter(({ plain }) => plain.length >= 11 && plain.length <= 13)
    .slice(0, maxTexts)
  if (asked.length === 0) return new Map()
  const possible = asked.map(({ text, plain }) => ({ text, codes: codesNear(plain).filter(isStickerCode) }))
  const issued = await db
    .selectFrom('stickers')
    .select('code')
    .where('code', 'in', [...new Set(possible.flatMap(({ codes }) => codes)), ''])
    .where('retiredAt', 'is', null)
    .execute()
  const known = new Set(issued.map(({ code }) => code))
  const nearest = possible.flatMap(({ text, codes }): [string, string][] => {
    const [only, ...others] = codes.filter((code) => known.has(code))
    return only !== undefined && others.length === 0 ? [[text, only]] : []
  })
  return new Map(nearest)
}
