import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Secret } from '../config/secret.ts'
import { newToken } from './tokens.ts'

/**
 * The portal's secret. In the demonstration it is made at the first need and kept in DATA_DIR; elsewhere it comes from the
 * environment or there is none.
 */
export function secretOf({ secret }: { secret: Secret | undefined }): string | undefined {
  if (secret?.kind !== 'file') return secret?.value
  mkdirSync(dirname(secret.file), { recursive: true, mode: 0o700 })
  try {
    writeFileSync(secret.file, newToken(), { flag: 'wx', mode: 0o600 })
  } catch (error) {
    // Made before, or by another process just now.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  }
  return readFileSync(secret.file, 'utf8').trim()
}

/** A key of 256 bits for one purpose. What is known of one says nothing of another, nor of the secret. */
export const keyFor = (secret: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, '', `portal ${purpose}`, 32))

/** Encrypts a text for the database: AES-256-GCM under a key of the portal's secret. @returns base64url, three parts */
export function seal(secret: string, purpose: string, text: string): string {
  const nonce = randomBytes(12)
  const cipher = createCipheriv('aes-256-gcm', keyFor(secret, purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return [nonce, sealed, cipher.getAuthTag()].map((part) => part.toString('base64url')).join('.')
}

/** @returns the text; undefined where it was sealed with another secret, for another purpose, or was changed */
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
