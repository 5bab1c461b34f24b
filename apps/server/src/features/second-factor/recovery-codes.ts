import { randomInt } from 'node:crypto'
import { checkCharacterOf, printedStickerCode, stickerAlphabet } from '@portal/contract/sticker-codes.ts'
import { hashPassword } from '#server/lib/security/passwords.ts'

const count = 10

/** The first character, by which the hash of a code is found. */
export const placeOf = (code: string) => code.slice(0, 1)

/**
 * Generates ten codes in the format of sticker codes. Ten random characters are 40 bits; hashed as passwords are, because
 * that is less than 112 (OWASP ASVS 5.0, 6.5.2).
 * @returns the codes as printed, and their hashes
 */
export async function newRecoveryCodes() {
  const bodies = Array.from(stickerAlphabet.slice(0, count), (place) => {
    const rest = Array.from({ length: 10 }, () => stickerAlphabet[randomInt(stickerAlphabet.length)])
    return place + rest.join('')
  })
  const codes = bodies.map((body) => body + checkCharacterOf(body))
  const rows = []
  for (const code of codes) rows.push({ place: placeOf(code), codeHash: await hashPassword(code, 'known') })
  return { codes: codes.map(printedStickerCode), rows }
}
