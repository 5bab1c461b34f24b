import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'

/** Codes of authenticator apps (RFC 6238): SHA-1, 30 seconds, six digits. The apps ignore other parameters. */
const secondsPerStep = 30
const base32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** Generates a secret of 160 bits (RFC 4226, 4), in base32. */
export const newSecret = () => Array.from(randomBytes(32), (byte) => base32[byte % base32.length]).join('')

function bytesOf(secret: string): Buffer {
  const bits = Array.from(secret, (letter) => base32.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2)))
}

/** The code of a time step (RFC 4226, 5.3). @param secret base32 */
export function codeOf(secret: string, step: number, digits = 6): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const hash = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const number = hash.readUInt32BE((hash.at(-1) ?? 0) & 15) & 0x7fffffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

export const stepAt = (time: Date) => Math.floor(time.getTime() / 1000 / secondsPerStep)

/**
 * Finds the time step of a code: the current one, the one before or the one after, for clocks that differ.
 * @param after the step of the last accepted code; it and earlier ones are rejected
 */
export function findStep(secret: string, code: string, now: Date, after: number): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined
  const current = stepAt(now)
  return [current - 1, current, current + 1].find(
    (step) => step > after && timingSafeEqual(Buffer.from(codeOf(secret, step)), Buffer.from(code)),
  )
}

/**
 * Address that an authenticator app reads from the QR code (Google Authenticator's Key URI Format). Without the optional
 * parts: each Greek letter takes six characters, and a dense code is difficult to scan.
 */
export const uriOf = (secret: string, { issuer, email }: { issuer: string; email: string }): string =>
  `otpauth://totp/${encodeURIComponent(email)}?secret=${secret}&issuer=${encodeURIComponent(issuer)}`
