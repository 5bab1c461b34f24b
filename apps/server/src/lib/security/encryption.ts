import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Secret } from '../config/config.ts'
import { newToken } from './tokens.ts'

/**
 * Returns the portal's secret: PORTAL_SECRET, or with the embedded database a file in DATA_DIR, which is created on
 * first use.
 * @returns undefined if neither is configured
 */
export function secretOf({ secret }: { secret: Secret | undefined }): string | undefined {
  if (secret?.kind !== 'file') return secret?.value
  mkdirSync(dirname(secret.file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(secret.file, newToken(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // Already created, possibly by another process.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(secret.file, 'utf8').trim()
}

/** Derives a 256-bit key for one purpose (HKDF-SHA256). */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `portal ${purpose}`, 32))

/** Encrypts a text with AES-256-GCM and a derived key. @returns nonce.ciphertext.tag, each in base64url */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')
}

/** Decrypts the result of `seal`. @returns undefined for another secret or purpose, or tampered data */
export function unseal(secret: string, purpose: string, sealed: string): string | undefined {
  const [nonce, text, tag] = sealed.split('.').map((part) => Buffer.from(part, 'base64url'))
  if (!nonce || !text || tag?.length !== 16) return undefined
  const decipher = createDecipheriv('aes-256-gcm', keyFor(secret, purpose), nonce, { authTagLength: 16 })
  decipher.setAuthTag(tag)
  try {
    return Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')
  } catch {
    return undefined
  }
}
