import * as oidc from 'openid-client'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type ListeningHouse, openListeningHouse, openSite, type Site } from '#test/partner-site.ts'

let house: ListeningHouse
let site: Site
beforeAll(async () => {
  house = await openListeningHouse()
  site = await openSite(house, { descriptions: ['oil_collected'] })
})
afterAll(async () => {
  await site.close()
  await house.close()
})

describe('signing in at a partner site', () => {
  it('leads by the portal and back, with who it is', async () => {
    const municipality = await house.make.municipality()
    const person = await house.make.customer({ municipality: municipality.id, telephone: '6944123456' })
    await house.make.record(person, { points: 70 })
    const tokens = await site.signIn(house.browser(), person, {
      scope: 'openid profile email phone municipality points',
    })
    const { sub } = tokens.claims() ?? {}
    const claims = await oidc.fetchUserInfo(site.config, tokens.access_token, sub ?? '')
    expect(claims).toEqual({
      sub,
      name: 'Μαρία Παπαδοπούλου',
      given_name: 'Μαρία',
      family_name: 'Παπαδοπούλου',
      email: person.email,
      email_verified: true,
      phone_number: '6944123456',
      phone_number_verified: false,
      municipality: { id: municipality.id, name: municipality.name },
      points: { available: 70, collected: 70, reuse: 0, cookingoils: 70, redeemed: 0 },
    })
  })
})
