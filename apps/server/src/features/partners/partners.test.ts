import { describePartner } from '@portal/contract/partners.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours } from '#server/lib/time/clock.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp()
})
afterAll(() => testApp.close())

/** @param authorization value of the header; undefined: no header */
async function ask(authorization: string | undefined) {
  const answer = await testApp
    .visitor()
    .inject({ url: describePartner.path, ...(authorization !== undefined && { headers: { authorization } }) })
  return { status: answer.statusCode, body: answer.json<unknown>(), headers: answer.headers }
}

const rejected = { status: 401, body: { detail: 'Invalid or expired access token.' } }

describe('describePartner', () => {
  it('returns the partner of the token, with scopes and descriptions', async () => {
    const partner = await testApp.make.partner({ name: 'Λάδι', descriptions: ['oil_collected'] })
    const token = await testApp.make.accessToken(partner, ['points:write', 'points:read'])
    const { status, body, headers } = await ask(`Bearer ${token}`)
    expect([status, body]).toEqual([
      200,
      {
        client_id: partner.clientId,
        name: 'Λάδι',
        scopes: ['points:write', 'points:read'],
        descriptions: ['oil_collected'],
      },
    ])
    expect(headers['set-cookie']).toBeUndefined()
  })

  it.each([
    undefined,
    '',
    'Bearer',
    'Bearer unknown',
    'Bearer a b',
    'Basic c2l0ZTpzZWNyZXQ=',
    `Bearer ${'a'.repeat(5000)}`,
  ])('rejects the header %j with WWW-Authenticate', async (authorization) => {
    const answer = await ask(authorization)
    expect(answer).toMatchObject(rejected)
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })

  it('rejects an expired token', async () => {
    const token = await testApp.make.accessToken(await testApp.make.partner(), ['points:read'])
    testApp.clock.forward(hours(1))
    expect(await ask(`Bearer ${token}`)).toMatchObject(rejected)
  })

  it('rejects a disabled partner immediately, and omits a scope that was withdrawn', async () => {
    const partner = await testApp.make.partner()
    const token = await testApp.make.accessToken(partner, ['points:read', 'points:write'])
    const change = (set: { scopes?: string[]; disabledAt?: Date }) =>
      testApp.db.updateTable('partners').set(set).where('id', '=', partner.id).execute()
    await change({ scopes: ['points:read'] })
    expect(await ask(`Bearer ${token}`)).toMatchObject({ status: 200, body: { scopes: ['points:read'] } })
    await change({ disabledAt: new Date() })
    expect(await ask(`Bearer ${token}`)).toMatchObject(rejected)
  })
})
