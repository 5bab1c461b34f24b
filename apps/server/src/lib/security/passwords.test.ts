import { pbkdf2Sync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { decoyHash, hashPassword, isOutdated, readHash, verifyPassword } from './passwords.ts'

// Test vectors of the argon2 reference implementation, and of Python's hashlib with Django's parameters.
const known = {
  argon2id: '$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4',
  argon2i: '$argon2i$v=19$m=256,t=2,p=1$c29tZXNhbHQ$iekCn0Y3spW+sCcFanM2xBT63UP2sghkUoHLIUpWRS8',
  pbkdf2: 'pbkdf2_sha256$30000$seasalt9$D58AHj5P+zlIBX5/tQZ9W11DN+xyiqxcIFfUEf2mb4k=',
}

describe('hashPassword', () => {
  it('returns an argon2id PHC string with current parameters and a fresh salt', async () => {
    const [one, other] = [await hashPassword('λάδι-και-φως-9'), await hashPassword('λάδι-και-φως-9')]
    expect(one).toMatch(/^\$argon2id\$v=19\$m=\d+,t=\d,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/)
    // Made before test-app.ts weakens the others.
    expect(decoyHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(other).not.toBe(one)
    expect(isOutdated(one)).toBe(false)
    expect(await verifyPassword('λάδι-και-φως-9', one)).toBe(true)
    expect(await verifyPassword(' λάδι-και-φως-9', one)).toBe(false)
  })
})

describe('verifyPassword', () => {
  it.each([
    ['argon2id of the reference implementation', known.argon2id, 'password'],
    ['argon2i of the reference implementation', known.argon2i, 'password'],
    ["argon2 with Django's prefix", `argon2${known.argon2id}`, 'password'],
    ["Django's pbkdf2_sha256", known.pbkdf2, 'λάδι-και-φως-9'],
  ])('accepts %s', async (_, kept, password) => {
    expect(await verifyPassword(password, kept)).toBe(true)
    expect(await verifyPassword(`${password}x`, kept)).toBe(false)
    expect(isOutdated(kept)).toBe(true)
  })

  it('rejects every password for the decoy hash and for invalid hashes', async () => {
    expect(readHash(decoyHash)).toBeDefined()
    expect(await verifyPassword('', decoyHash)).toBe(false)
    expect(await verifyPassword('x', 'x')).toBe(false)
    expect(await verifyPassword('', '')).toBe(false)
  })
})

describe('passwords that are written in another way', () => {
  const composed = 'Θάλασσα-και-φως-9'
  const written = [composed.normalize('NFD'), composed.replace('ά', '\u1f71'), composed]

  it.each(written)('fit the hash of each other: %j', async (password) => {
    const kept = await hashPassword(password)
    for (const other of written) expect(await verifyPassword(other, kept)).toBe(true)
    expect(await verifyPassword(` ${composed}`, kept)).toBe(false)
    expect(await verifyPassword(`${composed}x`.normalize('NFD'), kept)).toBe(false)
  })

  it('fit a hash of Django that was made of the typed form, or without white space around it', async () => {
    const nfd = composed.normalize('NFD')
    const salt = 'seasalt9'
    const hash = (password: string) =>
      `pbkdf2_sha256$1000$${salt}$${pbkdf2Sync(password, salt, 1000, 32, 'sha256').toString('base64')}`
    expect(await verifyPassword(nfd, hash(nfd))).toBe(true)
    expect(await verifyPassword(nfd, hash(composed))).toBe(true)
    expect(await verifyPassword(` ${composed} `, hash(composed))).toBe(true)
    expect(await verifyPassword(` ${composed} `, hash(` ${composed} `))).toBe(true)
  })
})

describe('readHash', () => {
  it.each([
    ['plain text', 'password'],
    ["Django's mark for no password", '!kKq0pDgqiJ2y'],
    ['another algorithm of Django', 'md5$salt$5f4dcc3b5aa765d61d8327deb882cf99'],
    ['bcrypt', '$2b$12$R9h/cIPz0gi.URNNX3kh2OPST9/PgBkqquzi.Ss7KIUgO2t0jWMUW'],
    ['argon2 of an old version', known.argon2id.replace('v=19', 'v=16')],
    ['argon2 that takes four gigabytes', known.argon2id.replace('m=256', 'm=4194304')],
    ['argon2 without memory for its lanes', known.argon2id.replace('p=1', 'p=40')],
    ['argon2 without passes', known.argon2id.replace('t=2', 't=0')],
    ['argon2 with a trailing line feed', `${known.argon2id}\n`],
    ['pbkdf2 that takes a minute', known.pbkdf2.replace('30000', '90000000')],
    ['pbkdf2 with no iterations', known.pbkdf2.replace('30000', '0')],
    ['pbkdf2 with a truncated hash', known.pbkdf2.slice(0, -20)],
  ])('rejects %s', (_, text) => {
    expect(readHash(text)).toBeUndefined()
  })
})
