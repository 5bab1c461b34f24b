/**
 * Checks the PIN while there is no network, so that a lost phone records nothing for its finder. The server's check counts:
 * this one opens only what needs no network, and its derived key, with a salt, is removed with the device.
 */
import { maxPinTries } from '@portal/contract/desk/desk-limits.ts'
import { readFact, writeFact } from './database.ts'

type Kept = { salt: Uint8Array<ArrayBuffer>; key: string; failures: number }

const fact = 'pin'
/** OWASP's number for PBKDF2 with SHA-256; a second on an old phone. */
const iterations = 600_000

async function derive(pin: string, salt: Uint8Array<ArrayBuffer>): Promise<string> {
  const { subtle } = crypto
  const material = await subtle.importKey('raw', new TextEncoder().encode(pin), 'PBKDF2', false, [
    'deriveBits',
  ])
  const bits = await subtle.deriveBits({ name: 'PBKDF2', hash: 'SHA-256', salt, iterations }, material, 256)
  return Array.from(new Uint8Array(bits), (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** Keeps a PIN that the server has accepted. Without https browsers have no `subtle`, and no check without network. */
export async function keepPin(pin: string): Promise<void> {
  if ((crypto.subtle as SubtleCrypto | undefined) === undefined) return
  const salt = crypto.getRandomValues(new Uint8Array(16))
  await writeFact(fact, { salt, key: await derive(pin, salt), failures: 0 } satisfies Kept)
}

export const forgetPin = (): Promise<void> => writeFact(fact, undefined)

/** `unknown`: only the server can say, as after five wrong ones. */
export async function checkPin(pin: string): Promise<'right' | 'wrong' | 'unknown'> {
  const kept = await readFact<Kept>(fact)
  if (!kept || kept.failures >= maxPinTries) return 'unknown'
  // Before the check: closing the page must not give back an attempt.
  await writeFact(fact, { ...kept, failures: kept.failures + 1 })
  if ((await derive(pin, kept.salt)) !== kept.key) return 'wrong'
  await writeFact(fact, { ...kept, failures: 0 })
  return 'right'
}
