import { randomInt } from 'node:crypto'
import { checkCharacterOf, stickerAlphabet } from '@portal/contract/sticker-codes.ts'

/** Returns random characters of the alphabet of sticker codes. Ten are 40 bits. */
export const randomCode = (length: number): string =>
  Array.from({ length }, () => stickerAlphabet[randomInt(stickerAlphabet.length)]).join('')

/** Adds the check character of sticker codes. */
export const withCheck = (body: string): string => body + checkCharacterOf(body)

/**
 * Returns a code of 11 random characters and a check character. With 17^11 codes, guessing one of a million existing codes
 * takes 34 million tries.
 */
export const newStickerCode = (): string => withCheck(randomCode(11))
