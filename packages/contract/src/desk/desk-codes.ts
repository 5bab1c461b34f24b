import { cleanLine } from '../words/pasted-text.ts'
import { plainStickerCode, stickerAlphabet } from '../sticker-codes.ts'

/** Characters of a code that enrols a device, of a card on a screen, of a printed card and of a coupon. */
export const codeLengths = { enrolment: 8, card: 8, printed: 12, coupon: 12 }

/** What the QR codes of cards begin with; typed codes do not. */
export const cardPrefixes = { card: 'K:', printed: 'P:' }

/**
 * Normalizes a typed or scanned code of the sticker alphabet: Latin capitals, without spaces, hyphens and the prefix of a
 * card. Scanners with a Greek layout type another sign for the colon.
 */
export const readDeskCode = (typed: string): string =>
  plainStickerCode(cleanLine(typed)).replace(/^[KP][^A-Z\d]+(?=[A-Z\d]{8})/, '')

/** Returns whether a normalized code has a length and only characters of the alphabet. */
export const isDeskCode = (code: string, length: number): boolean =>
  code.length === length && Array.from(code).every((sign) => stickerAlphabet.includes(sign))
