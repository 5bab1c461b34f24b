import { describeSite } from '@portal/contract/site.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { byCommand } from '#server/lib/audit/audit.ts'
import { hours } from '#server/lib/time/clock.ts'
import { errorOf } from '#test/files.ts'
import { type TestApp, openTestApp } from '#test/test-app.ts'
import {
  addPartner,
  changePartner,
  disablePartner,
  enablePartner,
  listPartners,
  type Registration,
  rotateSecret,
} from './registry-service.ts'
import { isSecretOf, assertSecret } from './service.ts'

let testApp: TestApp
beforeAll(async () => {
  testApp = await openTestApp({
    RETURN_ORIGINS: 'https://old.example.gr',
    FRAME_ANCESTORS: 'https://old.example.gr',
  })
})
afterAll(() => testApp.close())

const oil: Registration = {
  name: 'Λάδι',
  homeUrl: 'https://oil.example.gr',
  redirectUris: ['https://oil.example.gr/callback'],
  postLogoutRedirectUris: ['https://oil.example.gr/'],
  backchannelLogoutUri: 'https://oil.example.gr/logout',
  initiateLoginUri: 'https://oil.example.gr/login',
  scopes: ['openid', 'points:write'],
  descriptions: ['oil_collected', 'collection_cancelled'],
  origins: ['https://oil.example.gr'],
  firstParty: true,
}
const isSecret = (clientId: string, secret: string) => isSecretOf(testApp.portal, clientId, secret)

describe('addPartner', () => {
  it('stores the registration, and the secret as a hash', async () => {
    const { clientId, secret } = await addPartner(testApp.portal, byCommand('partner add'), oil)
    const kept = (await listPartners(testApp.portal)).find((partner) => partner.clientId === clientId)
    expect(kept).toMatchObject(oil)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(await isSecret(clientId, secret)).toBe(true)
    expect(await isSecret(clientId, `${secret}x`)).toBe(false)
    expect(await isSecret('unknown', secret)).toBe(false)
  })

  it('rejects a third party with pairwise subs whose redirect URIs have several hosts', async () => {
    const redirectUris = ['https://oil.example.gr/callback', 'https://app.example.gr/callback']
    const third = { ...oil, firstParty: false, redirectUris }
    expect(await errorOf(addPartner(testApp.portal, byCommand('partner add'), third))).toContain(
      'needs one host, not oil.example.gr, app.example.gr',
    )
    await addPartner(testApp.portal, byCommand('partner add'), { ...third, subjectType: 'public' })
    const { clientId } = await addPartner(testApp.portal, byCommand('partner add'), {
      ...oil,
      firstParty: false,
    })
    expect(
      await errorOf(changePartner(testApp.portal, byCommand('partner change'), clientId, { redirectUris })),
    ).toContain('needs one host')
  })

  it('gives new third parties pairwise subs, unless the operator chooses public ones', async () => {
    const typeOf = async (given: Partial<Registration>) => {
      const { clientId } = await addPartner(testApp.portal, byCommand('partner add'), { ...oil, ...given })
      return (await listPartners(testApp.portal)).find((one) => one.clientId === clientId)?.subjectType
    }
    const third = { firstParty: false }
    expect(await typeOf({})).toBe('public')
    expect([await typeOf(third), await typeOf({ ...third, subjectType: 'public' })]).toEqual([
      'pairwise',
      'public',
    ])
  })

  const wrong: [string, Partial<Registration>][] = [
    ['a first party has the public subs', { subjectType: 'pairwise' }],
    ['needs the scope points:redeem', { firstParty: false, descriptions: ['coupon_created'] }],
    ["privacy-url: 'example.gr' is not a URL", { privacyUrl: 'example.gr' }],
    ["purpose: ' ' must be a line of 1 to 300 characters", { purpose: ' ' }],
    ["url: 'oil.example.gr' is not a URL", { homeUrl: 'oil.example.gr' }],
    [
      "redirect-uri: 'http://oil.example.gr/' must begin with https://",
      { redirectUris: ['http://oil.example.gr/'] },
    ],
    [
      "redirect-uri: 'https://oil.example.gr/#a' must not contain #",
      { redirectUris: ['https://oil.example.gr/#a'] },
    ],
    ["redirect-uri: 'https://*.example.gr/' must not contain *", { redirectUris: ['https://*.example.gr/'] }],
    [
      "redirect-uri: 'https://a:b@oil.example.gr/' must not contain a user",
      { redirectUris: ['https://a:b@oil.example.gr/'] },
    ],
    [
      "redirect-uri: 'HTTPS://OIL.example.gr/a/../b' is not normalized",
      { redirectUris: ['HTTPS://OIL.example.gr/a/../b'] },
    ],
    ["backchannel-logout-uri: 'javascript:x' is not a URL", { backchannelLogoutUri: 'javascript:x' }],
    [
      "origin: 'https://oil.example.gr/a' is not an origin; use https://oil.example.gr",
      { origins: ['https://oil.example.gr/a'] },
    ],
    ["scope: 'admin' is not one of openid", { scopes: ['openid', 'admin'] }],
    ['a site with a redirect-uri needs the scope openid', { scopes: ['points:write'] }],
    ['needs the scope points:write', { scopes: ['openid'] }],
    ['NAME: must have 1 to 100 characters', { name: ' ' }],
  ]
  it.each(wrong)('rejects a registration: %s', async (message, given) => {
    expect(
      await errorOf(addPartner(testApp.portal, byCommand('partner add'), { ...oil, ...given })),
    ).toContain(message)
  })

  it('accepts http for addresses of this machine', async () => {
    const given = { ...oil, homeUrl: 'http://localhost:8080', redirectUris: ['http://127.0.0.1:8080/back'] }
    expect(await addPartner(testApp.portal, byCommand('partner add'), given)).toBeDefined()
  })

  it('rejects a client id that is taken or invalid', async () => {
    await addPartner(testApp.portal, byCommand('partner add'), oil, 'oil-site')
    expect(await errorOf(addPartner(testApp.portal, byCommand('partner add'), oil, 'oil-site'))).toContain(
      "'oil-site' is already used",
    )
    expect(await errorOf(addPartner(testApp.portal, byCommand('partner add'), oil, 'Oil Site'))).toContain(
      'lowercase letters',
    )
  })
})

describe('changePartner', () => {
  it('changes the given fields and keeps the others', async () => {
    const { clientId } = await addPartner(testApp.portal, byCommand('partner add'), oil)
    await changePartner(testApp.portal, byCommand('partner change'), clientId, {
      descriptions: [],
      origins: [],
    })
    const kept = (await listPartners(testApp.portal)).find((partner) => partner.clientId === clientId)
    expect(kept).toMatchObject({ ...oil, descriptions: [], origins: [] })
    expect(
      await errorOf(
        changePartner(testApp.portal, byCommand('partner change'), clientId, { scopes: ['all'] }),
      ),
    ).toContain("'all' is not one of")
    expect(
      await errorOf(changePartner(testApp.portal, byCommand('partner change'), 'unknown', {})),
    ).toContain("no partner 'unknown'")
  })
})

describe('rotateSecret', () => {
  it('accepts the old secret for the given number of hours', async () => {
    const { clientId, secret: old } = await addPartner(testApp.portal, byCommand('partner add'), oil)
    const { secret } = await rotateSecret(testApp.portal, byCommand('partner rotate-secret'), clientId, 24)
    expect([await isSecret(clientId, old), await isSecret(clientId, secret)]).toEqual([true, true])
    testApp.clock.forward(hours(24))
    expect([await isSecret(clientId, old), await isSecret(clientId, secret)]).toEqual([false, true])
  })

  it('rejects the old secret immediately if the number is 0', async () => {
    const { clientId, secret: old } = await addPartner(testApp.portal, byCommand('partner add'), oil)
    await rotateSecret(testApp.portal, byCommand('partner rotate-secret'), clientId, 0)
    expect(await isSecret(clientId, old)).toBe(false)
  })
})

describe('origins of partners', () => {
  const policyOf = async (url: string) =>
    String((await testApp.visitor().inject({ url })).headers['content-security-policy'])
  const returnOrigins = async () => (await testApp.visitor().call(describeSite)).return_origins

  it('are allowed as return addresses, and of first parties as frames of /settings, without a restart, until it is disabled [security framing]', async () => {
    const { clientId } = await addPartner(testApp.portal, byCommand('partner add'), {
      ...oil,
      origins: ['https://new.example.gr'],
    })
    testApp.clock.forward(5_000)
    expect(await policyOf('/settings')).toMatch(
      /frame-ancestors 'self' https:\/\/old\.example\.gr [^;]*https:\/\/new\.example\.gr/,
    )
    expect(await policyOf('/login')).not.toContain('example.gr')
    expect(await returnOrigins()).toEqual(
      expect.arrayContaining(['https://old.example.gr', 'https://new.example.gr']),
    )
    await changePartner(testApp.portal, byCommand('partner change'), clientId, { firstParty: false })
    testApp.clock.forward(5_000)
    expect(await policyOf('/settings')).not.toContain('https://new.example.gr')
    expect(await returnOrigins()).toContain('https://new.example.gr')
    await disablePartner(testApp.portal, byCommand('partner disable'), clientId)
    testApp.clock.forward(5_000)
    expect(await returnOrigins()).not.toContain('https://new.example.gr')
    await enablePartner(testApp.portal, byCommand('partner enable'), clientId)
    testApp.clock.forward(5_000)
    expect(await returnOrigins()).toContain('https://new.example.gr')
  })
})

describe('a portal without PORTAL_SECRET', () => {
  it('does not start if partners are registered, and has no OpenID provider', async () => {
    const config = { ...testApp.portal.config, secret: undefined }
    await addPartner(testApp.portal, byCommand('partner add'), oil)
    expect(await errorOf(assertSecret({ ...testApp.portal, config }))).toContain('PORTAL_SECRET: missing')
    const bare = await openTestApp({ PORTAL_SECRET: '' })
    await assertSecret(bare.portal)
    const answer = await bare.visitor().inject({ url: '/oauth/.well-known/openid-configuration' })
    expect(String(answer.headers['content-type'])).not.toContain('json')
    await bare.close()
  })
})
