import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { temporaryFolder } from '#test/files.ts'
import { portalSecret } from '../config/environment.ts'
import { seal, secretOf, unseal } from './encryption.ts'

const secret = 'q7Jt0Xw2LzV5mB8nKc4RdYf6HgPs1Ea3'

describe('seal', () => {
  it('decrypts only with the same secret and purpose', () => {
    const sealed = seal(secret, 'signing key', 'κλειδί')
    expect(sealed).not.toContain('κλειδί')
    expect(unseal(secret, 'signing key', sealed)).toBe('κλειδί')
    expect(unseal(secret, 'webhook', sealed)).toBeUndefined()
    expect(unseal(`${secret}x`, 'signing key', sealed)).toBeUndefined()
  })

  it('uses a fresh nonce; rejects tampered data', () => {
    const [one, other] = [seal(secret, 'a', 'text'), seal(secret, 'a', 'text')]
    expect(one).not.toBe(other)
    const [nonce = '', text = '', tag = ''] = one.split('.')
    for (const spoiled of [
      '',
      'x',
      `${nonce}.${text}`,
      `${nonce}.${other.split('.')[1]}.${tag}`,
      `${nonce}.${text}.${tag.slice(0, 6)}`,
    ])
      expect(unseal(secret, 'a', spoiled)).toBeUndefined()
  })
})

describe('secretOf', () => {
  it('creates a secret for the demonstration once, in a file that only the owner can read', () => {
    const folder = temporaryFolder()
    const file = join(folder, 'data', 'secret')
    const made = secretOf({ secret: { kind: 'file', file } })
    expect(made).toBe(readFileSync(file, 'utf8'))
    expect(portalSecret.safeParse(made).success).toBe(true)
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(secretOf({ secret: { kind: 'file', file } })).toBe(made)
  })
})
