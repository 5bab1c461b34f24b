import { login as loginEndpoint } from '@portal/contract/accounts.ts'
import { describe, expect, it, onTestFinished } from 'vitest'
import { openTestApp } from './test-app.ts'
import { assertListed } from './listed-codes.ts'

const login = { method: 'POST', url: '/api/auth/token/login?next=/' }
const sentence = (field: string, text: string) => JSON.stringify({ [field]: [text] })

describe('assertListed [API error codes]', () => {
  it('accepts codes that the endpoint lists and codes of the common set', () => {
    for (const [status, body] of [
      [400, sentence('email', 'This field is required.')],
      [415, JSON.stringify({ detail: 'Unsupported media type "text/csv" in request.' })],
    ] as const)
      expect(() => assertListed({ ...login, status, body })).not.toThrow()
  })

  it('rejects codes of other endpoints and unknown sentences', () => {
    for (const body of [sentence('code', 'This sticker is in use already.'), sentence('email', 'Wrong.')])
      expect(() => assertListed({ ...login, status: 400, body })).toThrow(/^login returns codes/)
  })

  it('rejects a status that does not match the codes', () => {
    const body = sentence('email', 'This field is required.')
    expect(() => assertListed({ ...login, status: 403, body })).toThrow(/status 403/)
  })

  it('reads the errors of the records of a batch', () => {
    const batch = { method: 'POST', url: '/api/partner/points/', status: 200 }
    const bodyOf = (text: string) => JSON.stringify({ results: [{ errors: { points: [text] } }] })
    expect(() => assertListed({ ...batch, body: bodyOf('A valid integer is required.') })).not.toThrow()
    expect(() => assertListed({ ...batch, body: bodyOf('Enter a valid value.') })).toThrow(/recordPoints/)
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
