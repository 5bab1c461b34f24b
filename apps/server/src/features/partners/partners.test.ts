import { describePartner } from '@portal/contract/partners.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { hours } from '#server/lib/time/clock.ts'
import { type House, openHouse } from '#test/test-app.ts'

let house: House
beforeAll(async () => {
  house = await openHouse()
})
afterAll(() => house.close())

/** @param authorization the header as it is sent; undefined: none */
async function ask(authorization: string | undefined) {
  const answer = await house
    .visitor()
    .inject({ url: describePartner.path, ...(authorization !== undefined && { headers: { authorization } }) })
  return { status: answer.statusCode, body: answer.json<unknown>(), headers: answer.headers }
}

const refused = { status: 401, body: { detail: 'Invalid or expired access token.' } }

describe('describePartner', () => {
  it('tells a program whose token it holds and what that may do', async () => {
    const partner = await house.make.partner({ name: 'Λάδι', descriptions: ['oil_collected'] })
    const token = await house.make.accessToken(partner, ['points:write', 'points:read'])
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
  ])('refuses the header %j and says how to ask', async (authorization) => {
    const answer = await ask(authorization)
    expect(answer).toMatchObject(refused)
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  })

  it('refuses a token that is over', async () => {
    const token = await house.make.accessToken(await house.make.partner(), ['points:read'])
    house.clock.forward(hours(1))
    expect(await ask(`Bearer ${token}`)).toMatchObject(refused)
  })

  it('refuses at once a partner that was disabled, and no longer counts a scope that was taken from it', async () => {
    const partner = await house.make.partner()
    const token = await house.make.accessToken(partner, ['points:read', 'points:write'])
    const change = (set: { scopes?: string[]; disabledAt?: Date }) =>
      house.db.updateTable('partners').set(set).where('id', '=', partner.id).execute()
    await change({ scopes: ['points:read'] })
    expect(await ask(`Bearer ${token}`)).toMatchObject({ status: 200, body: { scopes: ['points:read'] } })
    await change({ disabledAt: new Date() })
    expect(await ask(`Bearer ${token}`)).toMatchObject(refused)
  })
})
