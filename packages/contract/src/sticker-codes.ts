/**
 * Codes of stickers: eleven characters at random and one that checks them, printed in three groups of four, A4KX-97TE-H2M6.
 * Every letter looks the same in Greek and Latin, so that it doesn't matter by which keyboard it is typed; what could be
 * mistaken for another character (B and 8, O and 0, I and 1, Z and 2, Y and V) is left out but for the digit.
 */
export const stickerAlphabet = '23456789AEHKMNPTX'

const length = 12
const greek: Record<string, string> = {
  Α: 'A',
  Ε: 'E',
  Η: 'H',
  Κ: 'K',
  Μ: 'M',
  Ν: 'N',
  Ρ: 'P',
  Τ: 'T',
  Χ: 'X',
}

/**
 * The character that a code ends in. 17 characters, a prime, and weights that differ: any one character that is wrong
 * and any two that are swapped are noticed.
 * @param body the eleven characters before it
 */
export function checkCharacterOf(body: string): string {
  const sum = Array.from(body).reduce(
    (sum, sign, place) => sum + (place + 1) * stickerAlphabet.indexOf(sign),
    0,
  )
  // 12 · check ≡ −sum (mod 17), and 12 · 10 ≡ 1.
  return stickerAlphabet[(((-sum * 10) % 17) + 17) % 17] ?? ''
}

/** Whether a text is a code that could be of one of the portal's stickers, written as the portal writes it. */
export const isStickerCode = (code: string): boolean =>
  code.length === length &&
  Array.from(code).every((sign) => stickerAlphabet.includes(sign)) &&
  checkCharacterOf(code.slice(0, -1)) === code.at(-1)

/**
 * A code as the portal keeps it, however it was typed or read: capitals, Latin letters for Greek ones, no blanks and
 * hyphens. What is no code of the portal's comes back in capitals and otherwise as it was: stickers that were printed
 * elsewhere may have been taken over.
 */
export function readStickerCode(text: string): string {
  const plain = Array.from(text.replace(/[\s\-‐-―.]/g, '').toUpperCase(), (sign) => greek[sign] ?? sign).join(
    '',
  )
  return isStickerCode(plain) ? plain : text.trim().toUpperCase().toWellFormed()
}

/** In groups of four, as it stands on the sticker. */
export const printedStickerCode = (code: string): string =>
  isStickerCode(code) ? (code.match(/.{4}/g) ?? []).join('-') : code
