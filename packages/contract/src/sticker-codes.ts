import { cleanLine } from './words/pasted-text.ts'

/**
 * Sticker codes: eleven random characters and a check character, printed in groups of four, e.g. A4KX-97TE-H2MX. Every
 * letter looks the same in Greek and Latin, so that both keyboard layouts work. Of characters that are easily confused
 * (B and 8, O and 0, I and 1, Z and 2, Y and V), at most the digit is used.
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
 * Returns the check character of a code. With 17 characters, a prime, and different weights, it detects any single
 * wrong character and any swap of two characters.
 * @param body the first eleven characters
 */
export function checkCharacterOf(body: string): string {
  const sum = Array.from(body).reduce(
    (sum, sign, place) => sum + (place + 1) * stickerAlphabet.indexOf(sign),
    0,
  )
  // 12 · check ≡ −sum (mod 17), and 12 · 10 ≡ 1.
  return stickerAlphabet[(((-sum * 10) % 17) + 17) % 17] ?? ''
}

/** Returns whether a text is a normalized code with a valid check character. */
export const isStickerCode = (code: string): boolean =>
  code.length === length &&
  Array.from(code).every((sign) => stickerAlphabet.includes(sign)) &&
  checkCharacterOf(code.slice(0, -1)) === code.at(-1)

/** Address in the QR code of a printed label; `readStickerCode` reads the code back. */
export const stickerLink = (publicUrl: string, code: string): string => `${publicUrl}/s/${code}`

/**
 * The end of such an address. Scanners type like a keyboard: with a Greek layout 's' becomes 'σ'. Some leave out the
 * scheme.
 */
const linkPattern = /^(https?:\/\/)?(?:[^\s?#]*\/)?[sσς]\/([^/?#\s]+)\/?(?:[?#]\S*)?$/iu

/**
 * Normalizes a typed or scanned code, or the link of a label: upper case, Latin letters for Greek ones, no spaces and
 * hyphens. Other codes are only trimmed and converted to upper case, because imported stickers may have codes of another
 * format; such a code in a link needs the link's scheme.
 */
export function readStickerCode(typed: string): string {
  const text = cleanLine(typed)
  const [, scheme, inLink] = linkPattern.exec(text) ?? []
  const linked = inLink === undefined ? '' : readCode(decoded(inLink))
  return linked !== '' && (scheme !== undefined || isStickerCode(linked)) ? linked : readCode(text)
}

/** Returns the upper-case Latin letters and digits of a typed code, without separators. */
export const plainStickerCode = (text: string): string =>
  Array.from(text.replace(/[\s\-‐-―.]/g, '').toUpperCase(), (sign) => greek[sign] ?? sign).join('')

function readCode(text: string): string {
  const plain = plainStickerCode(text)
  return isStickerCode(plain) ? plain : text.toUpperCase().toWellFormed()
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Formats a code in groups of four, as people read and type it. */
export const inGroups = (code: string): string => (code.match(/.{1,4}/g) ?? []).join('-')

/** Formats a code as printed on the sticker; imported ones of another format stay as they are. */
export const printedStickerCode = (code: string): string => (isStickerCode(code) ? inGroups(code) : code)
