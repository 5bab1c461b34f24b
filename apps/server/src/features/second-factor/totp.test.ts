import { describe, expect, it } from 'vitest'
import { codeOf, findStep, newSecret, stepAt, uriOf } from './totp.ts'

/** '12345678901234567890' of RFC 6238, appendix B, in base32. */
const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

describe('codeOf', () => {
  it.each([
    [59, '94287082'],
    [1_111_111_109, '07081804'],
    [1_111_111_111, '14050471'],
    [1_234_567_890, '89005924'],
    [2_000_000_000, '69279037'],
    [20_000_000_000, '65353130'],
  ])('returns the code of RFC 6238 at %i s [security second factor]', (seconds, code) => {
    expect(codeOf(secret, stepAt(new Date(seconds * 1_000)), 8)).toBe(code)
  })
})

describe('findStep', () => {
  const now = new Date('2026-05-01T10:00:10Z')
  const current = stepAt(now)

  it('accepts the step before, the current one and the next, and no other', () => {
    const steps = [-2, -1, 0, 1, 2].map((offset) =>
      findStep(secret, codeOf(secret, current + offset), now, 0),
    )
    expect(steps).toEqual([undefined, current - 1, current, current + 1, undefined])
  })

  it('rejects the step of an accepted code and earlier ones', () => {
    expect(findStep(secret, codeOf(secret, current), now, current)).toBeUndefined()
    expect(findStep(secret, codeOf(secret, current - 1), now, current)).toBeUndefined()
    expect(findStep(secret, codeOf(secret, current + 1), now, current)).toBe(current + 1)
  })

  it.each(['', '12345', '1234567', 'abcdef', '１２３４５６'])('rejects %j', (code) => {
    expect(findStep(secret, code, now, 0)).toBeUndefined()
  })
})

describe('newSecret', () => {
  it('returns 160 random bits in base32', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/)
    expect(newSecret()).not.toBe(newSecret())
  })
})

describe('uriOf', () => {
  it('names the portal and the account', () => {
    const uri = uriOf(secret, { issuer: 'Πόντοι: οικίας', email: 'maria+x@example.gr' })
    const { protocol, host, pathname, searchParams } = new URL(uri)
    expect([protocol, host, decodeURIComponent(pathname)]).toEqual([
      'otpauth:',
      'totp',
      '/maria+x@example.gr',
    ])
    expect(Object.fromEntries(searchParams)).toEqual({ secret, issuer: 'Πόντοι: οικίας' })
  })
})
