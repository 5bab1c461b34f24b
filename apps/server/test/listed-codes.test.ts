import { login as loginEndpoint } from '@portal/contract/accounts.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTestApp } from './test-app.ts'
import { assertListed } from './listed-codes.ts'

const login = { method: 'POST', url: '/api/auth/token/login?next=/', status: 400, body: '{}' }

describe('assertListed [API error codes]', () => {
  it('accepts codes that the endpoint lists and codes of the common set', () => {
    expect(() => assertListed({ ...login, codes: 'required, blank;max=3' })).not.toThrow()
    expect(() => assertListed({ ...login, status: 415, codes: 'media_type_unsupported' })).not.toThrow()
  })

  it('rejects codes of other endpoints, and a response without codes', () => {
    for (const codes of ['sticker_taken', ''])
      expect(() => assertListed({ ...login, codes })).toThrow(/^login returns codes/)
  })

  it('rejects a status that does not match the codes', () => {
    expect(() => assertListed({ ...login, status: 403, codes: 'required' })).toThrow(/status 403/)
  })

  it('reads the codes of the records of a batch', () => {
    const batch = { method: 'POST', url: '/api/partner/points/', status: 200, codes: '' }
    const bodyOf = (code: string) => JSON.stringify({ results: [{ code, errors: { points: ['…'] } }] })
    expect(() => assertListed({ ...batch, body: bodyOf('integer_invalid') })).not.toThrow()
    expect(() => assertListed({ ...batch, body: bodyOf('pk_type') })).toThrow(/recordPoints/)
  })
})

describe('the test client [API error codes]', () => {
  it('fails if a call returns a code that its endpoint does not list', async () => {
    const testApp = await openTestApp()
    const { errors } = loginEndpoint
    onTestFinished(async () => {
      Object.assign(loginEndpoint, { errors })
      await testApp.close()
    })
    const body = { email: 'unknown@example.gr', password: 'wrong' }
    expect((await testApp.visitor().send(loginEndpoint, { body })).statusCode).toBe(400)
    Object.assign(loginEndpoint, { errors: [] })
    await expect(testApp.visitor().send(loginEndpoint, { body })).rejects.toThrow(/^login returns codes/)
  })
})
