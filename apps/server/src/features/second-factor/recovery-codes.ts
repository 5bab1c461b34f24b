import { createHmac, timingSafeEqual } from 'node:crypto'
import { printedStickerCode, stickerAlphabet } from '@portal/contract/sticker-codes.ts'
import type { AppContext } from '#server/lib/context/app-context.ts'
import { secretOf } from '#server/lib/security/encryption.ts'
import { askerOf, oneAtATime, hashesOf } from '#server/lib/security/hash-queue.ts'
import { hmacKey } from '#server/lib/security/hmac-keys.ts'
import { hashPassword, verifyPassword } from '#server/lib/security/passwords.ts'
import { randomCode, withCheck } from '#server/lib/security/random-codes.ts'

const count = 10

type Context = Pick<AppContext, 'db' | 'config'>
type Owner = { userId: number; isStaff: boolean }

/** The first character, by which the hash of a code is found. */
export const placeOf = (code: string) => code.slice(0, 1)

/**
 * Generates ten codes in the format of sticker codes. Ten random characters are 40 bits.
 * @returns the codes as printed, and their hashes
 */
export async function newRecoveryCodes(context: Context, owner: Owner) {
  const codes = Array.from(stickerAlphabet.slice(0, count), (place) => withCheck(place + randomCode(10)))
  const rows = []
  for (const code of codes) rows.push({ place: placeOf(code), codeHash: await hashOf(context, owner, code) })
  return { codes: codes.map(printedStickerCode), rows }
}

const keyed = 'hmac-sha256$'

/**
 * Hashes a code with a key of PORTAL_SECRET, which the database does not contain: ten argon2id hashes a call would let a
 * caller keep others from signing in. Without that secret the key would be in the database, and 40 bits need argon2id
 * (OWASP ASVS 5.0, 6.5.2).
 */
async function hashOf(context: Context, owner: Owner, code: string): Promise<string> {
  if (secretOf(context.config) !== undefined) return keyed + (await macOf(context, owner, code))
  return oneAtATime(hashesOf({ id: owner.userId }), () => hashPassword(code, askerOf(owner)))
}

const macOf = async (context: Context, { userId }: Owner, code: string) =>
  createHmac('sha256', await hmacKey(context, 'recovery codes'))
    .update(`${userId}:${code}`)
    .digest('base64url')

/** Compares a code with a stored hash, also with an argon2id one. @throws ApiError unavailable if the hash queue is full */
export async function isRecoveryCode(
  context: Context,
  owner: Owner,
  code: string,
  kept: string,
): Promise<boolean> {
  if (!kept.startsWith(keyed))
    return oneAtATime(hashesOf({ id: owner.userId }), () => verifyPassword(code, kept, askerOf(owner)))
  const [made, stored] = [
    Buffer.from(await macOf(context, owner, code)),
    Buffer.from(kept.slice(keyed.length)),
  ]
  return made.length === stored.length && timingSafeEqual(made, stored)
}
